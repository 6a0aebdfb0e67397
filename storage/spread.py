"""How a quantity is spread over shards."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """Of some whole numbers how many they are, their sum, the least and the greatest, as in Beam's distributions."""

    count: int
    sum: int
    min: int
    max: int

    @property
    def mean(self) -> float:
        """Their mean."""
        return self.sum / self.count

    def __add__(self, other: "Spread") -> "Spread":
        return Spread(
            self.count + other.count, self.sum + other.sum, min(self.min, other.min), max(self.max, other.max)
        )


def spread_of(values: Sequence[int]) -> Spread:
    """The spread of at least one number."""
    return Spread(len(values), sum(values), min(values), max(values))
