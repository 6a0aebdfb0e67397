"""A filter that refuses symbols in place of words: emoji, formulae, and pictures made of characters."""

import unicodedata
from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza
from versebench.transforms.text.words import letters


@filter_
class WordsNotSymbols(Filter):
    """Refuses a poem with a line that has no alphabetic word, or that is mostly symbols."""

    title: ClassVar[str] = "Words, not symbols"
    source: ClassVar[str] = "RANLP 2021, 4.1; JCLS 2022, 2.5"
    filter: Literal["words_not_symbols.v1"] = "words_not_symbols.v1"
    letter_share: float = Field(
        default=0.5,
        gt=0,
        le=1,
        description="Least share of letters among the characters of a line; spaces and vowel signs are not counted.",
    )

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reasons: ``words_not_symbols.no_word`` or ``words_not_symbols.mostly_symbols``, with the line."""
        for number, line in enumerate(stanza.lines, 1):
            count = letters(line)
            if not count:
                return Refusal("words_not_symbols.no_word", f"line {number}: {line[:80]}")
            if count < self.letter_share * len(line) and count < self.letter_share * _characters(line):
                return Refusal("words_not_symbols.mostly_symbols", f"line {number}: {line[:80]}")
        return None


def _characters(line: str) -> int:
    """The number of characters of a line, without spaces and combining marks."""
    dense = "".join(line.split())
    marks = 0 if dense.isascii() else sum(unicodedata.category(character)[0] == "M" for character in dense)
    return len(dense) - marks
