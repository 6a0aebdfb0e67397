"""Logistic regression of shares, with standard errors that need no model of their variance."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEPS = 100
_CLOSE = 1e-10
"""Size of a step of Newton's method after which the next one changes nothing that a number can hold."""

_LARGEST = 30.0
"""A row whose log-odds go beyond this means that a predictor separates the sides: there is no estimate."""


_NO_RESIDUAL = 1e-9
"""A standard error, in log-odds for each deviation of a column, that is rounding alone."""


@dataclass(frozen=True)
class Coefficient:
    """An estimate in log-odds with its standard error, which is 0 if the rows that it rests on leave no residuals."""

    value: float
    error: float

    def interval(self, z: float) -> tuple[float, float]:
        """The estimate plus and minus ``z`` standard errors."""
        return self.value - z * self.error, self.value + z * self.error

    @property
    def p(self) -> float | None:
        """Two-sided p of the estimate being zero, by the normal distribution; None without residuals."""
        from scipy.special import ndtr  # only analyses should pay for the import

        return float(2 * ndtr(-abs(self.value) / self.error)) if self.error > 0 else None


def logistic(predictors: Floats, shares: Floats) -> list[Coefficient] | None:
    """The intercept and a coefficient for each column of ``predictors`` [rows, columns]; ``shares`` are from 0 to 1.

    Newton's method; errors are those of White (1980), as shares are not counts (Papke and Wooldridge 1996). None if
    there are no more rows than columns, a number is not finite, a column follows from others, or the sides are
    separated.
    """
    design = np.column_stack([np.ones(len(shares)), predictors])
    if len(shares) <= design.shape[1] or not (np.isfinite(design).all() and np.isfinite(shares).all()):
        return None
    if np.linalg.matrix_rank(design) < design.shape[1]:
        return None
    scale = _standard(predictors)
    fit = _newton(design @ scale, shares)
    if fit is None:
        return None
    values, covariance = scale @ fit[0], scale @ fit[1] @ scale.T
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    errors[errors * np.concatenate([[1.0], predictors.std(axis=0)]) < _NO_RESIDUAL] = 0.0
    return [Coefficient(float(value), float(error)) for value, error in zip(values, errors, strict=True)]


def _standard(predictors: Floats) -> Floats:
    """What turns the design into one whose columns have mean 0 and deviation 1, so that units do not matter."""
    means, deviations = predictors.mean(axis=0), predictors.std(axis=0)
    scale = np.diag(np.concatenate([[1.0], 1 / deviations]))
    scale[0, 1:] = -means / deviations
    return scale


def _newton(design: Floats, shares: Floats) -> tuple[Floats, Floats] | None:
    """Estimates and their covariance; None if they have no end."""
    from scipy.special import expit  # only analyses should pay for the import

    values = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        expected = expit(design @ values)
        information = design.T @ (design * (expected * (1 - expected))[:, None])
        try:
            inverse = np.linalg.inv(information)
        except np.linalg.LinAlgError:
            return None
        step = inverse @ (design.T @ (shares - expected))
        values = values + step
        if not np.abs(design @ values).max() < _LARGEST:
            return None
        if np.abs(step).max() < _CLOSE:
            scores = design * (shares - expit(design @ values))[:, None]
            return values, inverse @ (scores.T @ scores) @ inverse
    return None
