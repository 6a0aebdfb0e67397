"""Verses as tf-idf vectors of length 1, under the weightings of the registry.

To add a weighting, write a function with the decorator :func:`weighting`, here or in a module that you append to the
list.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from versebench.schemas.registration import Registry
from versebench.transforms.ghostwriting.screen import Screen

Lines = Sequence[Sequence[str]]
"""A verse: its lines, each with its tokens."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

Weighting = Callable[[int, Floats], Floats]
"""From the number of verses, and of verses that have each token, to the weight of each token."""

WEIGHTINGS: Registry[Weighting] = Registry("weighting of similarity", ("versebench.transforms.ghostwriting.vectors",))

DEFAULT = "smooth.v1"


def weighting(name: str) -> Callable[[Weighting], Weighting]:
    """Return a decorator that registers a function as a weighting."""

    def register(function: Weighting) -> Weighting:
        WEIGHTINGS.add(name, function, function.__module__)
        return function

    return register


@weighting("smooth.v1")
def smooth(verses: int, with_token: Floats) -> Floats:
    """The default of scikit-learn: ln((1 + N) / (1 + df)) + 1."""
    return np.log((1 + verses) / (1 + with_token)) + 1


@weighting("potash2016")
def potash2016(verses: int, with_token: Floats) -> Floats:
    """The plain form, ln(N / df): a token that is in every verse weighs nothing."""
    return np.log(verses / with_token)


@dataclass(frozen=True)
class Counts:
    """How often each verse has each token of a vocabulary: a sparse matrix in rows, as three arrays.

    ``tokens`` and ``counts`` have the length of all pairs of a verse and a token in it, and ``starts`` has one more
    than the number of verses. ``lengths`` counts all tokens of a verse, also those that the vocabulary lacks.
    """

    tokens: Integers
    counts: Floats
    starts: Integers
    lengths: Integers


@dataclass(frozen=True)
class Vectors:
    """The tf-idf vectors of an artist's verses, with what is needed for the vectors of other verses.

    ``rows`` is a sparse matrix of shape (verses, vocabulary) whose rows have length 1, or 0 if no token has a weight.
    ``weights`` are those of the tokens, of shape (vocabulary,), and ``places`` gives the column of a token. The
    frequency of a token in a verse is its plain count.
    """

    places: dict[str, int]
    weights: Floats
    rows: Any
    lengths: Integers

    @cached_property
    def screen(self) -> Screen:
        """The vectors in single precision, prepared once for all comparisons with them."""
        return Screen.of(self.rows)

    def of(self, verses: Sequence[Lines]) -> tuple[Any, Integers]:
        """The vectors of other verses, of shape (verses, vocabulary), and their numbers of tokens.

        Tokens that the artist never uses are left out, also of the length of a vector, as scikit-learn does.
        """
        counted = _count(verses, self.places)
        return _rows(counted, self.weights), counted.lengths


def vectors(verses: Sequence[Lines], name: str = DEFAULT) -> Vectors:
    """The vectors of an artist's verses. The name is that of a weighting. Without a verse the vocabulary is empty."""
    places = {token: place for place, token in enumerate(sorted(set(tokens(verses))))}
    counted = _count(verses, places)
    with_token = np.bincount(counted.tokens, minlength=len(places)).astype(np.float64)
    weights = WEIGHTINGS[name](len(verses), with_token)
    return Vectors(places, weights, _rows(counted, weights), counted.lengths)


def tokens(verses: Iterable[Lines]) -> Iterator[str]:
    """The tokens of verses, one after the other."""
    return chain.from_iterable(chain.from_iterable(verses))


def _count(verses: Sequence[Lines], places: dict[str, int]) -> Counts:
    lengths = np.fromiter((sum(map(len, lines)) for lines in verses), np.int64, len(verses))
    columns = np.fromiter((places.get(token, -1) for token in tokens(verses)), np.int64, int(lengths.sum()))
    cells = np.repeat(np.arange(len(verses)), lengths) * len(places) + columns
    cells, counts = np.unique(cells[columns >= 0], return_counts=True)
    rows, columns = np.divmod(cells, max(1, len(places)))
    return Counts(columns, counts.astype(np.float64), np.searchsorted(rows, np.arange(len(verses) + 1)), lengths)


def _rows(counted: Counts, weights: Floats) -> Any:
    """The weighted counts as a sparse matrix whose rows have length 1."""
    from scipy import sparse  # the import takes a while, and only some recipes need it

    values = counted.counts * weights[counted.tokens]
    verse = np.repeat(np.arange(len(counted.lengths)), np.diff(counted.starts))
    norms = np.sqrt(np.bincount(verse, values**2, len(counted.lengths)))
    values /= np.where(norms, norms, 1.0)[verse]
    shape = (len(counted.lengths), len(weights))
    return sparse.csr_array((values, counted.tokens, counted.starts), shape=shape)
