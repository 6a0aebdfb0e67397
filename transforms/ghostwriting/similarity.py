"""How near verses come to an artist's own: the largest cosine of tf-idf vectors, and the verse that has it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.ghostwriting.vectors import Floats, Integers, Lines, Vectors

CELLS_AT_ONCE = 2_000_000
"""Pairs of verses that are compared at once; it bounds the memory and changes no result."""

_EXCLUDED = -1.0


@dataclass(frozen=True)
class Nearest:
    """For each verse the two nearest verses of the artist; every array is of shape (verses,).

    ``nearest`` and ``second_nearest`` are numbers of the artist's verses, the smaller one among equals, or -1 if the
    similarity is 0 or unknown. Similarities are from 0 to 1. They are NaN for a verse without tokens, which has nothing
    to compare, and if the artist has no verse left to compare with. A verse with none of the artist's tokens has 0.
    """

    similarity: Floats
    nearest: Integers
    second_similarity: Floats
    second_nearest: Integers


def nearest_verses(verses: Sequence[Lines], artist: Vectors) -> Nearest:
    """The artist's verses nearest to other verses, such as those of a ghostwriter."""
    rows, lengths = artist.of(verses)
    return _nearest(rows, lengths, artist, None)


def nearest_own_verses(artist: Vectors, clusters: Sequence[int] | NDArray[np.int64]) -> Nearest:
    """The verses of an artist that are nearest to each of them, outside its cluster of near-duplicates.

    ``clusters`` is of shape (verses,). The weights of tokens are those of all verses, the cluster included.
    """
    return _nearest(artist.rows, artist.lengths, artist, np.asarray(clusters, np.int64))


def _nearest(rows: Any, lengths: Integers, artist: Vectors, clusters: Integers | None) -> Nearest:
    count = rows.shape[0]
    best, second = (Top.of(count) for _ in range(2))
    if not artist.rows.shape[0]:
        return Nearest(best.similarity, best.verse, second.similarity, second.verse)
    columns = artist.rows.T.tocsr()
    members = None if clusters is None else _Members(clusters)
    at_once = max(1, CELLS_AT_ONCE // artist.rows.shape[0])
    for start in range(0, count, at_once):
        end = min(count, start + at_once)
        cosines = (rows[start:end] @ columns).toarray()
        if members is not None:
            for place in range(start, end):
                cosines[place - start, members.of(place)] = _EXCLUDED
        best.take(cosines, start, end)
        second.take(cosines, start, end)
    for top in (best, second):
        top.similarity[lengths == 0] = np.nan
        top.verse[~(top.similarity > 0)] = -1
    return Nearest(best.similarity, best.verse, second.similarity, second.verse)


@dataclass(frozen=True)
class Top:
    """The largest similarity of each verse, NaN if there is none, and the verse that has it."""

    similarity: Floats
    verse: Integers

    @classmethod
    def of(cls, count: int) -> "Top":
        """Nothing for so many verses."""
        return cls(np.full(count, np.nan), np.full(count, -1, np.int64))

    def take(self, cosines: Floats, start: int, end: int) -> None:
        """Store the largest of each row for the verses from ``start`` to ``end``, and exclude it from the rows."""
        places = np.arange(end - start)
        self.verse[start:end] = cosines.argmax(1)
        largest = cosines[places, self.verse[start:end]]
        self.similarity[start:end] = np.where(largest == _EXCLUDED, np.nan, np.minimum(largest, 1.0))
        cosines[places, self.verse[start:end]] = _EXCLUDED


class _Members:
    """The verses of each cluster."""

    def __init__(self, clusters: Integers) -> None:
        self._order = np.argsort(clusters, kind="stable")
        in_order = clusters[self._order]
        self._start, self._end = (np.searchsorted(in_order, clusters, side) for side in ("left", "right"))

    def of(self, verse: int) -> Integers:
        """The verses in the cluster of a verse, itself included."""
        return self._order[self._start[verse] : self._end[verse]]
