"""``ngram.v1``: walks over the positions of an artist's text.

The next token is drawn by maximum likelihood from the last n - 1 tokens, without back-off and smoothing: a verse begins
in the context of the starts of verses, and so only contexts of the text are ever reached. A walk stands at a position
of the text; it goes to a random position with the same context, writes the token there, and goes on after it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from pydantic import BeforeValidator, Field, field_validator

from versebench.models.ghostwriters.contract import Ended, GeneratedVerse, GhostwriterSettings, Lines
from versebench.models.ghostwriters.hashed_draws import key_of, streams, uniforms
from versebench.models.ghostwriters.positions import (
    FIRST_TOKEN,
    VERSE_END,
    Contexts,
    Ids,
    Positions,
    text_of,
    vocabulary_of,
)
from versebench.models.ghostwriters.registry import ghostwriter

MOST = 9
"""Highest order of n-grams."""

_AT_ONCE = 4096
"""Verses that walk at once; it changes the memory and no result."""

_NO_TOKEN = -1


def _orders(value: Any) -> Any:
    """The numbers of a range such as ``1-9``; anything else as it is."""
    if isinstance(value, str) and (found := re.fullmatch(r"(\d+)-(\d+)", value)):
        return tuple(range(int(found[1]), int(found[2]) + 1))
    return tuple(value) if isinstance(value, list) else value


@ghostwriter
class NgramSettings(GhostwriterSettings):
    """n-grams of an artist, of one or more orders."""

    generator: Literal["ngram.v1"] = Field(description="n-grams by maximum likelihood, without back-off.")
    orders: Annotated[tuple[Annotated[int, Field(ge=1, le=MOST)], ...], BeforeValidator(_orders)] = Field(
        tuple(range(1, MOST + 1)),
        min_length=1,
        description=f"Orders of n-grams, from 1 to {MOST}; a range is 1-{MOST}.",
    )
    verses: int = Field(5, ge=1, description="Verses of each order.")

    title: ClassVar[str] = "n-grams"

    @field_validator("orders")
    @classmethod
    def _each_once(cls, orders: tuple[int, ...]) -> tuple[int, ...]:
        if len(set(orders)) < len(orders):
            raise ValueError("an order stands twice; name each order once")
        return tuple(sorted(orders))

    @property
    def points(self) -> tuple[tuple[int, int], ...]:
        """Each order, with the same number of verses."""
        return tuple((n, self.verses) for n in self.orders)

    def write(self, artist: str, verses: Sequence[Lines], seed: int, _folder: Path) -> Iterator[GeneratedVerse]:
        """Write the verses of all orders."""
        model = NgramModel.of(verses, self.orders)
        most = self.longest(verses)
        for n, count in self.points:
            key = key_of(seed, self.generator, artist, n)
            for number, (lines, ended) in enumerate(model.write(n, key, count, most)):
                yield GeneratedVerse(self.generator, artist, n, number, lines, ended)


@dataclass(frozen=True)
class NgramModel:
    """n-grams of some orders, as contexts of the positions of one text."""

    names: npt.NDArray[np.object_]
    positions: Positions
    contexts: dict[int, Contexts]

    @staticmethod
    def of(verses: Sequence[Lines], orders: Sequence[int]) -> "NgramModel":
        """The n-grams of verses.

        The positions are sorted for the highest order, so that an order draws the same with any others.
        """
        vocabulary = vocabulary_of(verses)
        names = np.array(["", "", *vocabulary], dtype=object)
        positions = Positions.of(text_of(verses, vocabulary, line_ends=True), MOST - 1)
        return NgramModel(names, positions, positions.contexts(orders))

    def probabilities(self, n: int) -> npt.NDArray[np.float64]:
        """The probability of the token at each position of the text, given the n - 1 before it."""
        contexts, tokens = self.contexts[n], self.positions.text.tokens
        grams = contexts.first.astype(np.int64) << 32 | tokens
        _, gram, counts = np.unique(grams, return_inverse=True, return_counts=True)
        shares: npt.NDArray[np.float64] = counts[gram] / contexts.count
        return shares

    def write(self, n: int, key: int, count: int, most: int) -> Iterator[tuple[Lines, Ended]]:
        """Write verses of an order, numbers 0 to ``count - 1``, of at most ``most`` tokens without ends of lines."""
        for start in range(0, count, _AT_ONCE):
            numbers = np.arange(start, min(start + _AT_ONCE, count))
            yield from self._verses(self._walk(n, streams(key, numbers), most))

    def _walk(self, n: int, of: npt.NDArray[np.uint64], most: int) -> Ids:
        """The tokens of verses: a row for each, filled up with -1. A verse that is too long has no end."""
        text, order, contexts = self.positions.text, self.positions.order, self.contexts[n]
        count = len(of)
        walking = np.arange(count)
        at, words = np.zeros(len(of), np.int32), np.zeros(len(of), np.int32)
        steps = []
        # An empty line is no token of a verse, so the steps have a limit of their own.
        for step in range(2 * most + 2):
            places = contexts.first[at] + (uniforms(of, step) * contexts.count[at]).astype(np.int32)
            at = order[places]
            tokens = text.tokens[at]
            words += tokens >= FIRST_TOKEN
            tokens[words > most] = _NO_TOKEN
            row = np.full(count, _NO_TOKEN, np.int32)
            row[walking] = tokens
            steps.append(row)
            goes_on = (tokens != VERSE_END) & (tokens != _NO_TOKEN)
            if not goes_on.all():
                walking, at, words, of = walking[goes_on], at[goes_on], words[goes_on], of[goes_on]
                if not len(walking):
                    break
            at = at + 1
        return np.ascontiguousarray(np.stack(steps).T)

    def _verses(self, rows: Ids) -> Iterator[tuple[Lines, Ended]]:
        """The lines of rows of tokens."""
        written = rows != _NO_TOKEN
        tokens = rows[written]
        names = self.names[tokens].tolist()
        line_stops = np.flatnonzero(tokens < FIRST_TOKEN)
        stops = np.cumsum(written.sum(axis=1))
        is_whole = (rows == VERSE_END).any(axis=1)
        lines_before = np.searchsorted(line_stops, stops)
        ends, begin, line = line_stops.tolist(), 0, 0
        for stop, whole, after in zip(stops.tolist(), is_whole.tolist(), lines_before.tolist(), strict=True):
            lines = []
            for end in ends[line:after]:
                if begin < end:
                    lines.append(tuple(names[begin:end]))
                begin = end + 1
            if begin < stop:
                lines.append(tuple(names[begin:stop]))
            begin, line = stop, after
            yield tuple(lines), "verse" if whole else "length"
