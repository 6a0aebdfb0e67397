"""What a thesaurus promises: words that can stand for a word, in the same form."""

from dataclasses import dataclass
from typing import Protocol


class ThesaurusError(Exception):
    """The thesaurus cannot be asked; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that can stand in a word's place.

    ``word`` is spelt as a dictionary spells it: the case of the place is the matter of whoever puts it there.
    ``sense`` is the most usual sense of the asked word that gives it, as ``eye.noun.2``: the word looked up, its part
    of speech, and the number of the sense in that thesaurus. ``origin`` says where the candidate comes from and how
    near it is, as ``wordnet:synonym`` and ``wordnet:similar``.
    """

    word: str
    sense: str
    origin: str


class Thesaurus(Protocol):
    """A source of synonyms. Words come without punctuation, spelt as in the text; the answers never repeat a word."""

    @property
    def name(self) -> str:
        """Versioned name: part of the id of every run that asked it."""
        ...

    def synonyms(self, word: str, upos: str) -> tuple[Candidate, ...]:
        """Candidates for the word as this universal part of speech, the likeliest first; none where it knows none.

        A word whose spelling allows several forms (``walked``: he walked, he has walked) gets its candidates in each.
        """
        ...

    def holds(self, word: str) -> bool:
        """Whether it has an entry with synonyms for the word, or for a word that it is a form of, as anything."""
        ...
