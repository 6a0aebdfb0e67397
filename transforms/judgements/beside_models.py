"""People beside the models of a release, on the pairs that both decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from versebench.schemas.study_columns import UNDECIDED
from versebench.transforms.judgements.answers import Answers
from versebench.transforms.judgements.errors import ExportError
from versebench.transforms.judgements.figures import Figure
from versebench.transforms.statistics.correlation import correlate
from versebench.transforms.statistics.mcnemar import clustered_p, exact_p, holm
from versebench.transforms.statistics.rank_bootstrap import spearman_interval
from versebench.transforms.statistics.reliability import majority_right, share_reliability

Codes = NDArray[np.int64]

DECISION_COLUMNS = ("pair_id", "task", "model", "convention", "reduction", "margin", "correct")
"""Columns of the decisions of a release that comparisons need."""

_CORRELATION = ("spearman", "low", "high", "reliability")
_ONE_JUDGE = "correlations are of the judges together"
_AGREES = "share of judgements that choose the text of the pair that the model finds more probable"
_SERIES = ("model", "convention", "reduction")


@dataclass(frozen=True)
class Pairs:
    """The pairs of a task that people judged: how many judges each has, how many are right, and its poem.

    ``rows`` has the first item of each pair, and ``of_answer`` is the place of the pair of each judgement.
    """

    rows: pa.Table
    of_answer: Codes
    judged: Codes
    right: Codes
    poems: Codes


def pairs_of(answers: Answers, items: pa.Table) -> Pairs:
    """The pairs of the items that were judged; both sides of a pair count together."""
    rows = items.select(["item", "pair_id", "work_id"]).take(pa.array(answers.item_rows))
    if rows["pair_id"].null_count:
        lacking = rows.filter(pc.is_null(rows["pair_id"]))["item"][0].as_py()
        raise ExportError(
            f"item {lacking} has no pair_id, so no model can be set beside its judges; correct the export"
        )
    numbers = rows["pair_id"].combine_chunks().dictionary_encode().indices.to_numpy()
    places, firsts, of_item = np.unique(numbers, return_index=True, return_inverse=True)
    pair, first_rows = of_item[answers.items], rows.take(pa.array(firsts))
    return Pairs(
        first_rows,
        pair,
        np.bincount(pair, minlength=len(places)),
        np.bincount(pair, answers.correct, len(places)).astype(np.int64),
        first_rows["work_id"].combine_chunks().dictionary_encode().indices.to_numpy().astype(np.int64),
    )


def compare(
    answers: Answers, items: pa.Table, decisions: pa.Table, key: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows of comparisons, and of the pairs that all people get right and a model wrong, of the answers of one task.

    Rows lack the columns that say where they belong.
    """
    pairs = pairs_of(answers, items)
    compared: list[dict[str, Any]] = []
    errors: list[dict[str, Any]] = []
    for series, margins, correct, places in _series(pairs, decisions):
        row = _majority(pairs, places, correct) | _correlation(pairs, places, margins, f"{key}\x1f{series}")
        compared.append({**series, "people": "majority", **row})
        errors += [{**series, **error} for error in _errors(pairs, places, correct, margins)]
        compared += [{**series, **row} for row in _judges(answers, pairs, places, correct)]
    return _with_holm(compared), errors


def agreements(answers: Answers, items: pa.Table, decisions: pa.Table) -> Iterator[Figure]:
    """For each series of a model, how often judges and the model choose the same text of a pair.

    A model chooses the text with the larger reduced log-probability, and calls the other one altered; with a tie it
    agrees with nobody. So two choices are the same if both are right or both are wrong. An undecided judge agrees with
    no model.
    """
    pairs = pairs_of(answers, items)
    decided = answers.said != UNDECIDED
    for series, margins, _, places in _series(pairs, decisions):
        side = np.full(len(pairs.rows), np.nan)
        side[places] = np.sign(margins)
        chosen = side[pairs.of_answer]
        same = decided & (chosen == np.where(answers.correct, 1, -1))
        share = float(same[~np.isnan(chosen)].mean())
        of = " ".join(series[name] for name in _SERIES)
        yield Figure("agreement_with_model", share, _AGREES, of=of)


def _series(
    pairs: Pairs, decisions: pa.Table
) -> Iterator[tuple[dict[str, str], NDArray[np.float64], NDArray[np.bool_], Codes]]:
    """Each model, convention and reduction with its margins, its verdicts, and the places of its pairs."""
    pair_ids = pairs.rows["pair_id"].combine_chunks()
    mine = decisions.filter(pc.is_in(decisions["pair_id"], value_set=pair_ids))
    groups = sorted(
        {tuple(row.values()) for row in mine.select(list(_SERIES)).group_by(list(_SERIES)).aggregate([]).to_pylist()}
    )
    for values in groups:
        chosen = mine
        for column, value in zip(_SERIES, values, strict=True):
            chosen = chosen.filter(pc.equal(chosen[column], value))
        places = pc.index_in(chosen["pair_id"], value_set=pair_ids).to_numpy()
        order = np.argsort(places)
        yield (
            dict(zip(_SERIES, values, strict=True)),
            chosen["margin"].to_numpy()[order],
            chosen["correct"].to_numpy()[order],
            places[order].astype(np.int64),
        )


def _majority(pairs: Pairs, places: Codes, correct: NDArray[np.bool_]) -> dict[str, Any]:
    right, _ = majority_right(pairs.right[places], pairs.judged[places])
    return _paired(right, correct, pairs.poems[places])


def _judges(answers: Answers, pairs: Pairs, places: Codes, correct: NDArray[np.bool_]) -> Iterator[dict[str, Any]]:
    """Each judge on the pairs that they judged and the model decided; none without such pairs."""
    known, verdict = np.zeros(len(pairs.rows), np.bool_), np.zeros(len(pairs.rows), np.bool_)
    known[places], verdict[places] = True, correct
    for judge, name in enumerate(answers.judge_names):
        mine = (answers.judges == judge) & known[pairs.of_answer]
        if mine.any():
            at = pairs.of_answer[mine]
            row = _paired(answers.correct[mine], verdict[at], pairs.poems[at])
            yield {"people": name, **row, **dict.fromkeys(_CORRELATION), "why_null": _ONE_JUDGE}


def _paired(people: NDArray[np.bool_], model: NDArray[np.bool_], poems: Codes) -> dict[str, Any]:
    difference = np.bincount(np.unique(poems, return_inverse=True)[1], people.astype(int) - model.astype(int))
    only_people, only_model = int((people & ~model).sum()), int((model & ~people).sum())
    squared = int((difference**2).sum())
    return {
        "pairs": len(people),
        "poems": len(difference),
        "both_correct": int((people & model).sum()),
        "only_people": only_people,
        "only_model": only_model,
        "neither": int((~people & ~model).sum()),
        "squared_differences": squared,
        "p_exact": exact_p(only_people, only_model),
        "p_clustered": clustered_p(only_people, only_model, len(difference), squared),
        "people_share": float(people.mean()),
        "model_accuracy": float(model.mean()),
    }


def _correlation(pairs: Pairs, places: Codes, margins: NDArray[np.float64], key: str) -> dict[str, Any]:
    """Spearman's correlation of the share of judges who are right with the margin, with an interval by poems."""
    shares, poems = (pairs.right / pairs.judged)[places], np.unique(pairs.poems[places], return_inverse=True)[1]
    spearman = correlate(shares, margins).spearman
    reliability = share_reliability(pairs.right[places], pairs.judged[places])
    low, high = (spearman_interval(shares, margins, poems, key) if spearman is not None else None) or (None, None)
    why = None if spearman is not None else "no correlation: all shares or all margins are equal, or fewer than 3 pairs"
    return {"spearman": spearman, "low": low, "high": high, "reliability": reliability, "why_null": why}


def _errors(
    pairs: Pairs, places: Codes, correct: NDArray[np.bool_], margins: NDArray[np.float64]
) -> Iterator[dict[str, Any]]:
    wrong = ~correct & (pairs.right[places] == pairs.judged[places])
    rows = pairs.rows.take(pa.array(places[wrong])).to_pylist()
    judged = pairs.judged[places[wrong]].tolist()
    for row, judges, margin in zip(rows, judged, margins[wrong].tolist(), strict=True):
        yield {**row, "judges": judges, "margin": margin}


def _with_holm(compared: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with p-values corrected among those of the same people."""
    families: dict[str, list[int]] = {}
    for place, row in enumerate(compared):
        families.setdefault(row["people"], []).append(place)
    corrected = list(compared)
    for family in families.values():
        adjusted = holm([max(compared[place]["p_exact"], compared[place]["p_clustered"]) for place in family])
        for place, p in zip(family, adjusted, strict=True):
            corrected[place] = {**compared[place], "p_holm": p}
    return corrected
