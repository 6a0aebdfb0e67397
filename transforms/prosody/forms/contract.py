"""What a form is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

ANY_LANGUAGE = "*"

LineCheck = Callable[[Sequence[str]], str | None]
"""From the lines of a poem to what is wrong with them, as ``reason: what was found``; None if they fit."""


@dataclass(frozen=True, slots=True)
class LineCount:
    """How many lines a form may have: from ``least`` to ``most`` (None: no bound), and a multiple of ``multiple``."""

    least: int = 1
    most: int | None = None
    multiple: int = 1

    def __contains__(self, lines: int) -> bool:
        within = self.least <= lines and (self.most is None or lines <= self.most)
        return within and lines % self.multiple == 0

    def __str__(self) -> str:
        if self.most is None:
            bounds = f"{self.least} lines or more"
        elif self.least == self.most:
            return f"{self.least} line{'s' * (self.least != 1)}"
        else:
            bounds = f"{self.least} to {self.most} lines"
        return bounds if self.multiple == 1 else f"{bounds}, a multiple of {self.multiple}"


@dataclass(frozen=True, slots=True)
class Cut:
    """The lines of the units that a longer work is cut into."""

    lines: LineCount


def any_scheme(lines: int) -> tuple[str, ...]:  # noqa: ARG001
    """No scheme is asked for: the poem has the one that is heard."""
    return ()


def unrhymed(lines: int) -> tuple[str, ...]:
    """No line is asked to rhyme."""
    return ("x" * lines,)


def fixed(*schemes: str) -> Callable[[int], tuple[str, ...]]:
    """These schemes, of which those that ask for more rhymes stand first."""
    return lambda _: schemes


@dataclass(frozen=True)
class Form:
    """A form of poems in one language, or in any (``*``).

    ``schemes`` gives the rhyme schemes that a poem of so many lines may have: a letter a line in capitals, x for a line
    that need not rhyme. Of schemes that fit a poem as well, the first counts. No scheme: any is right, and the one that
    is heard counts.
    """

    name: str
    title: str
    language: str
    lines: LineCount = LineCount()
    schemes: Callable[[int], tuple[str, ...]] = any_scheme
    short_lines: tuple[int, ...] = ()
    """Lines, from 0, that are shorter than the others."""
    aliases: tuple[str, ...] = ()
    """What sources call it."""
    metre: str | None = None
    """The metre that the form claims, for people."""
    cut: Cut | None = None
    """How a longer work is cut into units; None: a poem is one unit, however long."""
    checks: tuple[LineCheck, ...] = ()
    version: int = 1
    """Raised with every change of what is accepted or which scheme is chosen, as runs are found again by it."""

    def schemes_of(self, lines: int) -> tuple[str, ...]:
        """The schemes that a poem of so many lines may have; none if it has the wrong number or may have any."""
        return tuple(scheme for scheme in self.schemes(lines) if len(scheme) == lines)

    def wrong_number(self, lines: int) -> str | None:
        """What is wrong with so many lines, for people; None if the form may have them."""
        return None if lines in self.lines else f"{lines} line{'s' * (lines != 1)}; {self.name} has {self.lines}"

    def fits(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Why lines are not in this form, each as ``reason: what was found``; empty if they are."""
        problems = [check(lines) for check in self.checks]
        counted = [] if (wrong_number := self.wrong_number(len(lines))) is None else [f"lines: {wrong_number}"]
        return (*counted, *(problem for problem in problems if problem))
