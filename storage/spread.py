"""Summary of how a quantity is spread over shards."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """Count, sum, minimum and maximum of whole numbers, as in Beam's distributions."""

    count: int
    sum: int
    min: int
    max: int

    @property
    def mean(self) -> float:
        """The mean of the numbers."""
        return self.sum / self.count

    def __add__(self, other: "Spread") -> "Spread":
        return Spread(
            self.count + other.count, self.sum + other.sum, min(self.min, other.min), max(self.max, other.max)
        )


def spread_of(values: Sequence[int]) -> Spread:
    """The spread of numbers, of which there must be at least one."""
    return Spread(len(values), sum(values), min(values), max(values))
