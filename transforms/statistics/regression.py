"""A line of least squares, and isotonic regression."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_NO_DIFFERENCE = 1e-12
"""A smaller difference over all x, relative to the largest y, is an error of rounding."""


@dataclass(frozen=True)
class Line:
    """A line through n points.

    ``r2`` is the share of the variance of y that it explains, None if all y are equal. The standard errors are None
    for two points, which a line fits without error.
    """

    slope: float
    intercept: float
    r2: float | None
    slope_error: float | None
    intercept_error: float | None
    n: int

    def at(self, x: float) -> float:
        """The y of the line at x."""
        return self.intercept + self.slope * x

    @property
    def flat(self) -> bool:
        """Whether the slope is 0 or within its standard error of it."""
        return self.slope == 0 or (self.slope_error is not None and abs(self.slope) <= self.slope_error)


def least_squares(x: Floats | Sequence[float], y: Floats | Sequence[float]) -> Line | None:
    """The line of least squares; points with a NaN are left out. None if fewer than two x differ.

    If y differs by errors of rounding only, the slope is 0.
    """
    x, y = (np.asarray(values, np.float64) for values in (x, y))
    known = ~(np.isnan(x) | np.isnan(y))
    x, y = x[known], y[known]
    if not len(x) or x.min() == x.max():
        return None
    mean_x, mean_y = float(x.mean()), float(y.mean())
    from_mean = x - mean_x
    squares = float(from_mean @ from_mean)
    total = float(((y - mean_y) ** 2).sum())
    equal = total == 0 or float(np.ptp(y)) <= _NO_DIFFERENCE * float(np.abs(y).max())
    slope = 0.0 if equal else float(from_mean @ (y - mean_y)) / squares
    intercept = mean_y - slope * mean_x
    left = 0.0 if equal else float(((y - mean_y - slope * from_mean) ** 2).sum())
    error = sqrt(left / (len(x) - 2) / squares) if len(x) > 2 else None
    return Line(
        slope=slope,
        intercept=intercept,
        r2=None if equal else min(slope**2 * squares / total, 1.0),
        slope_error=error,
        intercept_error=None if error is None else error * sqrt(squares / len(x) + mean_x**2),
        n=len(x),
    )


def lines(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The slopes and intercepts of many lines of least squares, of shape (lines,).

    ``x`` is of shape (points,) and ``y`` of shape (lines, points); a NaN leaves a point out of a line. Both are NaN if
    fewer than two points are left.
    """
    known = ~np.isnan(y)
    counts = known.sum(1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean_x, mean_y = ((np.where(known, values, 0.0).sum(1)) / counts for values in (x, y))
        from_mean = np.where(known, x - mean_x[:, None], 0.0)
        squares = (from_mean**2).sum(1)
        slopes = (from_mean * np.where(known, y - mean_y[:, None], 0.0)).sum(1) / np.where(squares, squares, np.nan)
    return slopes, mean_y - slopes * mean_x


def isotonic(y: Floats | Sequence[float]) -> Floats:
    """The values nearest to y, in the sum of squares, that go one way only: up or down, whichever fits better.

    If both fit equally well, they go up. Adjacent values in the wrong order are put together (Ayer et al. 1955).
    """
    values = np.asarray(y, np.float64)
    up, down = _rising(values), -_rising(-values)
    return up if ((up - values) ** 2).sum() <= ((down - values) ** 2).sum() else down


def _rising(values: Floats) -> Floats:
    blocks: list[tuple[float, int]] = []  # the sum and the number of values that have one mean
    for value in values.tolist():
        total, count = value, 1
        while blocks and blocks[-1][0] * count >= total * blocks[-1][1]:
            before, number = blocks.pop()
            total, count = total + before, count + number
        blocks.append((total, count))
    return np.repeat([total / count for total, count in blocks], [count for _, count in blocks]).astype(np.float64)
