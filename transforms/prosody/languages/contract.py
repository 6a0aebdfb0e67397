"""The contract of a language: words, sounds, rhymes, and a stated reason for everything that it lacks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from versebench.models.pronunciation.contract import Pronouncer
from versebench.transforms.prosody.rhymes.contract import Rhymes
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.text.words import Token

Counter = Callable[[Sequence[str], Pronouncer], list[int]]
"""A function from distinct words and a pronouncer to the syllables of the words, 0 for an unknown word."""

CAPABILITIES = ("tagger", "thesaurus", "phones", "stress", "guesses", "accents")
"""What a language may lack. ``phones``: its rhymes are not those of a ``SchemeFinder``, which compares phones, so that
tasks that compare how new words rhyme do not support it."""


class Language(Protocol):
    """A language. An implementation has no state that changes an answer."""

    @property
    def name(self) -> str:
        """Name in recipes and tables, e.g. ``classical-chinese``."""
        ...

    @property
    def title(self) -> str:
        """Name in plain English, e.g. ``Classical Chinese``."""
        ...

    @property
    def code(self) -> str:
        """Code of BCP 47 for dataset cards, e.g. ``lzh``."""
        ...

    @property
    def profile(self) -> str | None:
        """The value of ``clean.profile`` that suits poems of any form in this language; None if no profile does."""
        ...

    @property
    def pronunciation(self) -> str:
        """A regular expression (RE2) of a pronunciation: its phones with spaces between. Validation checks it."""
        ...

    @property
    def lacks(self) -> Mapping[str, str]:
        """The reason why it is missing, for each of :data:`CAPABILITIES` that the language lacks."""
        ...

    @property
    def notice(self) -> str:
        """What a release must say about data of others from which its sounds and rhymes are made; empty if nothing."""
        ...

    @property
    def version(self) -> str:
        """Changes if tokens, rhymes or checks change, or a table that they read: it is in the ids of runs."""
        ...

    def tokens(self, line: str) -> list[Token]:
        """The tokens of a line that contain a word, in order, as half-open ranges of characters."""
        ...

    def words(self, line: str) -> list[str]:
        """The words of these tokens."""
        ...

    def last_word(self, words: Sequence[str]) -> str | None:
        """The end word, which rhymes, given the words of a line; None if there are none."""
        ...

    def script_problem(self, text: str) -> str | None:
        """Why a text cannot be in this language, as ``reason: detail``; None if it can.

        The reason is machine-readable, e.g. ``script``; the detail is for people.
        """
        ...

    def pronouncer(self, pronunciations: str) -> Pronouncer:
        """The source of pronunciations, under the recipe's key ``ear.pronunciations`` if the language has a choice.

        In a language without phones, the phones of a pronunciation are its other sounds: (tone, rhyme) of a character.
        """
        ...

    def counter(self, syllables: str) -> tuple[str, Counter]:
        """The versioned name of a counter of syllables, and the counter, by the recipe's key ``ear.syllables``."""
        ...

    def rhymes(self, pronouncer: Pronouncer, settings: RhymeSettings) -> Rhymes:
        """The rhymes of the language under a pronouncer and settings."""
        ...
