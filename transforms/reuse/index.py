"""An index of the lines of a database of poems, which finds every line within one character of a given one."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from versebench.models.splitmix import Hashes
from versebench.transforms.reuse.keys import masked_keys
from versebench.transforms.reuse.lines import LEAST_CHARACTERS, Lines, Places


def counted_keys(lines: Lines) -> tuple[Hashes, Places]:
    """The keys of the lines that have enough characters to count, and the line of each key."""
    keys, line = masked_keys(lines)
    counted = lines.lengths[line] >= LEAST_CHARACTERS
    return keys[counted], line[counted]


@dataclass(frozen=True)
class NearLines:
    """Pairs of a queried line and a line of the database of the same length, and in how many characters they differ.

    The pairs are in the order of the queried lines, and then of the lines of the database.
    """

    asked: Places
    found: Places
    distance: npt.NDArray[np.int8]


@dataclass(frozen=True)
class KeyRange:
    """A range of keys in order, and the line of each; equal keys are in the order of their lines."""

    keys: Hashes
    of_line: npt.NDArray[np.uint32]

    def lines_with(self, keys: Hashes) -> tuple[Places, Places]:
        """Pairs of a place among the given keys and a line that has this key, in no order."""
        order = np.argsort(keys)  # neighbours are found in memory that is at hand
        first, last = (np.searchsorted(self.keys, keys[order], side) for side in ("left", "right"))
        times = last - first
        asked = np.repeat(order, times)
        within = np.arange(len(asked)) - np.repeat(np.cumsum(times) - times, times)
        return asked, self.of_line[np.repeat(first, times) + within].astype(np.int64)


@dataclass(frozen=True)
class LineIndex:
    """The lines of a database, and their masked keys in ranges that follow one another."""

    lines: Lines
    ranges: tuple[KeyRange, ...]

    @staticmethod
    def of(lines: Lines) -> "LineIndex":
        """Index lines in one range."""
        keys, line = counted_keys(lines)
        order = np.lexsort((line, keys))
        return LineIndex(lines, (KeyRange(keys[order], line[order].astype(np.uint32)),))

    def near(self, asked: Lines) -> NearLines:
        """Every line of the database that differs from an asked one of its length in at most one character."""
        keys, line = counted_keys(asked)
        shared = [of.lines_with(keys) for of in self.ranges]
        queries, found = (np.concatenate([part[side] for part in shared]) for side in (0, 1))
        # One number a pair: numbers are sorted much faster than rows.
        pairs = np.sort(line[queries] * len(self.lines) + found)
        pairs = pairs[np.diff(pairs, prepend=-1) != 0]
        queries, found = np.divmod(pairs, len(self.lines))
        distance = self._distances(asked, queries, found)
        near = distance <= 1
        return NearLines(queries[near], found[near], distance[near].astype(np.int8))

    def _distances(self, asked: Lines, queries: Places, found: Places) -> Places:
        """In how many characters the pairs differ; more than one for lines of different lengths."""
        lengths = asked.lengths[queries]
        distance = np.where(self.lines.starts[found + 1] - self.lines.starts[found] == lengths, 0, 2)
        same = np.flatnonzero(distance == 0)
        for place in range(int(lengths.max(initial=0))):
            same = same[lengths[same] > place]
            one, other = asked.starts[queries[same]] + place, self.lines.starts[found[same]] + place
            distance[same] += asked.codes[one] != self.lines.codes[other]
        return distance


def neighbours(near: NearLines, index: LineIndex, asked: Lines) -> Iterator[tuple[int, int]]:
    """Pairs of a queried line and a line of the database, for which the next lines of both poems are a pair too."""
    pairs = set(zip(near.asked.tolist(), near.found.tolist(), strict=True))
    last_asked = set((asked.poems[1:] - 1).tolist())
    ends = index.lines.poems[index.lines.poem_of(near.found) + 1] - 1
    last_found = set(near.found[near.found == ends].tolist())
    for query, line in sorted(pairs):
        if query not in last_asked and line not in last_found and (query + 1, line + 1) in pairs:
            yield query, line
