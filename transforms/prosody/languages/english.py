"""English: words between spaces, CMUdict's phones, rhymes with a class and a distance."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.models.resource_text import resource_text
from versebench.transforms.prosody.languages.contract import Counter
from versebench.transforms.prosody.languages.registry import language
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.prosody.rhymes.verify import FARTHEST, Mismatch, mismatches
from versebench.transforms.prosody.syllables import COUNTERS
from versebench.transforms.text import words as text_words
from versebench.transforms.text.words import Token

_VOWEL = "(?:AA|AE|AH|AO|AW|AY|EH|ER|EY|IH|IY|OW|OY|UH|UW)[012]"
_PHONE = f"(?:{_VOWEL}|CH|DH|HH|JH|NG|SH|TH|ZH|[BDFGKLMNPRSTVWYZ])"
"""A phone of ARPAbet; a vowel has a stress."""


class EnglishRhymes:
    """The rhymes that a :class:`SchemeFinder` finds."""

    def __init__(self, finder: SchemeFinder) -> None:
        self.finder = finder

    def scheme(self, lines: Sequence[str]) -> str:
        """Returns a letter for every line; x for a line that rhymes with no other."""
        return self.finder.scheme(lines)

    def mismatches(
        self, lines: Sequence[str], scheme: str, *, farthest: float = FARTHEST, groups_differ: bool = False
    ) -> Iterator[Mismatch]:
        """Yields every place where lines break a scheme."""
        return mismatches(lines, scheme, self.finder, farthest=farthest, groups_differ=groups_differ)


@language
class English:
    """English of any period, in American or British pronunciation."""

    name = "english"
    title = "English"
    code = "en"
    profile = "verse"
    pronunciation = f"{_PHONE}(?: {_PHONE})*"
    version = "english.v1"
    lacks: ClassVar[Mapping[str, str]] = {}

    @property
    def notice(self) -> str:
        """That of CMUdict."""
        intro = (
            "The pronunciations in the table annotation, and the rhymes found by them, are made with the CMU "
            "Pronouncing Dictionary:"
        )
        return f"{intro}\n\n{resource_text('cmudict/LICENSE')}"

    def tokens(self, line: str) -> list[Token]:
        """The parts between spaces that contain a letter or digit."""
        return text_words.tokens(line)

    def words(self, line: str) -> list[str]:
        """The words of these tokens."""
        return text_words.words(line)

    def last_word(self, words: Sequence[str]) -> str | None:
        """The last word, or its last part after a dash or dots."""
        return text_words.last_word(words[-1]) if words else None

    def script_problem(self, text: str) -> str | None:  # noqa: ARG002
        """Always None: English verse may quote other scripts; ``words_not_symbols.v1`` refuses lines without words."""
        return None

    def pronouncer(self, pronunciations: str) -> Pronouncer:
        """One of :data:`versebench.models.pronunciation.registry.PRONOUNCERS`."""
        return load_pronouncer(pronunciations)

    def counter(self, syllables: str) -> tuple[str, Counter]:
        """One of :data:`versebench.transforms.prosody.syllables.COUNTERS`."""
        return COUNTERS[syllables]

    def rhymes(self, pronouncer: Pronouncer, settings: RhymeSettings) -> EnglishRhymes:
        """Rhymes with a class and a distance, under the settings' accent."""
        return EnglishRhymes(SchemeFinder(pronouncer, settings))


ENGLISH = English()
