"""Validation of what no shard can see: counts of the whole, looked at by ordinary suites in a checkpoint."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from versebench.expectations import suites
from versebench.expectations.checkpoint import Checkpoint, run_checkpoint
from versebench.expectations.counts import FRAMES, MergedVerdict
from versebench.expectations.shard import SCHEMA_EXPECTATION
from versebench.expectations.summary import SummaryRow

Counts = Mapping[str, Sequence[Any]]
"""Rows of the frames of :data:`versebench.expectations.counts.FRAMES`, by the frame's name."""


def validate_whole(name: str, counts: Counts) -> Checkpoint:
    """What the suites say of the counts; ``name`` is that of the run in the pages of Great Expectations."""
    return run_checkpoint(name, {frame: frame_table(frame, rows) for frame, rows in counts.items()})


def frame_table(frame: str, rows: Iterable[Any]) -> pa.Table:
    """The frame of some counts, a row each."""
    schema = FRAMES[frame].schema
    return pa.Table.from_pylist([{name: getattr(row, name) for name in schema.names} for row in rows], schema)


def merged_verdicts(
    summary: Iterable[SummaryRow], shards: Mapping[str, int], filled: Mapping[str, int]
) -> list[MergedVerdict]:
    """One row for every expectation of every table, those included of which there is no verdict.

    ``shards`` says into how many each table is cut; all of them are looked at for their schema, and the ``filled``
    ones, which hold rows, for every expectation.
    """
    found = {(row.table, row.expectation): row for row in summary if row.table in shards}
    wanted = {
        (table, label): filled[table] if label != SCHEMA_EXPECTATION else shards[table]
        for table in shards
        for label in [SCHEMA_EXPECTATION, *(entry.label for entry in suites.load(table).expectations)]
    }
    names = [name for name in wanted if wanted[name] or name in found] + [name for name in found if name not in wanted]
    return [_merged(name, wanted.get(name, 0), found.get(name)) for name in names]


def _merged(name: tuple[str, str], expected: int, row: SummaryRow | None) -> MergedVerdict:
    if row is None:
        return MergedVerdict(*name, shards=0, expected_shards=expected, rows=0, unexpected=0, success=False)
    return MergedVerdict(*name, row.shards, expected, row.rows, row.unexpected, row.success)
