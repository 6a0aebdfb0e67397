"""The positions of an artist's text in the order of the tokens before them.

The text of an artist is one array of tokens, verse after verse; each verse ends with an end token. The positions are
sorted by the tokens before them, read backwards to the start of the verse. So all positions with the same context of n
tokens stand together, for every n: one order holds n-grams of every order, and every run of tokens of the text.

Blocks of 1, 2, 4, ... tokens before a position have ids in their order, as a suffix array is made by doubling (Manber
and Myers 1993). Before the start of a verse, blocks are filled with a start token, which no verse holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Final

import numpy as np
import numpy.typing as npt

from versebench.models.ghostwriters.contract import Lines

Ids = npt.NDArray[np.int32]
Keys = npt.NDArray[np.int64]

LINE_END: Final = 0
VERSE_END: Final = 1
FIRST_TOKEN: Final = 2
"""Id of the first token that stands in a verse; ids below are ends."""

UNKNOWN: Final = -1
"""Id of a token, or of a block of tokens, that the text does not have."""

Vocabulary = dict[str, int]


@dataclass(frozen=True)
class Text:
    """Verses as one array of token ids: each verse followed by an end.

    ``before`` is the number of tokens of the verse before each position, and ``starts`` are the positions at which
    verses start.
    """

    tokens: Ids
    before: Ids
    starts: Keys


def vocabulary_of(verses: Sequence[Lines]) -> Vocabulary:
    """The ids of the tokens of verses, in the order in which they first appear."""
    names = dict.fromkeys(chain.from_iterable(chain.from_iterable(verses)))
    return {name: number for number, name in enumerate(names, FIRST_TOKEN)}


def text_of(verses: Sequence[Lines], vocabulary: Vocabulary, *, line_ends: bool) -> Text:
    """Verses as one text. ``line_ends``: whether ends of lines are tokens; the last line of a verse has none."""
    verses = [verse or ((),) for verse in verses]
    lengths = np.fromiter((len(line) for verse in verses for line in verse), np.int64)
    names = chain.from_iterable(chain.from_iterable(verses))
    words = np.fromiter(map(vocabulary.get, names, repeat(UNKNOWN)), np.int32, int(lengths.sum()))
    lines = np.fromiter(map(len, verses), np.int64, len(verses))
    last = np.cumsum(lines) - 1
    ends = np.full(len(lengths), LINE_END, np.int32)
    ends[last] = VERSE_END
    kept = ends >= (LINE_END if line_ends else VERSE_END)
    tokens = np.insert(words, np.cumsum(lengths)[kept], ends[kept])
    after = np.flatnonzero(tokens == VERSE_END) + 1
    starts = np.concatenate([np.zeros(1, np.int64), after])[: len(after)]
    before = np.arange(len(tokens)) - np.repeat(starts, np.diff(starts, append=len(tokens)))
    return Text(tokens, before.astype(np.int32), starts)


@dataclass(frozen=True)
class Blocks:
    """The blocks of one length: the id of the block before each position, and the sorted keys of all blocks.

    The key of a block is made from the ids of its halves; a block's id is the place of its key.
    """

    ids: Ids
    keys: Keys


def first_blocks(text: Text) -> Ids:
    """The block of one token before each position: 0 at the start of a verse, else the token's id and 1."""
    ids = np.zeros(len(text.tokens), np.int32)
    ids[1:] = text.tokens[:-1] + 1
    ids[text.starts] = 0
    return ids


def halves(text: Text, ids: Ids, length: int) -> Ids:
    """The block before the block of ``length`` tokens before each position; 0 where that is the start of the verse."""
    earlier = np.zeros_like(ids)
    earlier[length:] = ids[: max(len(ids) - length, 0)]
    earlier[text.before < length] = 0
    return earlier


def doubled(text: Text, ids: Ids, length: int) -> Blocks:
    """The blocks of twice the length."""
    keys = ids.astype(np.int64) << 32 | halves(text, ids, length)
    order = np.argsort(keys)
    ordered = keys[order]
    new = np.empty(len(keys), np.bool_)
    new[:1] = False
    new[1:] = ordered[1:] != ordered[:-1]
    made = np.empty(len(keys), np.int32)
    made[order] = np.cumsum(new, dtype=np.int32)
    new[:1] = True
    return Blocks(made, ordered[new])


@dataclass(frozen=True)
class Contexts:
    """The context of n - 1 tokens of each position, as a range in the order: its first place, and how many share it."""

    first: Ids
    count: Ids


@dataclass(frozen=True)
class Positions:
    """A text, and its positions in the order of the tokens before them, compared to ``depth`` tokens."""

    text: Text
    order: Ids
    depth: int

    @staticmethod
    def of(text: Text, depth: int) -> "Positions":
        """Sort the positions of a text by at least ``depth`` tokens before them."""
        ids, length = first_blocks(text), 1
        while length < depth:
            ids, length = doubled(text, ids, length).ids, 2 * length
        return Positions(text, np.argsort(ids, kind="stable").astype(np.int32), length)

    def contexts(self, orders: Sequence[int]) -> dict[int, Contexts]:
        """The contexts of n-grams of some orders, from one pass over the tokens before each position.

        Raises ``ValueError`` for an order whose context is longer than what the positions are sorted by.
        """
        if max(orders) - 1 > self.depth:
            raise ValueError(f"the positions are sorted by {self.depth} tokens, too few for {max(orders)}-grams")
        new = np.zeros(len(self.order), np.bool_)
        new[:1] = True
        made = {}
        for n in range(1, max(orders) + 1):
            if n > 1:
                tokens = self._tokens_before(n - 1)
                new[1:] |= tokens[1:] != tokens[:-1]
            if n in orders:
                made[n] = self._contexts(np.flatnonzero(new))
        return made

    def _tokens_before(self, distance: int) -> Ids:
        """The token at a distance before each position, in their order; -1 before the start of a verse."""
        tokens = self.text.tokens[np.maximum(self.order - distance, 0)]
        tokens[self.text.before[self.order] < distance] = -1
        return tokens

    def _contexts(self, starts: Keys) -> Contexts:
        counts = np.diff(starts, append=len(self.order))
        first, count = np.empty_like(self.order), np.empty_like(self.order)
        first[self.order] = np.repeat(starts, counts)
        count[self.order] = np.repeat(counts, counts)
        return Contexts(first, count)
