"""From the decisions of two models on the same pairs to the counts that a paired test needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.scoring.works import Works
from versebench.transforms.statistics.mcnemar import clustered_p, exact_p, holm

STATISTICS = ("pairs", "poems", "both_correct", "only_first", "only_second", "neither", "squared_differences")
"""Whole numbers, for each task, reduction and two series, that add up over shards; the last is a sum over poems."""

_KEY = ["pair_id", "work_id", "task", "reduction"]
_OUTCOMES = ("both_correct", "only_first", "only_second", "neither")


@dataclass(frozen=True)
class CompareShard:
    """Compares every two series of decisions on a shard's pairs.

    ``decisions`` are the folder and manifest of each series, in the order of the recipe, and ``works`` the works that
    count as one poem each; None if each poem does.
    """

    decisions: tuple[tuple[str, Manifest], ...]
    works: Works | None = None

    def __call__(self, shard: int) -> ShardOutput:
        """Returns no table. Counts: ``<statistic>/<task>/<reduction>/<first>-<second>``, the series by their places."""
        series = [read_table(directory, manifest, "decisions", shard) for directory, manifest in self.decisions]
        if self.works is not None:
            series = [self.works.of(shard, decisions) for decisions in series]
        counts: dict[str, int] = {}
        for first, second in combinations(range(len(series)), 2):
            for (task, reduction), sums in compare(series[first], series[second]).items():
                counts.update({f"{name}/{task}/{reduction}/{first}-{second}": sums[name] for name in STATISTICS})
        return ShardOutput({}, counts)


def compare(first: pa.Table, second: pa.Table) -> dict[tuple[str, str], dict[str, int]]:
    """Returns :data:`STATISTICS` by task and reduction, over the pairs that both series decided. A tie is not correct.

    All pairs of a work are in one shard, so sums over the poems of the shards add up to those of the whole.
    """
    columns = [*_KEY, "correct"]
    joined = first.select(columns).join(second.select(columns), _KEY, join_type="inner", right_suffix="_second")
    of_poems = _outcomes(joined).group_by(["task", "reduction", "work_id"]).aggregate(_sums(("pairs", *_OUTCOMES)))
    difference = pc.subtract(of_poems.column("only_first_sum"), of_poems.column("only_second_sum"))
    of_poems = of_poems.rename_columns([name.removesuffix("_sum") for name in of_poems.column_names])
    of_poems = of_poems.append_column("poems", pa.array([1] * len(of_poems), pa.int64()))
    of_poems = of_poems.append_column("squared_differences", pc.multiply(difference, difference))
    whole = of_poems.group_by(["task", "reduction"]).aggregate(_sums(STATISTICS))
    rows = sorted(whole.to_pylist(), key=lambda row: (row["task"], row["reduction"]))
    return {(row["task"], row["reduction"]): {name: row[f"{name}_sum"] for name in STATISTICS} for row in rows}


def _outcomes(joined: pa.Table) -> pa.Table:
    """For each pair, a 1 in the column ``pairs`` and in the column of its outcome, and 0 in the others."""
    first, second = joined.column("correct"), joined.column("correct_second")
    flags = {
        "both_correct": pc.and_(first, second),
        "only_first": pc.and_not(first, second),
        "only_second": pc.and_not(second, first),
        "neither": pc.invert(pc.or_(first, second)),
    }
    numbers = {name: flag.cast(pa.int64()) for name, flag in flags.items()}
    keys = {name: joined.column(name) for name in ("task", "reduction", "work_id")}
    return pa.table({**keys, "pairs": pa.array([1] * len(joined), pa.int64()), **numbers})


def _sums(names: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, "sum") for name in names]


def with_p_values(counted: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Adds p-values to rows with ``task``, ``reduction`` and :data:`STATISTICS`, and keeps their order.

    The larger p of two tests counts: the exact test assumes that pairs are independent, and the clustered test is
    overconfident if few poems separate the models. Holm's correction covers the rows of one task and reduction.
    """
    rows = [{**row, **_p_values(row)} for row in counted]
    families: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        families.setdefault((row["task"], row["reduction"]), []).append(row)
    for family in families.values():
        adjusted = holm([max(row["p_exact"], row["p_clustered"]) for row in family])
        for row, p_holm in zip(family, adjusted, strict=True):
            row["p_holm"] = p_holm
    return rows


def _p_values(row: Mapping[str, Any]) -> dict[str, float]:
    disagreements = row["only_first"], row["only_second"]
    return {
        "p_exact": exact_p(*disagreements),
        "p_clustered": clustered_p(*disagreements, row["poems"], row["squared_differences"]),
    }
