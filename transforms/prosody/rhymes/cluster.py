"""Which lines of a stanza rhyme together, from judgements of pairs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

Judgement = Callable[[int, int], float | None]
"""Distance of two lines, None where they do not rhyme. It is asked for a pair in order, and may be asked again."""

_GAP = 0.02  # what a line between adds to the distance of two lines
_SHARE_LEFT = 0.4  # of the lines: so many at most are expected to rhyme like the others
_SHORTEST_OF_COUPLETS = 6  # lines
_SHARE_OF_COUPLETS = 0.8  # of the lines; in a limerick it is just as much


@dataclass(frozen=True, slots=True)
class Reach:
    """How many lines apart two lines may be, by how they rhyme, and how near in sound those left over must be."""

    full: int = 8
    returning: int = 4
    licensed: int = 5
    near: int = 4
    apart: float = 0.12
    """The farthest near rhyme between lines that may as well not rhyme."""
    expected: float = 0.3
    """The farthest between the last two lines of a stanza whose other lines all rhyme."""
    regular: float = 0.25
    """The farthest between the last line of such a stanza and a group whose lines it would set at equal distances."""
    joining: float = 0.05
    """The farthest between any other line and a group."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far apart in sound two lines alone may be, and a line and a group, that it makes regular or not."""

    alone: float
    regular: float
    group: float


class Groups:
    """Lines in groups that only grow together."""

    def __init__(self, lines: int) -> None:
        self._group = list(range(lines))

    def __getitem__(self, line: int) -> int:
        return self._group[line]

    def join(self, one: int, other: int) -> None:
        """Make one group of those of two lines, named by its first line."""
        kept, gone = sorted((self._group[one], self._group[other]))
        self._group = [kept if group == gone else group for group in self._group]

    def alone(self, line: int) -> bool:
        """Whether a line is in no group with another."""
        return self._group.count(self._group[line]) == 1

    def regular(self, one: int, other: int) -> bool:
        """Whether the lines of two groups together stand at equal distances, none filling the gap of others."""
        together, apart = self._steps({self._group[one], self._group[other]}), self._steps({self._group[one]})
        apart |= self._steps({self._group[other]})
        return len(together) == 1 and (together != {1} or apart == {1})

    def _steps(self, groups: set[int]) -> set[int]:
        lines = [line for line, group in enumerate(self._group) if group in groups]
        return {after - before for before, after in pairwise(lines)}

    def as_list(self) -> list[int]:
        """The group of every line."""
        return list(self._group)


def cluster(lines: int, full: Judgement, licensed: Judgement, near: Judgement, reach: Reach) -> list[int]:
    """The group of every line, named by its first line.

    First every line joins the nearest line with which it rhymes fully, and groups with one rhyme become one. Lines that
    are left join the nearest line by a licence of older verse, then each other by a near rhyme, the nearest in sound
    first; where most lines rhyme, so is the rest expected to, and sounds may be farther apart. In couplets only
    neighbours are joined, as a rhyme that returns is another couplet.
    """
    groups = Groups(lines)
    couplets = _are_couplets(lines, full, licensed)
    if couplets:
        reach = replace(reach, full=1, returning=0, licensed=1, near=1, regular=0.0, joining=0.0)
    _join_nearest(groups, lines, full, reach.full)
    for one, other in _pairs(lines, reach.returning):
        if groups[one] != groups[other] and full(one, other) is not None:
            groups.join(one, other)
    _join_alone(groups, lines, licensed, reach.licensed, Limits(1.0, reach.regular, reach.joining))
    left = sum(groups.alone(line) for line in range(lines))
    expected = left <= _SHARE_LEFT * lines
    limits = Limits(reach.expected, reach.regular, reach.joining) if expected else Limits(reach.apart, reach.apart, 0.0)
    _join_alone(groups, lines, near, reach.near, limits)
    return groups.as_list()


def _join_nearest(groups: Groups, lines: int, full: Judgement, reach: int) -> None:
    for line in range(lines):
        for gap in range(1, reach + 1):
            partners = [other for other in (line - gap, line + gap) if 0 <= other < lines]
            rhyming = [other for other in partners if full(min(line, other), max(line, other)) is not None]
            for other in rhyming:
                groups.join(line, other)
            if rhyming:
                break


def _are_couplets(lines: int, full: Judgement, licensed: Judgement) -> bool:
    """Whether nearly all lines rhyme with a neighbour, in a stanza longer than a limerick."""
    if lines < _SHORTEST_OF_COUPLETS:
        return False
    beside = [full(line, line + 1) is not None or licensed(line, line + 1) is not None for line in range(lines - 1)]
    rhyming = sum(before or after for before, after in zip([False, *beside], [*beside, False], strict=True))
    return rhyming > _SHARE_OF_COUPLETS * lines


def _join_alone(groups: Groups, lines: int, scorer: Judgement, reach: int, limits: Limits) -> None:
    """Join lines that are alone, nearest in sound and place first: with each other, then with a group."""
    alone = {line for line in range(lines) if groups.alone(line)}
    found = []
    for one, other in _pairs(lines, reach):
        if one in alone or other in alone:
            distance = scorer(one, other)
            if distance is not None:
                found.append((distance + _GAP * (other - one), distance, one, other))
    found.sort()
    for _, distance, one, other in found:
        if distance <= limits.alone and groups.alone(one) and groups.alone(other):
            groups.join(one, other)
    for _, distance, one, other in found:
        farthest = limits.regular if groups.regular(one, other) else limits.group
        if distance <= farthest and groups.alone(one) != groups.alone(other):
            groups.join(one, other)


def _pairs(lines: int, reach: int) -> Iterator[tuple[int, int]]:
    for one in range(lines):
        for other in range(one + 1, min(lines, one + reach + 1)):
            yield one, other
