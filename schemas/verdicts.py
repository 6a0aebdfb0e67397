"""The table of verdicts of validation on each shard."""

import pyarrow as pa

from versebench.schemas.table import Table, column

VERDICTS = Table(
    name="verdicts",
    version="1.0.0",
    description="One row per expectation and shard of a table.",
    key=("table", "shard", "expectation"),
    schema=pa.schema(
        [
            column("table", pa.string(), "Table that was validated"),
            column("shard", pa.int32(), "Number of its shard, from 0", "shards"),
            column("expectation", pa.string(), "Great Expectations' name of the check, with its arguments"),
            column("success", pa.bool_(), "Whether every row met it"),
            column("rows", pa.int64(), "Rows that were checked", "rows"),
            column("unexpected", pa.int64(), "Rows that did not meet it", "rows"),
            column("examples", pa.list_(pa.string()), "Up to five such rows, by their keys, with the value found"),
            column("error", pa.string(), "What the check itself raised", nullable=True),
        ]
    ),
)
