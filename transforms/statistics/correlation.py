"""Correlations with intervals and tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.statistics.accuracy import Z_95

Floats = NDArray[np.float64]

FEWEST = 3
"""Pairs that a correlation needs: two are always on a line."""


@dataclass(frozen=True)
class Correlation:
    """Pearson's and Spearman's correlation of n pairs.

    Everything but ``n`` is None for fewer than three pairs, and if all values of one side are equal. ``low`` and
    ``high`` are the ends of Fisher's 95 % interval of Pearson's, which needs four pairs. Both p are two-sided, from
    Student's distribution.
    """

    n: int
    pearson: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    spearman: float | None = None
    spearman_p: float | None = None


def correlate(x: Sequence[float | None] | Floats, y: Sequence[float | None] | Floats) -> Correlation:
    """The correlation of the pairs of which both values are known, neither None nor NaN."""
    first, second = (np.array([np.nan if value is None else value for value in values], float) for values in (x, y))
    known = ~(np.isnan(first) | np.isnan(second))
    first, second = first[known], second[known]
    n = len(first)
    if n < FEWEST or np.ptp(first) == 0 or np.ptp(second) == 0:
        return Correlation(n)
    pearson, spearman = _product_moment(first, second), _product_moment(_ranks(first), _ranks(second))
    low, high = fisher_interval(pearson, n) or (None, None)
    return Correlation(n, pearson, low, high, p_value(pearson, n), spearman, p_value(spearman, n))


def fisher_interval(r: float, n: int) -> tuple[float, float] | None:
    """The 95 % interval of a correlation of n pairs; None for fewer than four."""
    if n <= FEWEST:
        return None
    if abs(r) == 1:
        return r, r
    half = Z_95 / sqrt(n - 3)
    return tanh(atanh(r) - half), tanh(atanh(r) + half)


def p_value(r: float, n: int) -> float:
    """How probable at least such a correlation of n pairs is if there is none, two-sided."""
    from scipy.special import betainc  # only comparisons should pay for the import

    return float(betainc(n / 2 - 1, 0.5, (1 - r) * (1 + r)))


def critical_correlation(n: int, level: float = 0.05) -> float | None:
    """The least absolute correlation of n pairs with p below the level; None for fewer than three."""
    from scipy.special import stdtrit

    if n < FEWEST:
        return None
    t = float(stdtrit(n - 2, 1 - level / 2))
    return t / sqrt(n - 2 + t**2)


def _product_moment(x: Floats, y: Floats) -> float:
    x, y = ((values - values.mean()) / np.linalg.norm(values - values.mean()) for values in (x, y))
    return max(-1.0, min(1.0, float(x @ y)))


def _ranks(values: Floats) -> Floats:
    """The ranks from 1; equal values have the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[places], np.float64)
