"""Some of the pairs of a release: of some tasks, of one split, at most so many of each task."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table


@dataclass(frozen=True)
class PairFilter:
    """Which pairs are taken: of these tasks, and of this split if one is named.

    ``directory`` and ``manifest`` are those of the release, or of a run, that has the pairs.
    """

    directory: str
    manifest: Manifest
    tasks: tuple[str, ...]
    split: str | None

    def of(self, shard: int, columns: Sequence[str] | None = None) -> pa.Table:
        """Returns the pairs of a shard that are taken, or some of their columns (task and work_id among them)."""
        pairs = read_table(self.directory, self.manifest, "pairs", shard, columns)
        pairs = pairs.filter(pc.is_in(pairs.column("task"), pa.array(self.tasks, pa.string())))
        if self.split is None:
            return pairs
        splits = read_table(self.directory, self.manifest, "splits", shard, ["work_id", "split"])
        works = splits.filter(pc.equal(splits.column("split"), self.split)).column("work_id")
        return pairs.filter(pc.is_in(pairs.column("work_id"), works.combine_chunks()))


@dataclass(frozen=True)
class SelectPairs:
    """Selects the pairs of a shard.

    ``last`` is the largest id that is taken of each task; None if there is no limit.
    """

    pairs: PairFilter
    last: Mapping[str, str] | None

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``pairs``. Counts: ``in``, ``out``, and ``out.<task>``."""
        read = len(read_table(self.pairs.directory, self.pairs.manifest, "pairs", shard, ["pair_id"]))
        pairs = self.pairs.of(shard)
        if self.last is not None:
            ends = pa.array([self.last[task] for task in pairs.column("task").to_pylist()], pa.string())
            pairs = pairs.filter(pc.less_equal(pairs.column("pair_id"), ends))
        tasks = pc.value_counts(pairs.column("task")).to_pylist()
        counts = {f"out.{count['values']}": count["counts"] for count in tasks}
        return ShardOutput({"pairs": pairs}, {"in": read, "out": len(pairs), **dict(sorted(counts.items()))})


def last_ids(pairs: PairFilter, limit: int) -> dict[str, str]:
    """The largest id of each task among its first ``limit`` pairs in the order of ids, over all shards."""
    ids: dict[str, list[str]] = {}
    for shard in range(pairs.manifest.shards):
        taken = pairs.of(shard, ["pair_id", "task", "work_id"])
        for task in taken.column("task").unique().to_pylist():
            mine = taken.filter(pc.equal(taken.column("task"), task)).column("pair_id").to_pylist()
            ids[task] = sorted([*ids.get(task, []), *mine])[:limit]
    return {task: of_task[-1] for task, of_task in sorted(ids.items())}
