"""Group the lines of a stanza by rhyme, given the distances of pairs of lines."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

Distance = Callable[[int, int], float | None]
"""A function that gives the distance of two lines, or None if they do not rhyme. It is called with the first line
first, possibly several times for a pair."""

_SHORTEST_OF_COUPLETS = 6  # lines
_SHARE_OF_COUPLETS = (
    0.8  # more than this share of the lines of couplets rhymes with a neighbour; a limerick just has it
)


@dataclass(frozen=True, slots=True)
class Reach:
    """The greatest distance in lines between rhyming lines, by the class of their rhyme, and in sound of leftovers."""

    full: int = 8
    returning: int = 4
    licensed: int = 5
    near: int = 4
    apart: float = 0.12
    """The greatest distance of a near rhyme between lines that need not rhyme."""
    expected: float = 0.3
    """The greatest distance between the last two lines left over in a stanza whose other lines all rhyme."""
    regular: float = 0.25
    """The greatest distance between the last line left over and a group that it makes regular (equally spaced)."""
    joining: float = 0.05
    """The greatest distance between any other line and a group."""
    gap: float = 0.02
    """Added to the distance of two lines for each line between them."""
    share_left: float = 0.4
    """If at most this share of the lines is left over, these are expected to rhyme too."""
    couplets_differ: bool = False
    """Whether lines that all rhyme with each other are no couplets."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The greatest distances in sound between two single lines, and between a line and a regular or other group."""

    alone: float
    regular: float
    group: float


class Groups:
    """A partition of lines into groups, which can be joined but not divided."""

    def __init__(self, lines: int) -> None:
        self._group = list(range(lines))

    def __getitem__(self, line: int) -> int:
        return self._group[line]

    def join(self, first: int, second: int) -> None:
        """Join the groups of two lines into one, named by its first line."""
        kept, gone = sorted((self._group[first], self._group[second]))
        self._group = [kept if group == gone else group for group in self._group]

    def alone(self, line: int) -> bool:
        """Whether a line is in a group by itself."""
        return self._group.count(self._group[line]) == 1

    def regular(self, first: int, second: int) -> bool:
        """Whether the lines of two groups are equally spaced together, and no line fills a gap of the other group."""
        groups = self._group[first], self._group[second]
        together, apart = self._steps(set(groups)), self._steps({groups[0]}) | self._steps({groups[1]})
        return len(together) == 1 and (together != {1} or apart == {1})

    def _steps(self, groups: set[int]) -> set[int]:
        lines = [line for line, group in enumerate(self._group) if group in groups]
        return {after - before for before, after in pairwise(lines)}

    def as_list(self) -> list[int]:
        """The group of every line."""
        return list(self._group)


def cluster(lines: int, full: Distance, licensed: Distance, near: Distance, reach: Reach) -> list[int]:
    """Returns the group of every line, named by its first line.

    First, every line joins the nearest line with which it makes a full rhyme, and groups with the same rhyme are
    joined. Lines left over join the nearest line by a licence of older verse, then each other by a near rhyme, the
    nearest in sound first. If most lines rhyme, the others are expected to rhyme too, and their sounds may be farther
    apart. In couplets only neighbours are joined, as a rhyme that returns is another couplet.
    """
    groups = Groups(lines)
    couplets = _are_couplets(lines, full, licensed) and not (reach.couplets_differ and _is_monorhyme(lines, full))
    if couplets:
        reach = replace(reach, full=1, returning=0, licensed=1, near=1, regular=0.0, joining=0.0)
    _join_nearest(groups, lines, full, reach.full)
    for first, second in _pairs(lines, reach.returning):
        if groups[first] != groups[second] and full(first, second) is not None:
            groups.join(first, second)
    _join_alone(groups, lines, licensed, reach.licensed, Limits(1.0, reach.regular, reach.joining), reach.gap)
    left = sum(groups.alone(line) for line in range(lines))
    expected = left <= reach.share_left * lines
    limits = Limits(reach.expected, reach.regular, reach.joining) if expected else Limits(reach.apart, reach.apart, 0.0)
    _join_alone(groups, lines, near, reach.near, limits, reach.gap)
    return groups.as_list()


def _join_nearest(groups: Groups, lines: int, full: Distance, reach: int) -> None:
    for line in range(lines):
        for gap in range(1, reach + 1):
            partners = [other for other in (line - gap, line + gap) if 0 <= other < lines]
            rhyming = [other for other in partners if full(min(line, other), max(line, other)) is not None]
            for other in rhyming:
                groups.join(line, other)
            if rhyming:
                break


def _are_couplets(lines: int, full: Distance, licensed: Distance) -> bool:
    """Whether nearly all lines rhyme with a neighbour, in a stanza longer than a limerick."""
    if lines < _SHORTEST_OF_COUPLETS:
        return False
    beside = [full(line, line + 1) is not None or licensed(line, line + 1) is not None for line in range(lines - 1)]
    rhyming = sum(before or after for before, after in zip([False, *beside], [*beside, False], strict=True))
    return rhyming > _SHARE_OF_COUPLETS * lines


def _is_monorhyme(lines: int, full: Distance) -> bool:
    """Whether most lines make a full rhyme with the line after the next: couplets of two sounds do so nowhere."""
    beyond = sum(full(line, line + 2) is not None for line in range(lines - 2))
    return 2 * beyond > lines - 2


def _join_alone(groups: Groups, lines: int, distance_of: Distance, reach: int, limits: Limits, gap: float) -> None:
    """Join single lines, nearest in sound and place first: with each other, then with a group."""
    alone = {line for line in range(lines) if groups.alone(line)}
    rhyming = []
    for first, second in _pairs(lines, reach):
        if first in alone or second in alone:
            distance = distance_of(first, second)
            if distance is not None:
                rhyming.append((distance + gap * (second - first), distance, first, second))
    rhyming.sort()
    for _, distance, first, second in rhyming:
        if distance <= limits.alone and groups.alone(first) and groups.alone(second):
            groups.join(first, second)
    for _, distance, first, second in rhyming:
        farthest = limits.regular if groups.regular(first, second) else limits.group
        if distance <= farthest and groups.alone(first) != groups.alone(second):
            groups.join(first, second)


def _pairs(lines: int, reach: int) -> Iterator[tuple[int, int]]:
    for first in range(lines):
        for second in range(first + 1, min(lines, first + reach + 1)):
            yield first, second
