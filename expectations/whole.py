"""Validation of counts of a whole run, which need all shards: ordinary suites check them in a checkpoint."""

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
    """Check the counts with their suites. ``name`` is the name of the run in the pages of Great Expectations."""
    return run_checkpoint(name, {frame: frame_table(frame, rows) for frame, rows in counts.items()})


def frame_table(frame: str, rows: Iterable[Any]) -> pa.Table:
    """The frame of counts, with one row for each."""
    schema = FRAMES[frame].schema
    return pa.Table.from_pylist([{name: getattr(row, name) for name in schema.names} for row in rows], schema)


def merged_verdicts(
    summary: Iterable[SummaryRow], shards: Mapping[str, int], filled: Mapping[str, int]
) -> list[MergedVerdict]:
    """One row for every expectation of every table, including those without a verdict.

    ``shards`` is the number of shards of each table, and ``filled`` the number of those that have rows. The schema is
    checked on all shards, the other expectations on filled shards only.
    """
    summarised = {(row.table, row.expectation): row for row in summary if row.table in shards}
    expected = {
        (table, label): filled[table] if label != SCHEMA_EXPECTATION else shards[table]
        for table in shards
        for label in [SCHEMA_EXPECTATION, *(entry.label for entry in suites.load(table).expectations)]
    }
    names = [name for name in expected if expected[name] or name in summarised]
    names += [name for name in summarised if name not in expected]
    return [_merged(name, expected.get(name, 0), summarised.get(name)) for name in names]


def _merged(name: tuple[str, str], expected: int, row: SummaryRow | None) -> MergedVerdict:
    if row is None:
        return MergedVerdict(*name, shards=0, expected_shards=expected, rows=0, unexpected=0, success=False)
    return MergedVerdict(*name, row.shards, expected, row.rows, row.unexpected, row.success)
