"""Parses the documented answers of Merriam-Webster's Collegiate Thesaurus API.

A known word gives a list of entries (each with a headword, a part of speech, and a list of synonyms per sense); an
unknown word a list of similar spellings. Only the fields named here are read; all others are optional.

Synonyms such as ``wrestle (with)`` or ``gray (or grey)`` lose the part in parentheses.
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
"""The universal tags of the thesaurus's parts of speech."""

_PARENTHESES = re.compile(r"\s*\([^()]*\)\s*")
_WORDS = re.compile(r"[a-z]+")


class Meta(BaseModel):
    """The metadata of an entry: its id (``eye:2`` for the second eye), its inflections, synonyms by sense."""

    id: str
    stems: list[str] = []
    syns: list[list[str]] = []


class Entry(BaseModel):
    """A headword as one part of speech, which the API calls its functional label."""

    meta: Meta
    fl: str = ""

    @property
    def headword(self) -> str:
        """The word without the number that distinguishes homographs."""
        return self.meta.id.split(":")[0].replace("’", "'")

    @property
    def part(self) -> str:
        """The part of speech under its plain name (``plural noun`` is a noun), or an empty string."""
        return next((word for word in _WORDS.findall(self.fl.lower()) if word in UPOS), "")

    def stands_for(self, word: str) -> bool:
        """Return whether the entry is for this word in lower case, and not for a phrase that contains it."""
        return word in {self.headword.lower(), *(stem.lower().replace("’", "'") for stem in self.meta.stems)}


_ANSWER: TypeAdapter[list[Entry] | list[str]] = TypeAdapter(list[Entry] | list[str])


def read_answer(answer: Any) -> list[Entry]:
    """Return the entries of a decoded answer, none for suggestions. Raises ``ValueError`` for any other shape."""
    try:
        entries = _ANSWER.validate_python(answer)
    except ValidationError:  # its message quotes the answer
        raise ValueError("something that is neither a list of entries nor a list of words") from None
    return [entry for entry in entries if isinstance(entry, Entry)]


def clean_synonym(synonym: str) -> str:
    """Return the synonym without parentheses and their content, with straight apostrophes."""
    return _PARENTHESES.sub(" ", synonym).strip().replace("’", "'")
