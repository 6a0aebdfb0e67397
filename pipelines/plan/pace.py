"""What running a sample told: how fast the work goes, and how much of the sample came through."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Pace:
    """The time of a piece of work: ``start_s`` seconds once, and ``unit_s`` seconds for each unit of it."""

    start_s: float
    unit_s: float

    def seconds(self, units: float) -> float:
        """For so many units."""
        return self.start_s + self.unit_s * units


def pace(few: tuple[int, float], many: tuple[int, float]) -> Pace:
    """The pace that explains the seconds of few units and of many; neither part of it is below 0.

    Where the larger piece was not the slower one, all of its time counts as that of its units.
    """
    (few_units, few_s), (many_units, many_s) = few, many
    if many_units > few_units and many_s > few_s:
        unit_s = min((many_s - few_s) / (many_units - few_units), many_s / many_units)
        return Pace(many_s - unit_s * many_units, unit_s)
    return Pace(0.0, many_s / max(many_units, 1))


@dataclass(frozen=True)
class TaskMeasured:
    """Of one task and the sample: poems that its models were asked about, pairs, and poems with a pair."""

    tried: int
    pairs: int
    poems: int


@dataclass(frozen=True)
class Measured:
    """What a sample told. ``tasks`` are in the recipe's order, ``paces`` by the name of the work."""

    poems: int
    kept: int
    tasks: tuple[TaskMeasured, ...]
    paces: Mapping[str, Pace]
    seconds: float
    """How long the sample took, all in all."""
    clock: Literal["processor time", "the clock"]
    """What the paces are timed by."""


def not_measured(tasks: int) -> Measured:
    """Where nothing could be measured: every poem counts as kept, and as one pair of each task."""
    return Measured(1, 1, (TaskMeasured(1, 1, 1),) * tasks, {}, 0.0, "processor time")
