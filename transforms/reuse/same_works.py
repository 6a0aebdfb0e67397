"""Records of one work: a database has many poems twice, with a character here and there that editors read otherwise."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from versebench.transforms.near_duplicates.clusters import union
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import Lines, Places, lines_of

SHARE = 0.5
"""Share of the lines of the shorter poem that must be near lines of the other one."""

_POEMS_AT_ONCE = 2_000


def same_works(index: LineIndex, share: float = SHARE) -> Places:
    """The work of each poem of a database, named by its first record.

    Two records are of one work if at least ``share`` of the lines of the shorter one are each at most one character
    from a line of the other; so are records that such pairs link.
    """
    lines = index.lines
    counts = np.diff(lines.poems)
    starts = range(0, len(counts), _POEMS_AT_ONCE)
    parts = (_alike(index, first, min(first + _POEMS_AT_ONCE, len(counts)), counts, share) for first in starts)
    return np.array(union(len(counts), (pair for part in parts for pair in part.tolist())), np.int64)


def _alike(index: LineIndex, first: int, end: int, counts: Places, share: float) -> npt.NDArray[np.int64]:
    """Pairs of one of some poems and another poem that are of one work."""
    near = index.near(_slice(index.lines, first, end))
    asked = np.searchsorted(index.lines.poems, near.asked + index.lines.poems[first], "right") - 1
    found = index.lines.poem_of(near.found)
    lines = np.unique(np.stack([asked, found, near.asked], 1)[asked != found], axis=0)
    pairs, shared = np.unique(lines[:, :2], axis=0, return_counts=True)
    alike: npt.NDArray[np.int64] = pairs[shared >= share * np.minimum(counts[pairs[:, 0]], counts[pairs[:, 1]])]
    return alike


def _slice(lines: Lines, first: int, end: int) -> Lines:
    """The lines of the poems from ``first`` to before ``end``."""
    begin, stop = int(lines.poems[first]), int(lines.poems[end])
    starts = np.asarray(lines.starts[begin : stop + 1])
    codes = np.asarray(lines.codes[starts[0] : starts[-1]])
    return Lines(codes, starts - starts[0], np.asarray(lines.poems[first : end + 1]) - begin)


def same_as(poems: Sequence[Sequence[str]], index: LineIndex, share: float = SHARE) -> list[frozenset[int]]:
    """For each poem, given as its lines, the records of a database that are of the same work."""
    asked = lines_of(poems)
    near = index.near(asked)
    rows = np.stack([asked.poem_of(near.asked), index.lines.poem_of(near.found), near.asked], 1)
    pairs, shared = np.unique(np.unique(rows, axis=0)[:, :2], axis=0, return_counts=True)
    counts, there = np.diff(asked.poems), np.diff(index.lines.poems)
    alike = pairs[shared >= share * np.minimum(counts[pairs[:, 0]], there[pairs[:, 1]])]
    return [frozenset(alike[alike[:, 0] == poem, 1].tolist()) for poem in range(len(poems))]
