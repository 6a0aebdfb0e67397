"""Pairs whose corruption a model of its own finds as good as the original, and what scorers decide on all others.

The pairs are marked and never dropped.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scorers.identity import ModelIdentity
from versebench.schemas.acceptability import ACCEPTABILITY
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.scoring.decide import statistics
from versebench.transforms.scoring.works import Works


@dataclass(frozen=True)
class MarkContested:
    """Marks the pairs of a shard, from the decisions of the model that checks.

    ``reductions`` gives the reduction of each task that is checked, by label.
    """

    directory: str
    decided: Manifest
    check: str
    identity: ModelIdentity
    reductions: Mapping[str, str]
    least_margin: float

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``acceptability``. Counts: ``in`` pairs, ``contested`` ones, ``contested/<task>``."""
        decisions = read_table(self.directory, self.decided, "decisions", shard)
        marked = mark(decisions, self.check, self.identity, self.reductions, self.least_margin)
        contested = marked.filter(marked.column("contested"))
        counts = {f"checked/{item['values']}": item["counts"] for item in _values(marked)}
        counts |= {f"contested/{item['values']}": item["counts"] for item in _values(contested)}
        return ShardOutput({"acceptability": marked}, {"in": len(marked), "contested": len(contested), **counts})


def mark(
    decisions: pa.Table, check: str, identity: ModelIdentity, reductions: Mapping[str, str], least_margin: float
) -> pa.Table:
    """The table ``acceptability``, from decisions under all reductions; tasks without a reduction are left out."""
    rows = decisions.select(["pair_id", "work_id", "task", "reduction", "margin"]).to_pylist()
    rows = [row for row in rows if reductions.get(row["task"]) == row["reduction"]]
    named = {"check": check, "model": identity.name, "revision": identity.revision, "least_margin": least_margin}
    marked = [{**row, **named, "contested": row["margin"] <= least_margin} for row in rows]
    return ACCEPTABILITY.build_rows(marked).sort_by("pair_id")


@dataclass(frozen=True)
class CountUncontested:
    """Counts the decisions of each series on the pairs of a shard that are not contested."""

    decisions: tuple[tuple[str, Manifest], ...]
    directory: str
    marked: Manifest
    works: Works

    def __call__(self, shard: int) -> ShardOutput:
        """Returns no table. Counts: ``<statistic>/<task>/<reduction>/<place>``, the series by its place."""
        marked = read_table(self.directory, self.marked, "acceptability", shard)
        contested = marked.filter(marked.column("contested")).column("pair_id").combine_chunks()
        counts: dict[str, int] = {}
        for place, (directory, manifest) in enumerate(self.decisions):
            decided = read_table(directory, manifest, "decisions", shard)
            rest = decided.filter(pc.invert(pc.is_in(decided.column("pair_id"), contested)))
            counts.update({f"{name}/{place}": count for name, count in statistics(self.works.of(shard, rest)).items()})
        return ShardOutput({}, counts)


def _values(table: pa.Table) -> list[dict[str, int]]:
    values: list[dict[str, int]] = table.column("task").value_counts().to_pylist()
    return values
