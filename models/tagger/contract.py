"""The contract of a part-of-speech tagger. Importing this module loads nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

TWO_OPINIONS = "verse-tagger.v2"
"""The shipped tagger with a second opinion: a word on which the two differ has no part of speech."""

UNTAGGED = "none"
"""No tagger: no word has a part of speech, which only tasks need."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a text: ``text[start:end]``, in characters, and its universal part of speech."""

    start: int
    end: int
    upos: str


class Tagger(Protocol):
    """Finds the tokens of texts and their parts of speech; the lines of a text are joined by a newline."""

    @property
    def name(self) -> str:
        """The versioned name, part of run ids. It changes with the behaviour."""

    def tag(self, texts: Sequence[str]) -> list[list[Token]]:
        """Return the tokens of each text in order, without white space. They depend only on that text."""
