"""Agreement of judges: raw, Krippendorff's alpha, Fleiss' and Cohen's kappa, Gwet's AC1, and S.

Each figure but Cohen's is a function of sums over units, so that a bootstrap over units is a product of matrices. A
unit is what several judges judge: an item, or a line. Units with fewer than two judgements are left out.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.statistics.bootstrap import percentile_interval
from versebench.transforms.statistics.resample_sums import resample_sums

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Estimate:
    """A figure with the ends of its 95 % interval, which are None if nothing varies between samples."""

    value: float
    low: float | None = None
    high: float | None = None


def categorical_agreement(units: Codes, categories: Codes, number: int, key: str) -> dict[str, Estimate | None]:
    """Agreement in judgements of ``number`` categories, which are numbered from 0 in their order, by name.

    ``units`` has the number of the unit of each judgement, from 0. Names: ``raw``, the share of pairs of judgements
    that agree; ``alpha_nominal`` and ``alpha_ordinal`` (Krippendorff 2004); ``ac1`` (Gwet 2008); ``s`` (Brennan and
    Prediger 1981); and ``fleiss`` (1971), None unless each unit has the same number of judgements. A figure is None if
    its chance agreement is 1. Intervals are by bootstrap over units, drawn by hashes of the key.
    """
    sums, sizes = _categorical_sums(units, categories, number)
    if not len(sums):
        return dict.fromkeys(_FIGURES)
    whole, draws = sums.sum(0, keepdims=True), resample_sums(key, sums)
    estimates = {name: _estimate(figure(whole, number), figure(draws, number)) for name, figure in _FIGURES.items()}
    return estimates if len(np.unique(sizes)) == 1 else {**estimates, "fleiss": None}


def interval_agreement(units: Codes, values: Floats, key: str) -> Estimate | None:
    """Krippendorff's alpha of numbers, with an interval as above; None if all values are equal."""
    sizes = np.bincount(units)
    totals, squares = np.bincount(units, values), np.bincount(units, values**2)
    several = sizes > 1
    m, t, s = sizes[several].astype(float), totals[several], squares[several]
    if not len(m):
        return None
    sums = np.column_stack([2 * (m * s - t**2) / (m - 1), m, t, s])
    return _estimate(_interval_alpha(sums.sum(0, keepdims=True)), _interval_alpha(resample_sums(key, sums)))


def cohen(first: Codes, second: Codes, number: int, *, linear: bool = False) -> float | None:
    """Cohen's kappa (1960) of two judges on the same units; ``linear`` weights for grades. None if chance agrees."""
    table = np.bincount(first * number + second, minlength=number * number).reshape(number, number)
    grades = np.arange(number)
    weights = np.abs(grades[:, None] - grades) if linear else 1 - np.eye(number)
    expected = np.outer(table.sum(1), table.sum(0)) / table.sum()
    return None if not (weights * expected).sum() else float(1 - (weights * table).sum() / (weights * expected).sum())


def _categorical_sums(units: Codes, categories: Codes, number: int) -> tuple[Floats, Codes]:
    """For each unit: its coincidences, its share of agreeing pairs, 1, and its share of each category; and sizes."""
    counts = np.bincount(units * number + categories, minlength=(units.max(initial=-1) + 1) * number)
    counts = counts.reshape(-1, number)
    counts = counts[counts.sum(1) > 1]
    sizes = counts.sum(1)
    pairs = counts[:, :, None] * (counts[:, None, :] - np.eye(number, dtype=int))
    coincidences = (pairs / (sizes - 1)[:, None, None]).reshape(len(counts), number * number)
    agreeing = np.trace(pairs, axis1=1, axis2=2) / (sizes * (sizes - 1))
    return np.column_stack([coincidences, agreeing, np.ones(len(counts)), counts / sizes[:, None]]), sizes


def _raw(sums: Floats, number: int) -> Floats:
    return np.asarray(sums[:, number * number] / sums[:, number * number + 1])


def _nominal_alpha(sums: Floats, number: int) -> Floats:
    coincidences = sums[:, : number * number].reshape(-1, number, number)
    return _alpha(coincidences, np.broadcast_to(1 - np.eye(number), coincidences.shape))


def _ordinal_alpha(sums: Floats, number: int) -> Floats:
    """The distance of two grades is the number of judgements between them, half of those at the two included."""
    coincidences = sums[:, : number * number].reshape(-1, number, number)
    totals = coincidences.sum(2)
    middles = np.cumsum(totals, 1) - totals / 2
    return _alpha(coincidences, (middles[:, :, None] - middles[:, None, :]) ** 2)


def _alpha(coincidences: Floats, distances: Floats) -> Floats:
    totals = coincidences.sum(2)
    expected = (totals[:, :, None] * totals[:, None, :] * distances).sum((1, 2))
    observed = (coincidences * distances).sum((1, 2))
    return _one_minus((totals.sum(1) - 1) * observed, expected)


def _interval_alpha(sums: Floats) -> Floats:
    within, count, total, squares = sums.T
    return _one_minus((count - 1) * within, 2 * (count * squares - total**2))


def _fleiss(sums: Floats, number: int) -> Floats:
    totals = sums[:, : number * number].reshape(-1, number, number).sum(2)
    return _beyond_chance(_raw(sums, number), ((totals / totals.sum(1, keepdims=True)) ** 2).sum(1))


def _ac1(sums: Floats, number: int) -> Floats:
    shares = sums[:, number * number + 2 :] / sums[:, number * number + 1, None]
    return _beyond_chance(_raw(sums, number), (shares * (1 - shares)).sum(1) / (number - 1))


def _s(sums: Floats, number: int) -> Floats:
    return _beyond_chance(_raw(sums, number), np.full(len(sums), 1 / number))


def _beyond_chance(agreeing: Floats, chance: Floats) -> Floats:
    return _one_minus(1 - agreeing, 1 - chance)


def _one_minus(observed: Floats, expected: Floats) -> Floats:
    """1 - observed / expected; NaN where nothing else than agreement is expected."""
    certain = expected <= _TINY
    return np.where(certain, np.nan, 1 - observed / np.where(certain, 1, expected))


def _estimate(value: Floats, draws: Floats) -> Estimate | None:
    if np.isnan(value[0]):
        return None
    low, high = percentile_interval(draws) or (0.0, 0.0)
    return Estimate(float(value[0]), low, high) if low < high else Estimate(float(value[0]))


_FIGURES = {
    "raw": _raw,
    "alpha_nominal": _nominal_alpha,
    "alpha_ordinal": _ordinal_alpha,
    "ac1": _ac1,
    "s": _s,
    "fleiss": _fleiss,
}
_TINY = 1e-12
