"""Samples drawn again from a sample, by hashes: the same on any machine, in any order."""

import hashlib

import numpy as np
from numpy.typing import NDArray

DRAWS = 2_000


def resamples(key: str, size: int, draws: int = DRAWS) -> NDArray[np.int64]:
    """The places of ``draws`` samples of ``size`` out of as many, with replacement: an array of shape (draws, size).

    The key names what is drawn, for example the seed and the artist. The numbers are 64 bits of the extendable hash
    SHAKE-256, modulo the size, which favours no place by more than its share times size / 2**64.
    """
    numbers = np.frombuffer(hashlib.shake_256(key.encode()).digest(8 * draws * size), ">u8")
    return (numbers % max(1, size)).astype(np.int64).reshape(draws, size)


def percentile_interval(values: NDArray[np.float64], level: float = 0.95) -> tuple[float, float] | None:
    """The ends of the middle share ``level`` of the values, NaN left out; None if there are no values."""
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
