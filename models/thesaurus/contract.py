"""The contract of a thesaurus: words that can replace a word, in the same form."""

from dataclasses import dataclass
from typing import Protocol


class ThesaurusError(Exception):
    """The thesaurus cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that can replace another.

    ``word`` has its dictionary spelling; the caller adapts its case to the place.
    ``sense`` is the most usual sense of the requested word that gives it, such as ``eye.noun.2``: the word looked up,
    its part of speech, and the number of the sense in that thesaurus. ``origin`` states the source of the candidate and
    how close it is: ``wordnet:synonym`` or ``wordnet:similar``.
    """

    word: str
    sense: str
    origin: str


class Thesaurus(Protocol):
    """A source of synonyms. Words come without punctuation, spelt as in the text; the answers never repeat a word."""

    @property
    def name(self) -> str:
        """Versioned name. It is part of the id of every run that uses the thesaurus."""
        ...

    def synonyms(self, word: str, upos: str) -> tuple[Candidate, ...]:
        """Return candidates for the word as this universal part of speech, the likeliest first.

        A word whose spelling allows several forms (``walked``: he walked, he has walked) gets its candidates in each.
        """
        ...

    def holds(self, word: str) -> bool:
        """Return whether it has synonyms for the word, or for a lemma of it, as any part of speech."""
        ...
