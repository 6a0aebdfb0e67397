"""Shares of judgements with a 95 % interval that accounts for judges and poems."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.statistics.accuracy import Z_95, Interval, wilson

Codes = NDArray[np.int64]


def two_way_interval(correct: NDArray[np.bool_], judges: Codes, poems: Codes) -> Interval | None:
    """Wilson's interval at the effective number of judgements; None with fewer than two judges or poems.

    ``judges`` and ``poems`` are numbers from 0. The variance is that between judges, plus that between poems, minus
    that between single cells (Cameron, Gelbach and Miller 2011, JBES 29, 238-249), and at least each of the first two.
    The effective number is the number of judgements divided by the design effect. The quantile is Student's, with one
    degree of freedom more than there are judges or poems, whichever are fewer. If all judgements are right or all
    wrong, the variance cannot be estimated; then the effective number is that of the poems, and the quantile normal.
    """
    people, texts = len(np.unique(judges)), len(np.unique(poems))
    if people < 2 or texts < 2:
        return None
    count, share = len(correct), float(correct.mean())
    independent = share * (1 - share) / count
    if independent == 0:
        return wilson(share, texts, Z_95)
    design_effect = _variance(correct.astype(np.float64) - share, judges, poems) / independent
    return wilson(share, count / max(1.0, design_effect), _quantile(min(people, texts) + 1))


def _variance(errors: NDArray[np.float64], judges: Codes, poems: Codes) -> float:
    cells = np.unique(judges * (poems.max() + 1) + poems, return_inverse=True)[1]
    by_judge, by_poem, by_cell = (_one_way(errors, groups) for groups in (judges, poems, cells))
    return max(by_judge + by_poem - by_cell, by_judge, by_poem)


def _one_way(errors: NDArray[np.float64], groups: Codes) -> float:
    """The variance of the mean if errors of one group may go together."""
    sums = np.bincount(groups, errors)
    members = len(np.unique(groups))
    return float(members / (members - 1) * (sums**2).sum() / len(errors) ** 2)


def _quantile(degrees: int) -> float:
    from scipy.special import stdtrit  # only comparisons should pay for the import

    return float(stdtrit(degrees, 0.975))


def mean_interval(values: NDArray[np.float64], judges: Codes, poems: Codes) -> tuple[float, float] | None:
    """The interval of the mean of grades from 0 to 1, by the same variance; None where it cannot be estimated."""
    people, texts, mean = len(np.unique(judges)), len(np.unique(poems)), float(values.mean())
    if people < 2 or texts < 2 or np.ptp(values) == 0:
        return None
    half = _quantile(min(people, texts) + 1) * sqrt(_variance(values - mean, judges, poems))
    return max(0.0, mean - half), min(1.0, mean + half)
