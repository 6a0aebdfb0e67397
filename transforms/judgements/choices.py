"""Figures of protocols whose answers are right or wrong: accuracy, majority, detection, agreement."""

from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from versebench.schemas.study_columns import UNDECIDED
from versebench.transforms.judgements.answers import Answers, text_codes
from versebench.transforms.judgements.errors import ExportError
from versebench.transforms.judgements.figures import Figure, of_estimates, of_interval
from versebench.transforms.statistics.accuracy import Interval, clustered_interval
from versebench.transforms.statistics.agreement import categorical_agreement, cohen
from versebench.transforms.statistics.detection import detection
from versebench.transforms.statistics.reliability import majority_right
from versebench.transforms.statistics.two_way import two_way_interval

ALTERED_OR_NOT = "altered_or_not.v1"
_TWO_WAY = "Wilson at the effective number of judgements, judges and poems clustered, Student's t"
_BY_POEM = "Wilson at the effective number of items, poems clustered"


def accuracy(answers: Answers) -> Figure:
    """The share of right answers, with an interval over judges and poems."""
    interval = two_way_interval(answers.correct, answers.judges, answers.poems)
    return of_interval("accuracy", interval, float(answers.correct.mean()), _TWO_WAY)


def accuracy_of_judge(answers: Answers) -> Figure:
    """The share of right answers of one judge, over the poems there could be."""
    return of_interval("accuracy", _by_poem(answers.correct, answers.poems), 0.0, _BY_POEM)


def majority(answers: Answers) -> Iterator[Figure]:
    """The share of items that more than half of their judges decide rightly, and the number of ties."""
    judged = np.bincount(answers.items)
    right, ties = majority_right(np.bincount(answers.items, answers.correct).astype(np.int64), judged)
    poems = np.zeros(len(judged), np.int64)
    poems[answers.items] = answers.poems
    yield of_interval("majority", _by_poem(right, poems), 0.0, f"more than half of the judges; {_BY_POEM}")
    yield Figure("majority_ties", float(ties), "items with as many right as wrong answers, which are not right")


def _by_poem(correct: NDArray[np.bool_], poems: NDArray[np.int64]) -> Interval:
    counts, right = np.bincount(poems), np.bincount(poems, correct).astype(np.int64)
    counts, right = counts[counts > 0], right[counts > 0]
    sums = (int((right**2).sum()), int((right * counts).sum()), int((counts**2).sum()))
    return clustered_interval(len(correct), int(right.sum()), len(counts), *sums)


def detected(answers: Answers, items: pa.Table) -> Iterator[Figure]:
    """How well altered texts are told apart, of yes and no answers."""
    altered = np.array([answer == "yes" for answer in items["answer"].to_pylist()])[answers.item_rows][answers.items]
    yes = answers.said == "yes"
    counts = (yes & altered).sum(), altered.sum(), (yes & ~altered).sum(), (~altered).sum()
    figures = detection(*map(int, counts))
    method = "rates with half an answer added (log-linear)"
    for name in ("hit_rate", "false_alarm_rate", "d_prime", "criterion", "two_choice"):
        if figures is None:
            yield Figure(name, None, method, why_null="no altered or no unaltered text was judged")
        else:
            yield Figure(name, getattr(figures, name), method)


def undecided(answers: Answers) -> Iterator[Figure]:
    """The share of judgements that leave the choice open, if there is one."""
    left_open = answers.said == UNDECIDED
    if left_open.any():
        yield Figure("undecided", float(left_open.mean()), "share of judgements that leave the choice open")


def agreement(answers: Answers, items: pa.Table, protocol: str, key: str) -> Iterator[Figure]:
    """Agreement on the text that was chosen, or on yes and no; never on being right, and only of who decided."""
    answers = answers.select(answers.said != UNDECIDED)
    categories, number = _chosen(answers, items, protocol)
    estimates = categorical_agreement(answers.items, categories, number, key)
    unordered = {name: estimate for name, estimate in estimates.items() if name != "alpha_ordinal"}
    yield from of_estimates("agreement_", unordered)
    yield from two_judges("agreement_cohen", answers.judges, answers.items, categories, number, linear=False)


def two_judges(
    measure: str,
    judges: NDArray[np.int64],
    units: NDArray[np.int64],
    categories: NDArray[np.int64],
    number: int,
    *,
    linear: bool,
) -> Iterator[Figure]:
    """Cohen's kappa, if there are two judges."""
    if len(np.unique(judges)) != 2:
        return
    first, second = (judges == judge for judge in np.unique(judges))
    common, at_first, at_second = np.intersect1d(units[first], units[second], return_indices=True)
    kappa = cohen(categories[first][at_first], categories[second][at_second], number, linear=linear)
    method = "Cohen's kappa of the two judges" + (", linear weights" if linear else "")
    why = None if kappa is not None else "no item in common, or all answers equal"
    yield Figure(measure, kappa if len(common) else None, method, why_null=why)


def _chosen(answers: Answers, items: pa.Table, protocol: str) -> tuple[NDArray[np.int64], int]:
    """The number of each answer among those that were possible, whatever their places on the page were."""
    if protocol == ALTERED_OR_NOT:
        return _numbered(answers, {"no": 0, "yes": 1}, protocol)
    ranks, number = _ranks(items.take(pa.array(answers.item_rows)))
    categories = ranks[answers.items, answers.chosen]
    chose = (answers.chosen >= 0) & (categories < number)
    if not chose.all():
        judge = answers.judge_names[answers.judges[int(np.argmin(chose))]]
        raise ExportError(f"judge {judge} chose none of the texts of an item in {protocol}; correct the export")
    return categories, number


def _ranks(items: pa.Table) -> tuple[NDArray[np.int64], int]:
    """The rank of each text among the choices of its item by its hash, a row for each item; and the most choices.

    The verse that a style page is about is no choice and comes after them.
    """
    _, codes, starts = text_codes(items)
    evaluated = pc.equal(items["roles"].combine_chunks().flatten(), "evaluated").to_numpy(zero_copy_only=False)
    lengths, last = np.diff(starts), np.iinfo(np.int64).max
    padded = np.full((len(lengths), lengths.max(initial=1)), last)
    padded[np.arange(padded.shape[1]) < lengths[:, None]] = np.where(evaluated, last, codes)
    return padded.argsort(1, kind="stable").argsort(1, kind="stable"), int((padded < last).sum(1).max(initial=1))


def _numbered(answers: Answers, numbers: Mapping[str, int], protocol: str) -> tuple[NDArray[np.int64], int]:
    if unknown := sorted(set(np.unique(answers.said).tolist()) - set(numbers)):
        raise ExportError(f"{protocol} has no answer {unknown[0]!r}; choose from {', '.join(numbers)}")
    return (answers.said == "yes").astype(np.int64), len(numbers)
