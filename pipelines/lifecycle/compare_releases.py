"""Compare two releases row by row, over the shards of the later one; the result is committed like any stage."""

from dataclasses import dataclass

from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.release_rows import ReleaseRows
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import run_stage, stage_run
from versebench.release.changes.difference import Difference, TableDifference, compare_rows
from versebench.release.changes.difference_counts import from_counts, to_counts
from versebench.schemas.registry import TABLES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import TableEntry

STAGE = "differences"
VERSION = "differences.v1"


@dataclass(frozen=True)
class CompareShard:
    """Count the differences in a shard, of tables that both releases have."""

    before: ReleaseRows
    after: ReleaseRows
    tables: tuple[str, ...]

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` for rows read, and those of ``release.changes.difference_counts.to_counts``. No table."""
        counts = {"in": 0}
        for table in self.tables:
            old, new = (rows.shard(table, shard, self.after.manifest.shards) for rows in (self.before, self.after))
            counts["in"] += len(old) + len(new)
            counts.update(to_counts(table, compare_rows(table, old, new)))
        return ShardOutput({}, counts)


def compare_releases(
    before: ReleaseRows, after: ReleaseRows, root: str, runner: Runner, without: frozenset[str] = frozenset()
) -> Difference:
    """How two releases differ. Rows are read only of tables whose content hashes differ.

    Args:
        before: The earlier release.
        after: The later release.
        root: Root of the run that keeps the counts.
        runner: Runs the comparison.
        without: Tables that are not compared.

    Raises :class:`DataError` if both have a table that this version of versebench does not know, and it differs.
    """
    old, new = (
        {name: entry for name, entry in rows.manifest.tables.items() if name not in without} for rows in (before, after)
    )
    known = {name: _unread(old.get(name), new.get(name)) for name in sorted(old | new)}
    differing = tuple(name for name in old.keys() & new.keys() if old[name].content_hash != new[name].content_hash)
    if unknown := sorted(set(differing) - TABLES.keys()):
        raise DataError(
            f"unknown table {unknown[0]!r}: {before.folder} was made by a newer versebench; update versebench"
        )
    if not differing:
        return known
    inputs = {
        "version": VERSION,
        "shards_before": before.manifest.shards,
        "differing": {name: [old[name].content_hash, new[name].content_hash] for name in sorted(differing)},
    }
    run = stage_run(root, STAGE, after.manifest.shards, inputs)
    committed = run_stage(run, inputs, CompareShard(before, after, tuple(sorted(differing))), runner)
    read = from_counts({name: count for name, count in committed.manifest.counts.items() if name != "in"})
    return {**known, **read}


def _unread(old: TableEntry | None, new: TableEntry | None) -> TableDifference:
    """The difference of a table that is in only one release, or the same in both."""
    before, after = (None if entry is None else entry.rows for entry in (old, new))
    added, removed = (after or 0) if before is None else 0, (before or 0) if after is None else 0
    return TableDifference(before, after, added, removed)
