"""The contract of a source of pronunciations."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

GUESSES = "g2p."
"""Prefix of the origin of every guess."""


def is_guess(origin: str) -> bool:
    """Return whether a model guessed the pronunciation. Every other origin goes back to a dictionary entry."""
    return origin.startswith(GUESSES)


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """One way to say a word: ARPAbet phones, vowels with a stress digit (0 none, 1 primary, 2 secondary).

    ``origin`` names the source, so that a guess is never mistaken for a dictionary entry.
    """

    phones: tuple[str, ...]
    origin: str

    @property
    def guessed(self) -> bool:
        """Whether a model guessed it from the spelling."""
        return is_guess(self.origin)

    @property
    def stresses(self) -> str:
        """The stress digits of the vowels, in order: ``102``."""
        return "".join(phone[-1] for phone in self.phones if phone[-1].isdigit())

    @property
    def syllables(self) -> int:
        """Number of vowels."""
        return sum(phone[-1].isdigit() for phone in self.phones)


class Pronouncer(Protocol):
    """A source of pronunciations. Ask for many distinct words at once, because models work in batches."""

    @property
    def name(self) -> str:
        """Versioned name. It is part of the id of every run that uses the source."""
        ...

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """Return all pronunciations of each word, the most usual first; empty if the word is unknown."""
        ...
