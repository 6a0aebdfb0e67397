"""What the answers of a study can show: half widths of intervals, and the power to tell people from models."""

import math
from dataclasses import dataclass

import numpy as np

ICC_JUDGES, ICC_ITEMS = 0.05, 0.10
"""Shares of variance that judgements of one judge, and of one item, have in common, until a pilot study gives them."""

_LEVEL = 0.05
_NEGLIGIBLE = 1e-12


@dataclass(frozen=True)
class Estimate:
    """What a part of the study can show, and of which model the power is about."""

    protocol: str
    task: str
    items: int
    judgements: int
    accuracy: float
    half_width: float


@dataclass(frozen=True)
class Power:
    """How probably people are told from a model on the same pairs, if they have the expected accuracy."""

    task: str
    model: str
    convention: str
    reduction: str
    pairs: int
    model_accuracy: float
    power: float


def half_width(judges: int, items: int, judgements: int, accuracy: float) -> float:
    """Half the 95 % interval of an accuracy, which knows judges and items, with Student's t."""
    from scipy.stats import t

    effect = 1 + (judgements / judges - 1) * ICC_JUDGES + (judgements / items - 1) * ICC_ITEMS
    effective = judgements / max(effect, 1)
    return float(t.ppf(1 - _LEVEL / 2, min(judges, items) + 1) * math.sqrt(accuracy * (1 - accuracy) / effective))


def mcnemar_power(pairs: int, people: float, model: float) -> float:
    """The power of the exact two-sided McNemar test at 5 %, if people and model err independently of each other."""
    from scipy.stats import binom

    only_people, only_model = people * (1 - model), model * (1 - people)
    discordant = only_people + only_model
    if discordant == 0:
        return 0.0
    numbers = np.arange(1, pairs + 1)
    chances = binom.pmf(numbers, pairs, discordant)
    power = 0.0
    for number in numbers[chances > _NEGLIGIBLE].tolist():
        split = np.arange(number + 1)
        p = np.minimum(1, 2 * binom.cdf(np.minimum(split, number - split), number, 0.5))
        power += chances[number - 1] * float(binom.pmf(split, number, only_people / discordant)[p < _LEVEL].sum())
    return min(power, 1.0)
