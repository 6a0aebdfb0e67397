"""MinHash with banding: keys of poems, such that similar poems are likely to share one.

A hash orders all shingles at random. The probability that two poems have the same smallest shingle is their similarity.
A band combines :data:`ROWS` such hashes into one key. So two poems of similarity s share the key of a band with
probability s**ROWS, and the key of at least one band with probability 1 - (1 - s**ROWS)**bands.
"""

import math

import numpy as np
import numpy.typing as npt

from versebench.transforms.near_duplicates.shingles import Numbers, Shingles, mixed, odd

ROWS = 4
"""Hashes of a band. With fewer, poems that share only a phrase often share a key, and the comparisons grow with the
square of the corpus. With more, a threshold needs many more bands."""

MISSED = 0.01
"""The greatest probability that two poems at the threshold share no key; for more similar poems it is smaller."""


def bands(similarity: float) -> int:
    """The number of bands that a threshold needs to miss at most a share :data:`MISSED` of the pairs just at it."""
    return 1 if similarity == 1 else math.ceil(math.log(MISSED) / math.log1p(-(similarity**ROWS)))


def chance(similarity: float, number: int) -> float:
    """The probability that two poems of this similarity share a key, given the number of bands."""
    return 1 - (1 - similarity**ROWS) ** number


def band_keys(shingles: Shingles, number: int) -> npt.NDArray[np.uint64]:
    """Returns the keys of the poems, of shape (bands, poems). Keys of different bands are not comparable."""
    keys = np.empty((number, len(shingles.counts)), np.uint64)
    starts = shingles.starts
    for band in range(number if len(starts) else 0):
        key = np.full(len(starts), odd(f"band {band}"))
        for row in range(ROWS):
            key = mixed(key ^ _smallest(shingles, starts, f"band {band}, row {row}"))
        keys[band] = key
    return keys


def _smallest(shingles: Shingles, starts: npt.NDArray[np.int64], name: str) -> Numbers:
    """The smallest hash of each poem's shingles, under the hash function of a name."""
    values: Numbers = np.minimum.reduceat((shingles.hashes ^ odd(f"{name}, xor")) * odd(name), starts)
    return values
