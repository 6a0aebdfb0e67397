"""How near verses come to an artist's own: the largest cosine of tf-idf vectors, and the verse that has it.

All cosines are first computed in single precision. No weight is negative, so their relative error is small. Those that
may be among the two largest of a verse are then computed in double precision, always in the same order: so no result
depends on the machine or on the other verses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.ghostwriting.screen import Singles
from versebench.transforms.ghostwriting.vectors import Floats, Integers, Lines, Vectors

CELLS_AT_ONCE = 2_000_000
"""Pairs of verses that are compared at once; it bounds the memory and changes no result."""

_MARGIN = 1e-3
"""More than the relative error of a cosine in single precision."""

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
    return nearest_vectors(rows, lengths, artist)


def nearest_own_verses(artist: Vectors, clusters: Sequence[int] | NDArray[np.int64]) -> Nearest:
    """The verses of an artist that are nearest to each of them, outside its cluster of near-duplicates.

    ``clusters`` is of shape (verses,). The weights of tokens are those of all verses, the cluster included.
    """
    return nearest_vectors(artist.rows, artist.lengths, artist, np.asarray(clusters, np.int64))


def nearest_vectors(rows: Any, lengths: Integers, artist: Vectors, clusters: Integers | None = None) -> Nearest:
    """The same of vectors, of shape (verses, vocabulary), with the numbers of tokens of their verses.

    If the vectors are the artist's own, ``clusters`` are the clusters within which verses are not compared.
    """
    count, others = rows.shape[0], artist.rows.shape[0]
    members = None if clusters is None else _Members(clusters)
    left = np.full(count, others) if members is None else others - members.sizes
    result = Nearest(_zeros(left > 0), np.full(count, -1), _zeros(left > 1), np.full(count, -1))
    at_once = max(1, CELLS_AT_ONCE // max(1, others))
    for start in range(0, count if others else 0, at_once):
        end = min(count, start + at_once)
        cosines = artist.screen.cosines(rows[start:end])
        if members is not None:
            for verse in range(start, end):
                cosines[verse - start, members.of(verse)] = _EXCLUDED
        row, other = _candidates(cosines)
        _take_largest(result, row + start, other, _exact(rows[row + start], artist.rows[other]))
    for similarity in (result.similarity, result.second_similarity):
        similarity[lengths == 0] = np.nan
    return result


def _zeros(known: NDArray[np.bool_]) -> Floats:
    return np.where(known, 0.0, np.nan)


def _candidates(cosines: Singles) -> tuple[Integers, ...]:
    """The rows and columns of all cosines above 0 that may be among the two largest of their row."""
    places = np.arange(len(cosines))
    best = cosines.argmax(1)
    largest = cosines[places, best]
    cosines[places, best] = _EXCLUDED
    least = np.maximum(cosines.max(1) * (1 - _MARGIN), np.finfo(np.float32).tiny)
    cosines[places, best] = largest
    return np.nonzero(cosines >= least[:, None])


def _exact(rows: Any, others: Any) -> Floats:
    """The cosine of each row of one matrix and the same row of another."""
    return np.minimum(np.asarray(rows.multiply(others).sum(1), np.float64).ravel(), 1.0)


def _take_largest(result: Nearest, verse: Integers, other: Integers, cosine: Floats) -> None:
    """Store the two largest cosines of each verse, of equal ones those of the smaller numbers."""
    order = np.lexsort((other, -cosine, verse))
    order = order[cosine[order] > 0]
    verse, other, cosine = verse[order], other[order], cosine[order]
    place = np.arange(len(verse)) - np.searchsorted(verse, verse)
    for number, similarity, nearest in (
        (0, result.similarity, result.nearest),
        (1, result.second_similarity, result.second_nearest),
    ):
        chosen = place == number
        similarity[verse[chosen]], nearest[verse[chosen]] = cosine[chosen], other[chosen]


class _Members:
    """The verses of each cluster, and for each verse the size of its cluster."""

    def __init__(self, clusters: Integers) -> None:
        self._order = np.argsort(clusters, kind="stable")
        in_order = clusters[self._order]
        self._start, self._end = (np.searchsorted(in_order, clusters, side) for side in ("left", "right"))
        self.sizes = self._end - self._start

    def of(self, verse: int) -> Integers:
        """The verses in the cluster of a verse, itself included."""
        return self._order[self._start[verse] : self._end[verse]]
