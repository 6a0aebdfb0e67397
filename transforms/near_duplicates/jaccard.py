"""The exact Jaccard similarity of poems."""

import numpy as np
import numpy.typing as npt

from versebench.transforms.near_duplicates.shingles import Shingles

Places = npt.NDArray[np.int64]

_COMPARED_AT_ONCE = 1 << 16
"""Pairs that are compared at once: with poems of thirty words they take some two hundred megabytes."""


def similarities(shingles: Shingles, first: Places, second: Places) -> npt.NDArray[np.float64]:
    """Returns, for pairs of poems given by their places, the share of their shingles that both have, from 0 to 1."""
    starts = range(0, len(first), _COMPARED_AT_ONCE)
    parts = (slice(start, start + _COMPARED_AT_ONCE) for start in starts)
    return np.concatenate([np.zeros(0), *(_similarities(shingles, first[part], second[part]) for part in parts)])


def _similarities(shingles: Shingles, first: Places, second: Places) -> npt.NDArray[np.float64]:
    sides = [shingles.take(places) for places in (first, second)]
    pair = np.concatenate([np.repeat(np.arange(len(first)), side.counts) for side in sides])
    hashes = np.concatenate([side.hashes for side in sides])
    order = np.lexsort((hashes, pair))
    pair, hashes = pair[order], hashes[order]
    # A poem has each shingle once, so two equal shingles of a pair belong to different poems.
    repeated = (pair[1:] == pair[:-1]) & (hashes[1:] == hashes[:-1])
    shared = np.bincount(pair[1:][repeated], minlength=len(first))
    similarity: npt.NDArray[np.float64] = shared / (sides[0].counts + sides[1].counts - shared)
    return similarity
