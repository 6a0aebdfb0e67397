"""Accuracy with a 95 % interval that accounts for pairs that share a poem."""

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054
"""Quantile of the normal distribution for 95 %."""


@dataclass(frozen=True)
class Interval:
    """A share with the ends of its interval."""

    share: float
    low: float
    high: float


def clustered_interval(
    pairs: int, correct: int, poems: int, correct_squared: int, correct_times_pairs: int, pairs_squared: int
) -> Interval:
    """Wilson's interval at the effective number of pairs.

    The last three arguments are sums over poems. The variance between poems divided by that of independent pairs is the
    design effect (Kish 1965). The effective number is the number of pairs divided by the design effect (Korn and
    Graubard 1998), which counts as at least 1. If all pairs or none are correct, it cannot be estimated, and the
    effective number is that of the poems.
    """
    share = correct / pairs
    independent = share * (1 - share) / pairs
    if independent == 0 or poems < 2:
        worth: float = poems
    else:
        spread = correct_squared - 2 * share * correct_times_pairs + share**2 * pairs_squared
        clustered = poems / (poems - 1) * spread / pairs**2
        worth = pairs / max(1.0, clustered / independent)
    return wilson(share, worth, Z_95)


def wilson(share: float, count: float, quantile: float) -> Interval:
    """Wilson's interval (1927) of a share of ``count`` independent trials; the quantile sets its level."""
    weight = quantile**2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = quantile / (1 + weight) * sqrt(share * (1 - share) / count + weight / (4 * count))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))
