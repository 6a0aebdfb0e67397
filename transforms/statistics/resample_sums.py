"""Sums over samples that are drawn again, without keeping the samples."""

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.statistics.bootstrap import DRAWS, resamples

FEWEST_DRAWS = 200
MOST_NUMBERS = 20_000_000
"""Numbers that all draws together may take before there are fewer draws."""

_BLOCK = 1 << 21


def draws_for(size: int) -> int:
    """How often a sample of this size is drawn again: 2,000 times, down to 200 for more than 10,000 members."""
    return max(FEWEST_DRAWS, min(DRAWS, MOST_NUMBERS // max(1, size)))


def resample_weights(key: str, size: int, draws: int) -> NDArray[np.float64]:
    """How often each member of a sample is in each of the samples drawn again: an array of shape (draws, size)."""
    places = resamples(key, size, draws) + size * np.arange(draws)[:, None]
    return np.bincount(places.ravel(), minlength=draws * size).reshape(draws, size).astype(np.float64)


def resample_sums(key: str, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The column sums of the samples that are drawn from the rows: an array with a row for each draw."""
    draws, block = draws_for(len(rows)), max(1, _BLOCK // max(1, len(rows)))
    parts = [
        resample_weights(f"{key}\x1f{start}", len(rows), min(block, draws - start)) @ rows
        for start in range(0, draws, block)
    ]
    return np.concatenate(parts)
