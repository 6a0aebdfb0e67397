"""Figures of probabilities that a human wrote a text: areas, curves, signed ranks, equivalence, calibration."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from versebench.transforms.judgements.answers import Answers
from versebench.transforms.judgements.figures import Figure
from versebench.transforms.statistics.accuracy import Z_95
from versebench.transforms.statistics.agreement import interval_agreement
from versebench.transforms.statistics.auc import (
    Area,
    area,
    area_within_judges,
    delong,
    delong_p,
    equivalence_p,
    roc_points,
    two_way_bootstrap,
)
from versebench.transforms.statistics.calibration import brier, reliability_curve
from versebench.transforms.statistics.mcnemar import holm
from versebench.transforms.statistics.wilcoxon import ZeroRule, hodges_lehmann, signed_rank_p

HUMAN = "human"
FEWEST_POEMS = 10
"""Poems of either side that an area needs, as in the paper."""

MARGIN = 0.05
"""How far from .5 an area may be and still count as equivalent to it."""

Floats = NDArray[np.float64]
_ZERO_RULES: tuple[ZeroRule, ...] = ("dropped", "pratt")
FEW = f"fewer than {FEWEST_POEMS} poems of the model or of humans"
_NO_VARIANCE = "no variance: all probabilities tell the sides apart alike"
_AREAS = {
    "auc_single": "area of single judgements; bootstrap over judges and titles",
    "auc_mean": "area of mean judgements of poems; bootstrap over judges and titles",
    "auc_within_judge": "area over pairs of poems that one judge judged; bootstrap over judges and titles",
}
DELONG = "area of mean judgements of poems; DeLong"


@dataclass(frozen=True)
class Opponent:
    """Judgements of a model's texts and of human ones, and the mean, side and title of each text."""

    name: str
    answers: Answers
    human: NDArray[np.bool_]
    titles: NDArray[np.int64]
    text_means: Floats
    text_human: NDArray[np.bool_]
    text_titles: NDArray[np.int64]

    @property
    def enough(self) -> bool:
        """Whether either side has the poems that an area needs."""
        return min(int(self.text_human.sum()), int((~self.text_human).sum())) >= FEWEST_POEMS

    @property
    def means(self) -> tuple[Floats, Floats]:
        """Mean probabilities of the human texts and of the model's."""
        return self.text_means[self.text_human], self.text_means[~self.text_human]

    @property
    def single(self) -> tuple[Floats, Floats]:
        """Single probabilities of the human texts and of the model's."""
        return self.answers.probability[self.human], self.answers.probability[~self.human]

    def by_title(self) -> dict[int, tuple[float, float]]:
        """Mean of the human text and of the model's, of each title that has both."""
        sides = [
            dict(zip(self.text_titles[side].tolist(), self.text_means[side].tolist(), strict=True))
            for side in (self.text_human, ~self.text_human)
        ]
        return {title: (sides[0][title], sides[1][title]) for title in sorted(sides[0].keys() & sides[1].keys())}


def opponents(answers: Answers, items: pa.Table) -> list[Opponent]:
    """The models in the order of their names, each with all human texts. A text without a title is its own title."""
    rows = items.select(["item", "title"]).take(pa.array(answers.item_rows)).to_pylist()
    names = [row["title"] or f"\x1f{row['item']}" for row in rows]
    title_of_item = np.unique(np.array(names, np.str_), return_inverse=True)[1].astype(np.int64)
    titles = title_of_item[answers.items]
    return [_opponent(model, answers, titles) for model in answers.tasks if model != HUMAN]


def _opponent(model: str, answers: Answers, titles: NDArray[np.int64]) -> Opponent:
    chosen = answers.is_of(HUMAN) | answers.is_of(model)
    mine = answers.select(chosen)
    human, numbers = mine.is_of(HUMAN), titles[chosen]
    text_human, text_titles = np.zeros(len(mine.item_rows), np.bool_), np.zeros(len(mine.item_rows), np.int64)
    text_human[mine.items], text_titles[mine.items] = human, numbers
    means = np.bincount(mine.items, mine.probability) / np.bincount(mine.items)
    return Opponent(model, mine, human, numbers, means.round(12), text_human, text_titles)


def areas(of: Opponent, key: str, margin: float = MARGIN) -> Iterator[Figure]:
    """The three areas with bootstrap intervals, DeLong's interval, and whether .5 is shown within the margin."""
    if not of.enough:
        methods = {**_AREAS, "auc_mean_delong": DELONG, **_equivalence_methods(margin)}
        yield from (Figure(name, None, method, of=of.name, why_null=FEW) for name, method in methods.items())
        return
    mine = of.answers
    values = {
        "auc_single": area(*of.single),
        "auc_mean": area(*of.means),
        "auc_within_judge": area_within_judges(mine.probability, of.human, mine.judges),
    }
    titles = np.unique(of.titles, return_inverse=True)[1].astype(np.int64)
    intervals = two_way_bootstrap(mine.probability, of.human, mine.judges, titles, mine.items, key)
    for name, value in values.items():
        low, high = intervals[name.removeprefix("auc_")] or (None, None)
        why = "no judge judged both" if value is None else None
        yield Figure(name, value, _AREAS[name], low, high, of.name, why)
    if (mean := delong(*of.means)) is not None:
        yield Figure("auc_mean_delong", mean.value, DELONG, *mean.interval(Z_95), of.name)
        yield from _equivalence(of.name, mean, margin)


def _equivalence_methods(margin: float) -> dict[str, str]:
    tests = f"two one-sided tests, margin {margin}, DeLong"
    return {"equivalence_p": tests, "equivalent": f"{tests}; 1 is yes"}


def _equivalence(model: str, mean: Area, margin: float) -> Iterator[Figure]:
    """Whether the area is shown to be within the margin of .5: only then are the texts called indistinguishable."""
    p = equivalence_p(mean, margin)
    values = {"equivalence_p": p, "equivalent": None if p is None else float(p < 0.05)}
    why = None if p is not None else _NO_VARIANCE
    for name, method in _equivalence_methods(margin).items():
        yield Figure(name, values[name], method, of=model, why_null=why)


def signed_ranks(models: Sequence[Opponent]) -> Iterator[tuple[Figure, Opponent]]:
    """Tests by title of each model, corrected after Holm over the models, and the shift."""
    differences = {each.name: np.array([human - model for human, model in each.by_title().values()]) for each in models}
    for rule in _ZERO_RULES:
        p_values = {name: signed_rank_p(values, rule) for name, values in differences.items()}
        known = {name: p for name, p in p_values.items() if p is not None}
        adjusted = dict(zip(known, holm(list(known.values())), strict=True))
        for each in models:
            why = None if each.name in known else "no title has both texts, or all differences are zero"
            method = f"Wilcoxon's signed ranks by title, two-sided, zeros {_RULES[rule]}"
            yield Figure(f"wilcoxon_p_{rule}", p_values[each.name], method, of=each.name, why_null=why), each
            holm_p = adjusted.get(each.name)
            yield Figure(f"wilcoxon_p_{rule}_holm", holm_p, f"{method}; Holm", of=each.name, why_null=why), each
    for each in models:
        values = differences[each.name]
        yield Figure("titles", float(len(values)), "titles with a human text and the model's", of=each.name), each
        yield Figure("zeros", float((values == 0).sum()), "titles whose two means are equal", of=each.name), each
        yield _shift(each.name, values), each


_RULES = {"dropped": "dropped (Wilcoxon)", "pratt": "ranked (Pratt)"}


def _shift(model: str, differences: Floats) -> Figure:
    method = "Hodges and Lehmann's shift, human minus model, by title"
    if not len(differences):
        return Figure("shift", None, method, of=model, why_null="no title has both texts")
    shift = hodges_lehmann(differences)
    return Figure("shift", shift.value, method, shift.low, shift.high, model)


def differences(models: Sequence[Opponent]) -> Iterator[Figure]:
    """Models against each other on the titles that both and humans have: paired DeLong, corrected after Holm."""
    pairs = [(a, b) for place, a in enumerate(models) for b in models[place + 1 :] if a.enough and b.enough]
    of_pairs: dict[str, tuple[float, float | None]] = {}
    for first, second in pairs:
        one, two = first.by_title(), second.by_title()
        common = sorted(set(one) & set(two))
        if len(common) < FEWEST_POEMS:
            continue
        human = np.array([one[title][0] for title in common])
        texts = [np.array([side[title][1] for title in common]) for side in (one, two)]
        value = area(human, texts[0]) - area(human, texts[1])
        of_pairs[f"{first.name} - {second.name}"] = value, delong_p([human, human], texts)
    known = {name: p for name, (_, p) in of_pairs.items() if p is not None}
    adjusted = dict(zip(known, holm(list(known.values())), strict=True))
    for name, (value, _) in of_pairs.items():
        method = "difference of areas of mean judgements on the same titles"
        yield Figure("auc_difference", value, method, of=name)
        why = None if name in adjusted else _NO_VARIANCE
        yield Figure("auc_difference_p_holm", adjusted.get(name), "paired DeLong, Holm", of=name, why_null=why)


def agreement(answers: Answers, key: str) -> Figure:
    """Krippendorff's alpha of the probabilities."""
    estimate, method = interval_agreement(answers.items, answers.probability, key), "Krippendorff's alpha, interval"
    if estimate is None:
        why = "no poem with two judges, or all probabilities equal"
        return Figure("agreement_alpha_interval", None, method, why_null=why)
    return Figure(
        "agreement_alpha_interval",
        estimate.value,
        f"{method}; bootstrap over poems",
        estimate.low,
        estimate.high,
    )


def calibration(answers: Answers) -> Iterator[Figure]:
    """Brier's score and its parts, against the share of human texts among the judgements."""
    parts = asdict(brier(answers.probability, answers.is_of(HUMAN)))
    for name, value in parts.items():
        label = "brier" if name == "score" else f"brier_{name}"
        yield Figure(label, value, "Brier's score = reliability - resolution + uncertainty")


def curve_rows(answers: Answers) -> Iterator[dict[str, Any]]:
    """The bins of the reliability curve, without where they belong."""
    for point in reliability_curve(answers.probability, answers.is_of(HUMAN)):
        values = asdict(point)
        yield {"bin": values.pop("number"), **values}


def roc_rows(of: Opponent) -> Iterator[dict[str, Any]]:
    """The points of both curves of a model, without where they belong; none with too few poems."""
    for kind, sides in (("mean", of.means), ("single", of.single)):
        for place, point in enumerate(roc_points(*sides) if of.enough else ()):
            yield {"model": of.name, "kind": kind, "point": place, **asdict(point)}
