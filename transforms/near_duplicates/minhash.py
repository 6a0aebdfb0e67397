"""MinHash with banding: keys of poems, of which two poems share one the sooner the more alike they are.

A hash orders all shingles at random; that two poems have the same smallest one is as likely as they are similar. A band
brings :data:`ROWS` such hashes together into one key, so that two poems of similarity s share the key of a band with
probability s**ROWS, and a key of some band with probability 1 - (1 - s**ROWS)**bands.
"""

import math

import numpy as np
import numpy.typing as npt

from versebench.transforms.near_duplicates.shingles import Numbers, Shingles, mixed, odd

ROWS = 4
"""Hashes of a band. With fewer, poems that share a mere turn of phrase meet often, and what has to be compared grows
with the square of the corpus; with more, a threshold needs many more bands."""

MISSED = 0.01
"""The chance that two poems whose similarity is just the threshold share no key; the more alike, the less."""


def bands(similarity: float) -> int:
    """How many bands a threshold needs, so that no more than :data:`MISSED` of the pairs just at it are not seen."""
    return 1 if similarity == 1 else math.ceil(math.log(MISSED) / math.log1p(-(similarity**ROWS)))


def chance(similarity: float, number: int) -> float:
    """The probability that two poems of this similarity share a key of so many bands."""
    return 1 - (1 - similarity**ROWS) ** number


def band_keys(shingles: Shingles, number: int) -> npt.NDArray[np.uint64]:
    """The keys of every poem, a row for each of so many bands. Keys of two bands are never meant to be compared."""
    keys = np.empty((number, len(shingles.counts)), np.uint64)
    starts = shingles.starts
    for band in range(number if len(starts) else 0):
        key = np.full(len(starts), odd(f"band {band}"))
        for row in range(ROWS):
            key = mixed(key ^ _smallest(shingles, starts, f"band {band}, row {row}"))
        keys[band] = key
    return keys


def _smallest(shingles: Shingles, starts: npt.NDArray[np.int64], name: str) -> Numbers:
    """The smallest hash of each poem's shingles, in the order that belongs to a name."""
    values: Numbers = np.minimum.reduceat((shingles.hashes ^ odd(f"{name}, xor")) * odd(name), starts)
    return values
