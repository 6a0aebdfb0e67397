"""Whether probabilities come true: Brier's score in parts, and the reliability curve."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BINS = 10


@dataclass(frozen=True)
class Brier:
    """The score (Brier 1950) is reliability - resolution + uncertainty (Murphy 1973, J. Applied Meteorology 12)."""

    score: float
    reliability: float
    resolution: float
    uncertainty: float


@dataclass(frozen=True)
class CalibrationBin:
    """Judgements with a probability above number / 10 and up to (number + 1) / 10; the first holds 0 too."""

    number: int
    judgements: int
    mean_probability: float
    human_share: float


def brier(probabilities: Floats, human: NDArray[np.bool_]) -> Brier:
    """The parts are over the different probabilities that were given, so that they add up exactly."""
    _, level, counts = np.unique(probabilities, return_inverse=True, return_counts=True)
    given, true = (np.bincount(level, values) / counts for values in (probabilities, human))
    base, weights = float(human.mean()), counts / len(human)
    return Brier(
        float(((probabilities - human) ** 2).mean()),
        float((weights * (given - true) ** 2).sum()),
        float((weights * (true - base) ** 2).sum()),
        base * (1 - base),
    )


def reliability_curve(probabilities: Floats, human: NDArray[np.bool_]) -> list[CalibrationBin]:
    """The bins that hold judgements."""
    bins = np.searchsorted(np.linspace(0, 1, BINS + 1)[1:-1], probabilities)
    return [
        CalibrationBin(int(number), int(inside.sum()), float(probabilities[inside].mean()), float(human[inside].mean()))
        for number in np.unique(bins)
        for inside in [bins == number]
    ]
