"""Wilcoxon's signed-rank test under named rules for zeros, and the shift of Hodges and Lehmann."""

from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.statistics.accuracy import Z_95

ZeroRule = Literal["dropped", "pratt"]
_SCIPY_RULES: dict[ZeroRule, Literal["wilcox", "pratt"]] = {"dropped": "wilcox", "pratt": "pratt"}

MOST_EXACT = 50


def signed_rank_p(differences: NDArray[np.float64], zeros: ZeroRule) -> float | None:
    """Whether differences are around zero, two-sided; None if all are zero.

    Zeros are dropped (Wilcoxon 1945) or ranked and then left out (Pratt 1959). The test is exact for up to 50
    differences without ties and zeros, else the normal approximation without continuity correction.
    """
    from scipy.stats import wilcoxon  # only comparisons should pay for the import

    sizes = np.abs(differences).round(12)
    if not len(sizes) or not sizes.any():
        return None
    exact = len(sizes) <= MOST_EXACT and sizes.all() and len(np.unique(sizes)) == len(sizes)
    rounded = differences.round(12)
    method: Literal["exact", "asymptotic"] = "exact" if exact else "asymptotic"
    return float(wilcoxon(rounded, zero_method=_SCIPY_RULES[zeros], correction=False, method=method).pvalue)


@dataclass(frozen=True)
class Shift:
    """The median of the means of every two differences, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def hodges_lehmann(differences: NDArray[np.float64]) -> Shift:
    """The shift with the interval that the signed-rank test gives by its normal approximation.

    Equal differences are counted, not listed, so that memory grows with the number of different ones.
    """
    values, counts = np.unique(differences.round(12), return_counts=True)
    first, second = np.triu_indices(len(values))
    numbers = np.where(first == second, counts[first] * (counts[first] + 1) // 2, counts[first] * counts[second])
    means = (values[first] + values[second]) / 2
    order = np.argsort(means, kind="stable")
    means, upto = means[order], np.cumsum(numbers[order])
    n, all_pairs = len(differences), int(upto[-1])
    outside = round(n * (n + 1) / 4 - Z_95 * sqrt(n * (n + 1) * (2 * n + 1) / 24))
    places = [(all_pairs - 1) // 2, all_pairs // 2, max(0, outside), min(all_pairs - 1, all_pairs - 1 - outside)]
    lower, upper, low, high = (float(means[np.searchsorted(upto, place, "right")]) for place in places)
    return Shift((lower + upper) / 2, low, high)
