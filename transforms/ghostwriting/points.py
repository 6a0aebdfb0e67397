"""The points of a generator: groups of its verses by what it was set to."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.ghostwriting.vectors import Floats, Integers


@dataclass(frozen=True)
class Points:
    """The points of verses.

    ``x`` is of shape (points,) and rises; ``point`` is of shape (verses,) and numbers the point of each verse from 0.
    """

    x: Floats
    point: Integers

    def __len__(self) -> int:
        """The number of points."""
        return len(self.x)

    @property
    def verses(self) -> Integers:
        """The number of verses of each point, of shape (points,)."""
        return np.bincount(self.point, minlength=len(self))

    def known(self, values: Floats) -> Integers:
        """The number of verses of each point whose value is not NaN."""
        return np.bincount(self.point[~np.isnan(values)], minlength=len(self))

    def means(self, values: Floats, weights: Floats | None = None) -> Floats:
        """The mean of the verses of each point, of shape (points,); ``values`` and ``weights`` of shape (verses,).

        A verse whose value is NaN is left out. A point without a known value, or without weight, has NaN.
        """
        weights = np.where(np.isnan(values), 0.0, 1.0 if weights is None else weights)
        sums = np.bincount(self.point, np.where(np.isnan(values), 0.0, values) * weights, len(self))
        totals = np.bincount(self.point, weights, len(self))
        return quotients(sums.astype(np.float64), totals.astype(np.float64))


def points_of(settings: Sequence[int] | NDArray[np.int64], every: int = 1) -> Points:
    """The points of verses by what their generator was set to, of shape (verses,).

    A point holds the settings from k · ``every`` to the next such number, and stands at its first: with 1, each order
    of an n-gram model is a point; with 2,000, iterations 0 to 16,400 are nine, and the last is from 16,000 to 16,400.
    """
    groups, point = np.unique(np.asarray(settings, np.int64) // every, return_inverse=True)
    return Points((groups * every).astype(np.float64), point.astype(np.int64))


def quotients(sums: Floats, totals: Floats) -> Floats:
    """Sums over totals, and NaN where the total is 0."""
    result = np.full(len(sums), np.nan)
    np.divide(sums, totals, out=result, where=totals != 0)
    return result
