"""Tokens of a verse, by which lengths and entropies count: ``verse-words.v1``."""

from collections import Counter
from collections.abc import Sequence
from math import log2

from versebench.transforms.text.words import spelt_alike, tokens

NAME = "verse-words.v1"


def verse_tokens(lines: Sequence[str]) -> list[str]:
    """The words of a verse in lower case, apostrophes inside, and every mark as a token of its own."""
    return [token for line in lines for token in line_tokens(line)]


def line_tokens(line: str) -> list[str]:
    """The tokens of one line."""
    found, end = [], 0
    for token in tokens(line):
        found += [*_marks(line[end : token.word_start]), spelt_alike(line[token.word_start : token.word_end])]
        end = token.word_end
    return [*found, *_marks(line[end:])]


def _marks(text: str) -> list[str]:
    return [character for character in text if not character.isspace()]


def entropy(tokens_of_verse: Sequence[str]) -> float:
    """The entropy of a verse in bits: that of a token drawn from it."""
    many = len(tokens_of_verse)
    shares = (count / many for count in Counter(tokens_of_verse).values())
    return max(0.0, -sum(share * log2(share) for share in shares))
