"""A filter by a word list of the user: the papers excluded offensive language, but no list is shipped."""

import unicodedata
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from pydantic import Field

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza
from versebench.transforms.text.words import pieces


@filter_
class ExcludedWords(Filter):
    """Refuses a poem that contains a listed word, in any case, alone or in a compound (well-bred)."""

    title: ClassVar[str] = "Excluded words"
    source: ClassVar[str] = "JCLS 2022, 2.5"
    example: ClassVar[Mapping[str, Any]] = {"words": ["cat", "mother"]}
    filter: Literal["excluded_words.v1"] = "excluded_words.v1"
    words: list[str] = Field(description="Words that a poem must not hold.", min_length=1)

    @cached_property
    def _listed(self) -> frozenset[str]:
        return frozenset(map(_spelling, self.words))

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reason: ``excluded_words``, with the line but without the word, as rejects are published."""
        for number, words in enumerate(stanza.words, 1):
            if any(_spelling(part) in self._listed for word in words for part in (word, *pieces(word))):
                return Refusal("excluded_words", f"line {number}")
        return None


def _spelling(word: str) -> str:
    return unicodedata.normalize("NFC", word.casefold()).replace("’", "'")
