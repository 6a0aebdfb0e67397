"""What a form is."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations


@dataclass(frozen=True)
class Form:
    """A form of a fixed number of lines: its rhyme scheme, one letter a line, and its short lines, from 0."""

    name: str
    scheme: str
    short_lines: tuple[int, ...] = ()

    @cached_property
    def rhyming_lines(self) -> tuple[tuple[int, int], ...]:
        """Pairs of lines of one rhyme group, numbered from 0."""
        return tuple(pair for pair in combinations(range(len(self.scheme)), 2) if self.same_group(*pair))

    def same_group(self, one: int, other: int) -> bool:
        """Whether two lines belong to one rhyme group."""
        return self.scheme[one] == self.scheme[other]
