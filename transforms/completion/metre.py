"""How long a line is to be, by the syllables of the lines that it rhymes with."""

from collections.abc import Sequence
from functools import cache
from math import ceil, floor

from models.ear.spelling import pronounce
from models.writers.contract import Metre
from transforms.completion.dictionary import entries
from transforms.stanza import Hearing
from transforms.words import tokens

UNKNOWN = 8
"""Syllables of a line where none that it rhymes with can be counted: those of the long lines of most limericks."""


def metre(lines: Sequence[str], hearing: Hearing, syllables_apart: int) -> Metre:
    """The metre of a line that is to rhyme with some: as long as they are on average, give or take ``syllables_apart``.

    The average bears with a poem whose first two lines are broken at the wrong place. Half a syllable counts both ways.
    Where no line can be counted, :data:`UNKNOWN` syllables stand for it.
    """
    counts = [count for line in lines if (count := syllables(line, hearing))]
    average = sum(counts) / len(counts) if counts else UNKNOWN
    return Metre(
        max(1, floor(average) - syllables_apart),
        ceil(average) + syllables_apart,
        lambda part: _in_dictionary(part, hearing),
    )


def syllables(line: str, hearing: Hearing) -> int | None:
    """Syllables of a line as the hearing counts them; None where a word of it has none known."""
    return _total([hearing.syllables(word) for word in _words(line)])


def _in_dictionary(part: str, hearing: Hearing) -> int | None:
    """The same of a part that a model writes: a word that could only be guessed at is most likely none, and has none.

    The rules of spelling over the dictionary are asked first, so that the ear never makes such a guess.
    """
    return _total([hearing.syllables(word) if _is_word(word) else None for word in _words(part)])


def _words(line: str) -> list[str]:
    return [line[token.word_start : token.word_end] for token in tokens(line)]


def _total(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


@cache
def _is_word(word: str) -> bool:
    return bool(pronounce(word, lambda spelling: entries().get(spelling, ())))
