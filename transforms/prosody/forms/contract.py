"""The contract of a form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

ANY_LANGUAGE = "*"

LineCheck = Callable[[Sequence[str]], str | None]
"""A function from the lines of a poem to their problem, as ``reason: detail``; None if they fit."""


@dataclass(frozen=True, slots=True)
class LineCount:
    """The allowed numbers of lines: from ``least`` to ``most`` (None: no limit), and a multiple of ``multiple``."""

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
    """The allowed numbers of lines of the units that a longer work is cut into."""

    lines: LineCount


@dataclass(frozen=True, slots=True)
class Beats:
    """The metre that a form claims, as a scanner finds it.

    ``of_lines`` are the beats of its lines, which repeat; ``metres`` the metres that it may have, empty for any.
    """

    of_lines: tuple[int, ...]
    metres: tuple[str, ...] = ()

    def of(self, line: int) -> int:
        """The beats of a line, numbered from 0."""
        return self.of_lines[line % len(self.of_lines)]


FIVE_IAMBS = Beats((5,), ("iambic",))
"""Iambic pentameter."""


def any_scheme(lines: int) -> tuple[str, ...]:  # noqa: ARG001
    """No scheme is required: a poem has the scheme that is detected."""
    return ()


def unrhymed(lines: int) -> tuple[str, ...]:
    """The scheme in which no line needs to rhyme."""
    return ("x" * lines,)


def fixed(*schemes: str) -> Callable[[int], tuple[str, ...]]:
    """A form with these schemes only; list those that require more rhymes first."""
    return lambda _: schemes


@dataclass(frozen=True)
class Form:
    """A form of poems in one language, or in any (``*``).

    ``schemes`` gives the rhyme schemes that a poem with a number of lines may have: one capital letter for each line, x
    for a line that need not rhyme. If several schemes fit a poem equally well, the first counts. If there are none, any
    scheme is allowed, and the detected one counts.
    """

    name: str
    title: str
    language: str
    lines: LineCount = LineCount()
    schemes: Callable[[int], tuple[str, ...]] = any_scheme
    short_lines: tuple[int, ...] = ()
    """Lines, from 0, that are shorter than the others."""
    aliases: tuple[str, ...] = ()
    """Names of the form in sources."""
    metre: str | None = None
    """The metre that the form claims, in plain English."""
    beats: Beats | None = None
    """The claimed metre as a scanner finds it; None if the form claims none, or no scanner knows it."""
    cut: Cut | None = None
    """How a longer work is cut into units; None if a poem is one unit, however long."""
    checks: tuple[LineCheck, ...] = ()
    version: int = 1
    """Part of the identity of runs. Increase it with every change of the accepted poems or of the choice of schemes."""

    def schemes_of(self, lines: int) -> tuple[str, ...]:
        """The schemes for a number of lines; empty if the form does not allow that number, or allows any scheme."""
        return _of_length(self.schemes, lines)

    def wrong_number(self, lines: int) -> str | None:
        """What is wrong with a number of lines, for people; None if the form allows it."""
        return (
            None if lines in self.lines else f"{lines} line{'s' * (lines != 1)}; the form {self.name} has {self.lines}"
        )

    def fits(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Why lines do not fit the form, each problem as ``reason: detail``; empty if they fit."""
        problems = [check(lines) for check in self.checks]
        counted = [] if (wrong_number := self.wrong_number(len(lines))) is None else [f"lines: {wrong_number}"]
        return (*counted, *(problem for problem in problems if problem))


@lru_cache(maxsize=1 << 10)
def _of_length(schemes: Callable[[int], tuple[str, ...]], lines: int) -> tuple[str, ...]:
    return tuple(scheme for scheme in schemes(lines) if len(scheme) == lines)
