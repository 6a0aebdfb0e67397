"""Ways of scoring measured in turn, round after round, so that whatever else the machine does meets all of them.

A round asks every way once. A figure is the median over the rounds, and a ratio that of the ratios within each.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.measure import median_ratio, progress
from benchmarks.scoring.crew import Crew, Timed, cores, peer
from benchmarks.scoring.texts import Units

BATCHES = (1, 4, 13, 52)
"""Texts of a batch that a peer is tried with: one, some, about a unit, several units."""


@dataclass(frozen=True)
class Way:
    """How a crew scores some units."""

    crew: Crew
    units: Units
    how: Mapping[str, Any]

    def once(self) -> Timed:
        """The units scored once more."""
        return self.crew.score(self.units, **self.how)


@dataclass(frozen=True)
class Trial:
    """A peer's speed, in pairs a second, in an arrangement of processes and threads with a size of batch."""

    arrangement: str
    batch: int
    speed: float


@dataclass(frozen=True)
class Found:
    """A peer as it is fastest, and what was tried."""

    crew: Crew
    batch: int
    trials: list[Trial]


def fastest(name: str, folder: str, units: Units, batches: Sequence[int] = BATCHES) -> Found:
    """A peer in its fastest arrangement and batch: a process a core, or one process with a thread a core."""
    trials: list[tuple[Trial, Crew]] = []
    for workers, threads in dict.fromkeys([(cores(), 1), (1, cores())]):
        progress(f"{name}: {workers} processes, {threads} threads")
        crew = peer(name, folder, workers, threads)
        crew.score(units[:workers], batch=batches[0])
        trials += [(Trial(crew.arrangement, batch, crew.score(units, batch=batch).speed), crew) for batch in batches]
    best, chosen = max(trials, key=lambda one: one[0].speed)
    for crew in {id(crew): crew for _, crew in trials if crew is not chosen}.values():
        crew.close()
    return Found(chosen, best.batch, [trial for trial, _ in trials])


def speeds(timed: Sequence[Timed]) -> dict[str, float]:
    """Medians, in pairs a second of the clock, and a second of a processor."""
    return {
        "pairs_per_second": statistics.median(one.speed for one in timed),
        "pairs_per_cpu_second": statistics.median(one.cpu_speed for one in timed),
    }


def times_as_fast(ours: Sequence[Timed], others: Sequence[Timed]) -> dict[str, float]:
    """Medians of the ratios of each round, by the clock and by the processor."""
    return {
        "clock": median_ratio([one.speed for one in ours], [other.speed for other in others]),
        "cpu": median_ratio([one.cpu_speed for one in ours], [other.cpu_speed for other in others]),
    }


def largest_difference(some: Sequence[Sequence[float]], others: Sequence[Sequence[float]]) -> float:
    """Of the sums of texts that two ways of scoring give, in nats."""
    mine, theirs = ([value for unit in sums for value in unit] for sums in (some, others))
    return max((abs(one - other) for one, other in zip(mine, theirs, strict=True)), default=0.0)
