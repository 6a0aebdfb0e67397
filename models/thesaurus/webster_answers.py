"""The answers of Merriam-Webster's Collegiate Thesaurus API, as it documents them, and what is read from them.

A known word gives a list of entries (each with a headword, a part of speech, and a list of synonyms per sense); an
unknown word a list of similar spellings. Of an entry only what is named here is read; all else may be there or not.

Synonyms such as ``wrestle (with)`` or ``gray (or grey)`` lose what stands in parentheses.
"""

import re
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

UPOS = {
    "noun": ("NOUN", "PROPN"),
    "verb": ("VERB",),
    "adjective": ("ADJ",),
    "adverb": ("ADV",),
    "interjection": ("INTJ",),
    "pronoun": ("PRON",),
    "preposition": ("ADP",),
    "conjunction": ("CCONJ", "SCONJ"),
}
"""What the thesaurus's parts of speech are in the universal tag set."""

_PARENTHESES = re.compile(r"\s*\([^()]*\)\s*")
_WORDS = re.compile(r"[a-z]+")


class Meta(BaseModel):
    """What an entry says of itself: its id (``eye:2`` for the second eye), its inflections, synonyms by sense."""

    id: str
    stems: list[str] = []
    syns: list[list[str]] = []


class Entry(BaseModel):
    """A headword as one part of speech, which the API calls its functional label."""

    meta: Meta
    fl: str = ""

    @property
    def headword(self) -> str:
        """The word without the number that tells it from its namesakes."""
        return self.meta.id.split(":")[0].replace("’", "'")

    @property
    def part(self) -> str:
        """The part of speech under its plain name (``plural noun`` is a noun), or nothing."""
        return next((word for word in _WORDS.findall(self.fl.lower()) if word in UPOS), "")

    def stands_for(self, word: str) -> bool:
        """Whether the entry is one for this word in lower case, and not for a phrase that the word is part of."""
        return word in {self.headword.lower(), *(stem.lower().replace("’", "'") for stem in self.meta.stems)}


_ANSWER: TypeAdapter[list[Entry] | list[str]] = TypeAdapter(list[Entry] | list[str])


def read_answer(answer: Any) -> list[Entry]:
    """The entries of a decoded answer, none where it holds suggestions. Raises ``ValueError`` for any other shape."""
    try:
        found = _ANSWER.validate_python(answer)
    except ValidationError:  # its message quotes the answer
        raise ValueError("something that is neither a list of entries nor a list of words") from None
    return [entry for entry in found if isinstance(entry, Entry)]


def clean_synonym(synonym: str) -> str:
    """The synonym without what stands in parentheses, with straight apostrophes."""
    return _PARENTHESES.sub(" ", synonym).strip().replace("’", "'")
