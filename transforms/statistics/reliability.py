"""How reliable the share of judges who are right is, which bounds every correlation with it."""

import numpy as np
from numpy.typing import NDArray


def share_reliability(right: NDArray[np.int64], judged: NDArray[np.int64]) -> float | None:
    """The share of the variance between items that is not chance of who judged them.

    ``right`` and ``judged`` are judgements of each item; items with one are left out. None if no item has two, or all
    have the same share. A correlation with the share can hardly exceed the square root (Spearman 1904).
    """
    right, judged = right[judged > 1], judged[judged > 1]
    if len(judged) < 2:
        return None
    share = right / judged
    between = float(share.var(ddof=1))
    if between == 0:
        return None
    chance = float((share * (1 - share) / (judged - 1)).mean())
    return max(0.0, 1 - chance / between)


def majority_right(right: NDArray[np.int64], judged: NDArray[np.int64]) -> tuple[NDArray[np.bool_], int]:
    """Of each item whether more than half of its judges are right, and how many items are tied. A tie is not right."""
    return 2 * right > judged, int((2 * right == judged).sum())
