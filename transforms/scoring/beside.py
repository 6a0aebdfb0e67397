"""Counts that set a user's series of decisions beside those of a release, over the same pairs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.scoring import compare as paired
from versebench.transforms.scoring.compare import compare
from versebench.transforms.scoring.decide import statistics
from versebench.transforms.scoring.works import Works

OWN = "own"
"""The reduction of groups of tasks: each task counts under the reduction that it is defined with."""

_COLUMNS = ("pair_id", "work_id", "task", "reduction", "correct", "tie")


@dataclass(frozen=True)
class CountBeside:
    """Counts the decisions of a release on selected pairs, and how each of the user's series differs from them.

    Args:
        pairs: The folder and manifest of the selected pairs.
        mine: Those of each of the user's series of decisions, which are on the selected pairs.
        released: Those of the release, which has the table ``decisions``.
        theirs: The models of the release, each with a convention.
        own: The reduction that each task is defined with.
        groups: The tasks of each group, by the group's name.
        works: The works that count as one poem each; None if each poem does.
    """

    pairs: tuple[str, Manifest]
    mine: tuple[tuple[str, Manifest], ...]
    released: tuple[str, Manifest]
    theirs: tuple[tuple[str, str], ...]
    own: Mapping[str, str]
    groups: Mapping[str, tuple[str, ...]]
    works: Works | None

    def __call__(self, shard: int) -> ShardOutput:
        """Returns no table.

        Counts: ``<statistic>/<task or group>/<reduction>/<place>`` of each series, the user's first; and those of
        :mod:`versebench.transforms.scoring.compare` with the places of one of the user's and one of the release's.
        """
        series = [table if self.works is None else self.works.of(shard, table) for table in self._decisions(shard)]
        counts: dict[str, int] = {}
        for place, decisions in enumerate(series):
            for table in (decisions, self._grouped(decisions)):
                counts.update({f"{name}/{place}": count for name, count in statistics(table).items()})
        for first in range(len(self.mine)):
            for second in range(len(self.mine), len(series)):
                for (task, reduction), sums in compare(series[first], series[second]).items():
                    places = f"{task}/{reduction}/{first}-{second}"
                    counts.update({f"{name}/{places}": sums[name] for name in paired.STATISTICS})
        return ShardOutput({}, counts)

    def _decisions(self, shard: int) -> Iterator[pa.Table]:
        """The decisions of each series, the user's first."""
        for place in self.mine:
            yield read_table(*place, "decisions", shard, _COLUMNS)
        chosen = read_table(*self.pairs, "pairs", shard, ["pair_id"]).column("pair_id").combine_chunks()
        decisions = read_table(*self.released, "decisions", shard, [*_COLUMNS, "model", "convention"])
        decisions = decisions.filter(pc.is_in(decisions.column("pair_id"), chosen))
        for model, convention in self.theirs:
            same = pc.and_(
                pc.equal(decisions.column("model"), model), pc.equal(decisions.column("convention"), convention)
            )
            yield decisions.filter(same).select(_COLUMNS)

    def _grouped(self, decisions: pa.Table) -> pa.Table:
        """The decisions of each group under its tasks' own reductions, the group in place of the task."""
        pairs = pc.binary_join_element_wise(decisions.column("task"), decisions.column("reduction"), "/")
        own = pa.array([f"{task}/{reduction}" for task, reduction in self.own.items()], pa.string())
        decided = decisions.filter(pc.is_in(pairs, own))
        return pa.concat_tables(
            [decisions.slice(0, 0), *(_named(decided, name, tasks) for name, tasks in self.groups.items())]
        )


def _named(decisions: pa.Table, group: str, tasks: Sequence[str]) -> pa.Table:
    mine = decisions.filter(pc.is_in(decisions.column("task"), pa.array(tasks, pa.string())))
    for name, value in (("task", group), ("reduction", OWN)):
        values = pa.array([value] * len(mine), pa.string())
        mine = mine.set_column(mine.column_names.index(name), decisions.schema.field(name), values)
    return mine
