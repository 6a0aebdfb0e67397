"""What a language promises: words, sounds, rhymes, and a stated reason for everything that it lacks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from versebench.models.pronunciation.contract import Ear
from versebench.transforms.prosody.rhymes.contract import Rhymes
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.text.words import Token

Counter = Callable[[Sequence[str], Ear], list[int]]
"""From distinct words to their syllables, 0 for a word that is not known; the pronouncer is there to be asked."""

CAPABILITIES = ("tagger", "thesaurus", "stress", "guesses", "accents")
"""What a language may lack."""


class Language(Protocol):
    """A language. An implementation holds no state that changes an answer."""

    @property
    def name(self) -> str:
        """As recipes and tables give it, e.g. ``classical-chinese``."""
        ...

    @property
    def title(self) -> str:
        """For people, e.g. ``Classical Chinese``."""
        ...

    @property
    def lacks(self) -> Mapping[str, str]:
        """Why there is none, for each of :data:`CAPABILITIES` that the language lacks."""
        ...

    def tokens(self, line: str) -> list[Token]:
        """The tokens of a line that hold a word, in order, as half-open ranges of characters."""
        ...

    def words(self, line: str) -> list[str]:
        """The words of these tokens."""
        ...

    def last_word(self, words: Sequence[str]) -> str | None:
        """The word that rhymes, of the words of a line; None if there is none."""
        ...

    def script_problem(self, text: str) -> str | None:
        """A machine-readable reason if a text cannot be of this language, e.g. ``other_script``, with what was found.

        The part before a colon is the reason, the part after it is for people.
        """
        ...

    def pronouncer(self, pronunciations: str) -> Ear:
        """The source of pronunciations, under the recipe's key ``ear.pronunciations`` if the language has a choice.

        Pronunciations of a language without phones hold its sounds in their place: (tone, rhyme) for a character.
        """
        ...

    def counter(self, syllables: str) -> tuple[str, Counter]:
        """The versioned name of the counter of syllables, and the counter, under the recipe's key ``ear.syllables``."""
        ...

    def rhymes(self, pronouncer: Ear, settings: RhymeSettings) -> Rhymes:
        """What finds rhymes by the readings that the pronouncer gives."""
        ...
