"""Areas under the curve by which judges tell human texts from those of a model; .5 means not at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.statistics.bootstrap import percentile_interval
from versebench.transforms.statistics.resample_sums import draws_for, each_resample

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

Z_90 = 1.6448536269514722
"""Quantile of the normal distribution for 90 %, the level of two one-sided tests at 5 %."""


@dataclass(frozen=True)
class Area:
    """An area with the variance of DeLong, DeLong and Clarke-Pearson (1988, Biometrics 44, 837-845)."""

    value: float
    variance: float

    def interval(self, quantile: float) -> tuple[float, float]:
        """The ends of the interval with this quantile of the normal distribution."""
        half = quantile * sqrt(self.variance)
        return max(0.0, self.value - half), min(1.0, self.value + half)


def area(positives: Floats, negatives: Floats) -> float:
    """How often a positive is above a negative; ties count half."""
    return _areas(_places(positives[None], negatives[None]))[0]


def delong(positives: Floats, negatives: Floats) -> Area | None:
    """The area with its variance; None with fewer than two positives or negatives."""
    if min(len(positives), len(negatives)) < 2:
        return None
    places = _places(positives[None], negatives[None])
    return Area(_areas(places)[0], float(_covariance(places)[0, 0]))


def delong_p(positives: Sequence[Floats], negatives: Sequence[Floats]) -> float | None:
    """Whether two areas differ that are of the same positives and the same negatives, judged twice; two-sided.

    None if their difference has no variance.
    """
    places = _places(np.array(positives), np.array(negatives))
    first, second = _areas(places)
    covariance = _covariance(places)
    variance = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    return erfc(abs(first - second) / sqrt(2 * variance)) if variance > 0 else None


def equivalence_p(of: Area, margin: float) -> float | None:
    """Two one-sided tests (Schuirmann 1987): is the area within .5 - margin and .5 + margin? None without variance."""
    if of.variance <= 0:
        return None
    nearest_bound = margin - abs(of.value - 0.5)
    return erfc(nearest_bound / sqrt(2 * of.variance)) / 2


def area_within_judges(values: Floats, human: NDArray[np.bool_], judges: Codes) -> float | None:
    """The area over pairs of texts that one judge judged, free of how judges use the scale; None without such pairs."""
    won = pairs = 0.0
    for judge in np.unique(judges):
        mine = judges == judge
        positives, negatives = values[mine & human], values[mine & ~human]
        if len(positives) and len(negatives):
            number = len(positives) * len(negatives)
            won, pairs = won + number * area(positives, negatives), pairs + number
    return won / pairs if pairs else None


def two_way_bootstrap(
    values: Floats, human: NDArray[np.bool_], judges: Codes, titles: Codes, texts: Codes, key: str
) -> dict[str, tuple[float, float] | None]:
    """95 % intervals of the areas ``single``, ``mean`` and ``within_judge``, over judges and titles at once.

    Judges and titles are drawn independently by hashes of the key, and a judgement counts as often as the product says
    (Owen 2007, Annals of Applied Statistics 1, 386-411). All codes are numbers from 0.
    """
    draws = draws_for(len(values))
    judge_weights = each_resample(f"{key}\x1fjudges", int(judges.max()) + 1, draws)
    title_weights = each_resample(f"{key}\x1ftitles", int(titles.max()) + 1, draws)
    levels, level = np.unique(values, return_inverse=True)
    human_text, title_of_text = (np.zeros(texts.max() + 1, kind) for kind in (bool, np.int64))
    human_text[texts], title_of_text[texts] = human, titles
    areas: dict[str, list[float]] = {"single": [], "mean": [], "within_judge": []}
    for of_judge, of_title in zip(judge_weights, title_weights, strict=True):
        weights = of_judge[judges] * of_title[titles]
        areas["single"].append(_weighted_area(level, len(levels), human, weights))
        areas["mean"].append(_weighted_mean_area(values, texts, of_judge[judges], human_text, of_title[title_of_text]))
        areas["within_judge"].append(_weighted_within(level, len(levels), human, judges, weights, of_judge))
    return {name: percentile_interval(np.array(drawn)) for name, drawn in areas.items()}


def _weighted_area(level: Codes, levels: int, human: NDArray[np.bool_], weights: Floats) -> float:
    positives = np.bincount(level[human], weights[human], levels)
    negatives = np.bincount(level[~human], weights[~human], levels)
    pairs = positives.sum() * negatives.sum()
    below = np.cumsum(negatives) - negatives / 2
    return float((positives * below).sum() / pairs) if pairs else float("nan")


def _weighted_mean_area(
    values: Floats, texts: Codes, weights: Floats, human: NDArray[np.bool_], text_weights: Floats
) -> float:
    sums, totals = np.bincount(texts, weights * values, len(human)), np.bincount(texts, weights, len(human))
    judged = totals > 0
    levels, level = np.unique((sums[judged] / totals[judged]).round(12), return_inverse=True)
    return _weighted_area(level, len(levels), human[judged], text_weights[judged])


def _weighted_within(
    level: Codes, levels: int, human: NDArray[np.bool_], judges: Codes, weights: Floats, judge_weights: Floats
) -> float:
    number = len(judge_weights)
    cell = judges * levels + level
    positives = np.bincount(cell[human], weights[human], number * levels).reshape(number, levels)
    negatives = np.bincount(cell[~human], weights[~human], number * levels).reshape(number, levels)
    below = np.cumsum(negatives, 1) - negatives / 2
    drawn = np.where(judge_weights > 0, judge_weights, 1)  # A judge drawn twice makes pairs with each self, not across.
    pairs = (positives.sum(1) * negatives.sum(1) / drawn).sum()
    return float(((positives * below).sum(1) / drawn).sum() / pairs) if pairs else float("nan")


@dataclass(frozen=True)
class RocPoint:
    """The shares of negatives and positives at or above a threshold, which is None at the start, (0, 0)."""

    threshold: float | None
    false_positives: float
    true_positives: float


def roc_points(positives: Floats, negatives: Floats) -> list[RocPoint]:
    """The curve from (0, 0) to (1, 1), with a point for each value that occurs."""
    thresholds = np.unique(np.concatenate([positives, negatives]))[::-1]
    shares = [1 - np.searchsorted(np.sort(values), thresholds) / len(values) for values in (negatives, positives)]
    points = [RocPoint(*map(float, point)) for point in zip(thresholds, *shares, strict=True)]
    return [RocPoint(None, 0.0, 0.0), *points]


def _places(positives: Floats, negatives: Floats) -> tuple[Floats, Floats]:
    """Of each positive the share of negatives below it, and of each negative the share of positives above it."""
    above, below = np.empty(positives.shape), np.empty(negatives.shape)
    for row, (high, low) in enumerate(zip(positives, negatives, strict=True)):
        above[row] = _share_below(high, low)
        below[row] = 1 - _share_below(low, high)
    return above, below


def _share_below(values: Floats, others: Floats) -> Floats:
    ordered = np.sort(others)
    return np.asarray(
        (np.searchsorted(ordered, values) + np.searchsorted(ordered, values, "right")) / (2 * len(ordered))
    )


def _areas(places: tuple[Floats, Floats]) -> list[float]:
    return [float(value) for value in places[0].mean(1)]


def _covariance(places: tuple[Floats, Floats]) -> Floats:
    return np.asarray(sum(np.atleast_2d(np.cov(side)) / side.shape[1] for side in places))
