"""The table of splits: the side of each poem."""

import pyarrow as pa

from versebench.schemas.poems import WORK_ID
from versebench.schemas.table import Table, column

SPLIT_NAMES = ("train", "validation", "test")

SPLITS = Table(
    name="splits",
    version="1.0.0",
    description="One row per poem: its side of the split, which near-duplicates share and later releases keep.",
    key=("work_id",),
    schema=pa.schema(
        [
            WORK_ID,
            column("split", pa.string(), f"Side of the split: {', '.join(SPLIT_NAMES)}"),
            column(
                "cluster",
                pa.string(),
                "Cluster of near-duplicates: the smallest work_id among them when they were first released; of a poem "
                "that had none its own",
                "20 hex digits",
            ),
        ]
    ),
)
