"""Which tokens of a generator can open a word, continue it, or end a line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

FINAL_MARKS = (".", "!", "?")

_ANCHOR = "a"  # tokens are classified by what they add to a word
_LETTER = r"[^\W\d_]"
_LETTERS = rf"{_LETTER}+(?:'{_LETTER}+)*'?"
_OPENS = re.compile(f" {_LETTERS}")
_JOINS = re.compile(f"'?{_LETTERS}|[',;:]")


@dataclass(frozen=True)
class LineVocabulary:
    """The tokens that a line may be written with, by what they add to the word before them.

    ``pieces`` is the text of each; ``starts``, ``opens`` and ``joins`` are ids. ``starts`` can begin a line, ``opens``
    a further word (a space and letters), and ``joins`` go on with a word (letters, an apostrophe) or put a mark
    behind it (comma, semicolon, colon). No other token stands within a line: no quotation, dash, digit or stray symbol.
    ``finals`` are the tokens of the marks that end it.
    """

    tokenizer: Any
    pieces: tuple[str, ...]

    @classmethod
    def of(cls, tokenizer: Any) -> "LineVocabulary":
        """Return the vocabulary of a Hugging Face tokenizer."""
        before = tokenizer.encode(_ANCHOR, add_special_tokens=False)
        length = len(_decoded(tokenizer, before))
        special = set(tokenizer.all_special_ids)
        pieces = (
            "" if token in special else _decoded(tokenizer, [*before, token])[length:]
            for token in range(len(tokenizer))
        )
        return cls(tokenizer, tuple(pieces))

    @cached_property
    def starts(self) -> Ints:
        """The tokens of ``joins`` that begin with a letter."""
        return np.array([token for token in self.joins.tolist() if self.pieces[token][0].isalpha()], dtype=np.int64)

    @cached_property
    def opens(self) -> Ints:
        """Tokens of a space and letters."""
        return self._matching(_OPENS)

    @cached_property
    def joins(self) -> Ints:
        """Tokens of letters, or of a mark within a line."""
        return self._matching(_JOINS)

    @cached_property
    def finals(self) -> tuple[int, ...]:
        """The first token of each final mark."""
        return tuple(self.pieces.index(mark) for mark in FINAL_MARKS if mark in self.pieces)

    @cached_property
    def _spelt(self) -> dict[str, tuple[int, ...]]:
        return {}

    def spell(self, word: str) -> tuple[int, ...]:
        """Return the tokens of a word after another; empty if the tokenizer merges the two."""
        if word not in self._spelt:
            before = self.tokenizer.encode(_ANCHOR, add_special_tokens=False)
            both = self.tokenizer.encode(f"{_ANCHOR} {word}", add_special_tokens=False)
            self._spelt[word] = tuple(both[len(before) :]) if both[: len(before)] == before else ()
        return self._spelt[word]

    def text(self, tokens: Sequence[int]) -> str:
        """Return the text of some tokens of a line."""
        return _decoded(self.tokenizer, tokens)

    def _matching(self, pattern: re.Pattern[str]) -> Ints:
        return np.array([token for token, piece in enumerate(self.pieces) if pattern.fullmatch(piece)], dtype=np.int64)


def _decoded(tokenizer: Any, tokens: Sequence[int]) -> str:
    text: str = tokenizer.decode(tokens, clean_up_tokenization_spaces=False)
    return text
