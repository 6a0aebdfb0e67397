"""The order of sampling after a previous release: what was sampled there comes before everything else.

Ranks are uniform 64-bit numbers, of which the smallest are taken. Those of what is kept go to the lower half of the
numbers and all others to the upper half, each half in its old order. So a sample of the old size or a larger one holds
all that is kept and can still be made, and a poem that was added takes a free place and displaces nothing.
"""

from collections.abc import Callable, Collection

import numpy as np

Edit = tuple[str, str, int]
"""A work, the label of a task, and the number of the edit."""

KeptEdits = Callable[[int], Collection[Edit]]
"""For a shard the edits that were pairs of the previous release; it travels to the workers."""

KeptWorks = Callable[[int], Collection[tuple[str, str]]]
"""For a shard the works about which models were asked in the previous release, each with what its candidates are of."""

_UPPER_HALF = 1 << 63


def continued_ranks(ranks: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """The ranks of edits, unsigned and of 64 bits, where ``kept`` says which of them come first."""
    lower = ranks >> np.uint64(1)
    return np.where(kept, lower, lower | np.uint64(_UPPER_HALF))


def continued_rank(rank: int, *, kept: bool) -> int:
    """:func:`continued_ranks` of one rank."""
    return rank >> 1 if kept else rank >> 1 | _UPPER_HALF
