"""An interval of Spearman's correlation for pairs that come in clusters, for example of poems."""

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.statistics.bootstrap import percentile_interval
from versebench.transforms.statistics.resample_sums import draws_for, each_resample

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


def spearman_interval(x: Floats, y: Floats, clusters: Codes, key: str) -> tuple[float, float] | None:
    """The 95 % interval by bootstrap over clusters, drawn by hashes of the key; None if no draw has a correlation."""
    first, second = (np.unique(values, return_inverse=True)[1].astype(np.int64) for values in (x, y))
    number = int(clusters.max()) + 1
    drawn = [
        weighted_spearman(first, second, weights[clusters]) for weights in each_resample(key, number, draws_for(number))
    ]
    return percentile_interval(np.array(drawn))


def weighted_spearman(x: Codes, y: Codes, weights: Floats) -> float:
    """Spearman's correlation if each pair stands as often as its weight says; NaN if all values of a side are equal.

    The values are given by their places among the different ones, so that ranks need no sorting.
    """
    first, second = _ranks(x, weights), _ranks(y, weights)
    total = weights.sum()
    first, second = first - weights @ first / total, second - weights @ second / total
    spread = (weights @ first**2) * (weights @ second**2)
    return float(weights @ (first * second) / np.sqrt(spread)) if spread > 0 else float("nan")


def _ranks(level: Codes, weights: Floats) -> Floats:
    counts = np.bincount(level, weights)
    return np.asarray((np.cumsum(counts) - counts / 2)[level], np.float64)
