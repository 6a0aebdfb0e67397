"""What an ear promises: the pronunciations of words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

GUESSES = "g2p."
"""How the origin of a guess begins."""


def is_guess(origin: str) -> bool:
    """Whether a model guessed from the spelling: every other origin goes back to an entry."""
    return origin.startswith(GUESSES)


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """One way to say a word: ARPAbet phones, vowels with a stress digit (0 none, 1 primary, 2 secondary).

    ``origin`` says where it comes from, so that a guess never passes for an entry of a dictionary.
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
    """A source of pronunciations. It is asked for many distinct words at once, as models work in batches."""

    @property
    def name(self) -> str:
        """Versioned name: part of the id of every run that listened with it."""
        ...

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """All pronunciations of each word, the most usual first; none where the ear does not know the word."""
        ...
