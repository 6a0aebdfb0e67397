"""Counts of pairs in the tables of a shard. If they do not agree over all shards, something was lost."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import joined, whole_column

if TYPE_CHECKING:
    from versebench.expectations.accumulators.add_counts import Counts

COLUMNS = {
    "pairs": ("work_id", "task", "lines", "original_text_id", "corrupted_text_id"),
    "outcomes": ("task", "outcome"),
    "scores": ("work_id", "text_id", "model", "convention"),
    "decisions": ("model", "convention", "reduction"),
}
"""Columns that are read from each table; a release may lack scores and decisions."""

SERIES = ("model", "convention")
Labels = dict[str, int]


def pair_counts(tables: Mapping[str, pa.Table]) -> "Counts":
    """Count pairs and outcomes by task, and texts, scores, scored pairs and decisions by series.

    A series is a model under a convention. A release without pairs gives no counts.
    """
    if "pairs" not in tables:
        return {}
    pairs, outcomes = tables["pairs"], tables["outcomes"]
    tasks = whole_column(pairs, "task")
    outcomes_pair = outcomes.filter(pc.equal(outcomes.column("outcome"), "pair"))
    counts = {
        "pairs": _tally(tasks),
        "outcomes": _tally(whole_column(outcomes, "task")),
        "outcomes_pair": _tally(whole_column(outcomes_pair, "task")),
        "edited_lines": _edited(pairs),
        "texts": {"all": len(texts_of(pairs))},
    }
    if "scores" in tables:
        counts |= _of_series(pairs, tables["scores"], tables["decisions"])
    return counts


def texts_of(pairs: pa.Table) -> pa.Array:
    """Distinct texts of the pairs, each as work id and text id in one string."""
    sides = [joined(pairs, ["work_id", f"{side}_text_id"]) for side in ("original", "corrupted")]
    return pa.concat_arrays(sides).unique()


def _edited(pairs: pa.Table) -> Labels:
    numbers = pc.list_value_length(whole_column(pairs, "lines"))
    summed = pa.table({"task": pairs.column("task"), "lines": numbers}).group_by("task").aggregate([("lines", "sum")])
    return dict(zip(summed.column("task").to_pylist(), summed.column("lines_sum").to_pylist(), strict=True))


def _of_series(pairs: pa.Table, scores: pa.Table, decisions: pa.Table) -> dict[str, Labels]:
    return {
        "scores": _tally(joined(scores, SERIES)),
        "scored_pairs": dict(_scored_pairs(pairs, scores)),
        "decisions": _tally(joined(decisions, (*SERIES, "reduction"))),
    }


def _scored_pairs(pairs: pa.Table, scores: pa.Table) -> Iterator[tuple[str, int]]:
    """Number of pairs whose texts both have a score, by series."""
    sides = [joined(pairs, ["work_id", f"{side}_text_id"]) for side in ("original", "corrupted")]
    series = joined(scores, SERIES)
    for label in series.unique().to_pylist():
        texts = joined(scores.filter(pc.equal(series, label)), ["work_id", "text_id"])
        both = pc.and_(*(pc.is_in(side, value_set=texts) for side in sides))
        yield label, pc.sum(both.cast(pa.int64())).as_py() or 0


def _tally(values: pa.Array) -> Labels:
    return {item["values"]: item["counts"] for item in values.value_counts().to_pylist()}
