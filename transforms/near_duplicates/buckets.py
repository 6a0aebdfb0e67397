"""From the keys of poems to the pairs of poems to compare."""

import numpy as np
import numpy.typing as npt

ENTRY = np.dtype([("key", "<u8"), ("poem", "<u8")])
"""A key of a band, and a poem, by its place among all poems in the order of ids."""

PAIR = np.dtype([("first", "<u8"), ("second", "<u8")])
"""Two poems by their places, the smaller place first."""

MOST_PAIRED = 16
"""The largest bucket of which all pairs are compared. A bucket contains all poems with one key. In a larger bucket each
poem is paired with the first only, so that the number of pairs grows with the poems and not with their square. Two of
these poems that are near-duplicates of each other, but not of the first, are found by other bands or not at all."""


def candidates(entries: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Returns the pairs of poems that share a key, each once, sorted; the order of the entries does not matter."""
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
