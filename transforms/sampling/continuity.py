"""Continuity: edits that were sampled in the previous release are sampled first again.

Ranks are uniform 64-bit numbers, and the smallest are sampled. The ranks of kept edits are moved to the lower half of
the numbers and all others to the upper half; each half keeps its order. So a sample of the old size or larger contains
all kept edits that can still be made, and a new poem takes a free place without displacing another.
"""

from collections.abc import Callable, Collection

import numpy as np

Edit = tuple[str, str, int]
"""A work, the label of a task, and the number of the edit."""

KeptEdits = Callable[[int], Collection[Edit]]
"""A function from a shard to the edits that were pairs of the previous release. It is sent to the workers."""

KeptWorks = Callable[[int], Collection[tuple[str, str]]]
"""A function from a shard to the works that models were asked about in the previous release, each with the name of its
candidates (``ModelTask.offered_as``)."""

_UPPER_HALF = 1 << 63


def continued_ranks(ranks: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """Returns the ranks of edits (uint64) with those marked in ``kept`` (bool) before all others."""
    lower = ranks >> np.uint64(1)
    return np.where(kept, lower, lower | np.uint64(_UPPER_HALF))


def continued_rank(rank: int, *, kept: bool) -> int:
    """Like :func:`continued_ranks`, for one rank."""
    return rank >> 1 if kept else rank >> 1 | _UPPER_HALF
