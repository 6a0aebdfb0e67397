"""Sums over samples that are drawn again, without keeping the samples."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.statistics.bootstrap import DRAWS, resamples

FEWEST_DRAWS = 200
MOST_NUMBERS = 4_000_000
"""Numbers that all draws together may take before there are fewer draws."""

_BLOCK = 1 << 20


def draws_for(size: int) -> int:
    """How often a sample of this size is drawn again: 2,000 times, down to 200 for 20,000 members and more."""
    return max(FEWEST_DRAWS, min(DRAWS, MOST_NUMBERS // max(1, size)))


def each_resample(key: str, size: int, draws: int) -> Iterator[NDArray[np.float64]]:
    """How often each member of a sample is in each of the samples that are drawn again, one sample after another."""
    for block in _blocks(key, size, draws):
        yield from block


def resample_sums(key: str, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The column sums of the samples that are drawn from the rows: an array with a row for each draw."""
    return np.concatenate([block @ rows for block in _blocks(key, len(rows), draws_for(len(rows)))])


def _blocks(key: str, size: int, draws: int) -> Iterator[NDArray[np.float64]]:
    """The same for some samples at once: arrays of shape (samples, size)."""
    most = max(1, _BLOCK // max(1, size))
    for start in range(0, draws, most):
        number = min(most, draws - start)
        places = resamples(f"{key}\x1f{start}", size, number) + size * np.arange(number)[:, None]
        yield np.bincount(places.ravel(), minlength=number * size).reshape(number, size).astype(np.float64)
