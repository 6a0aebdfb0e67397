"""Compare releases: row by row over the shards of the later one, committed like any stage."""

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
    """What differs in a shard of some tables that both releases have."""

    before: ReleaseRows
    after: ReleaseRows
    tables: tuple[str, ...]

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` rows, and those of :func:`versebench.release.changes.difference_counts.to_counts`. No table
        comes out.
        """
        counts = {"in": 0}
        for table in self.tables:
            old, new = (rows.shard(table, shard, self.after.manifest.shards) for rows in (self.before, self.after))
            counts["in"] += len(old) + len(new)
            counts.update(to_counts(table, compare_rows(table, old, new)))
        return ShardOutput({}, counts)


def compare_releases(
    before: ReleaseRows, after: ReleaseRows, root: str, runner: Runner, without: frozenset[str] = frozenset()
) -> Difference:
    """How two releases differ, but for some tables; rows are read of those tables alone whose content differs.

    Raises :class:`DataError` where both have a table that this version of versebench does not know.
    """
    old, new = (
        {name: one for name, one in rows.manifest.tables.items() if name not in without} for rows in (before, after)
    )
    known = {name: _unread(old.get(name), new.get(name)) for name in sorted(old | new)}
    differing = tuple(name for name in old.keys() & new.keys() if old[name].content_hash != new[name].content_hash)
    if unknown := sorted(set(differing) - TABLES.keys()):
        raise DataError(
            f"the table {unknown[0]} is not known; {before.folder} was made by a newer versebench: update it"
        )
    if not differing:
        return known
    made_of = {
        "version": VERSION,
        "shards_before": before.manifest.shards,
        "tables": {name: [old[name].content_hash, new[name].content_hash] for name in sorted(differing)},
    }
    run = stage_run(root, STAGE, after.manifest.shards, made_of)
    committed = run_stage(run, made_of, CompareShard(before, after, tuple(sorted(differing))), runner)
    read = from_counts({name: count for name, count in committed.manifest.counts.items() if name != "in"})
    return {**known, **read}


def _unread(old: TableEntry | None, new: TableEntry | None) -> TableDifference:
    """The difference of a table that is in one release alone, or the same in both."""
    before, after = (None if entry is None else entry.rows for entry in (old, new))
    added, removed = (after or 0) if before is None else 0, (before or 0) if after is None else 0
    return TableDifference(before, after, added, removed)
