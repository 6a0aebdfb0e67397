"""Rejects of the stages after ingest, which leave every row in its shard."""

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.poems import REJECTS
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.readers.contract import ORIGINAL_LIMIT


def refused_poems(stage: str, poems: pa.Table, refusals: Sequence[Refusal]) -> pa.Table:
    """Returns the table of rejects of a stage, from the refused poems and the refusal of each."""
    count = len(refusals)
    text = poems.column("text")
    return REJECTS.build(
        {
            "reject_id": poems.column("work_id"),
            "work_id": poems.column("work_id"),
            "stage": [stage] * count,
            "reason": [refusal.reason for refusal in refusals],
            "detail": [refusal.detail for refusal in refusals],
            "source": poems.column("source"),
            "source_id": poems.column("source_id"),
            "kept_work_id": [None] * count,
            "original": pc.utf8_slice_codeunits(text, 0, ORIGINAL_LIMIT),
            "original_size": pc.cast(pc.utf8_length(text), pa.int64()),
        }
    )
