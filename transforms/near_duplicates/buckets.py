"""From keys to the pairs of poems that are to be compared."""

import numpy as np
import numpy.typing as npt

ENTRY = np.dtype([("key", "<u8"), ("poem", "<u8")])
"""A key of a band, and a poem by its place among all poems in the order of their ids."""

PAIR = np.dtype([("first", "<u8"), ("second", "<u8")])
"""Two poems by their places, the lesser first."""

MOST_PAIRED = 16
"""A bucket, which is all poems of one key, gives all its pairs up to this size. In a larger one each poem is paired
with the first alone, so that pairs grow with the poems and never with their square; of those poems two that are
near-duplicates of each other, and not of the first, are found by other bands or not at all."""


def candidates(entries: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """The pairs of poems that share a key, each once and in order, whatever the order of the entries."""
    entries = entries[np.lexsort((entries["poem"], entries["key"]))]
    begins = np.flatnonzero(np.r_[True, entries["key"][1:] != entries["key"][:-1]][: len(entries)])
    sizes = np.diff(np.r_[begins, len(entries)])
    bucket = np.repeat(np.arange(len(begins)), sizes)
    small = (sizes > 1) & (sizes <= MOST_PAIRED)
    some = np.flatnonzero(small[bucket])
    parts = []
    for distance in range(1, min(MOST_PAIRED, len(some))):
        together = bucket[some[distance:]] == bucket[some[: len(some) - distance]]
        parts.append((some[: len(some) - distance][together], some[distance:][together]))
    others = np.flatnonzero(sizes[bucket] > MOST_PAIRED)
    others = others[others != begins[bucket[others]]]
    parts.append((begins[bucket[others]], others))
    pairs = np.empty(sum(len(first) for first, _ in parts), PAIR)
    for side, name in enumerate(("first", "second")):
        pairs[name] = entries["poem"][np.concatenate([part[side] for part in parts])]
    return np.unique(pairs)
