"""English: words between spaces, CMUdict's phones, rhymes with a class and a distance."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from versebench.models.pronunciation.contract import Ear
from versebench.models.pronunciation.registry import load_ear
from versebench.transforms.prosody.languages.contract import Counter
from versebench.transforms.prosody.languages.registry import language
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.prosody.rhymes.verify import FARTHEST, Mismatch, mismatches
from versebench.transforms.prosody.syllables import COUNTERS
from versebench.transforms.text import words as text_words
from versebench.transforms.text.words import Token


class EnglishRhymes:
    """Rhymes as a :class:`SchemeFinder` finds them."""

    def __init__(self, finder: SchemeFinder) -> None:
        self.finder = finder

    def scheme(self, lines: Sequence[str]) -> str:
        """A letter for every line; x for a line that rhymes with none."""
        return self.finder.scheme(lines)

    def mismatches(
        self, lines: Sequence[str], scheme: str, *, farthest: float = FARTHEST, groups_differ: bool = False
    ) -> Iterator[Mismatch]:
        """Every place where lines do not rhyme as a scheme asks."""
        return mismatches(lines, scheme, self.finder, farthest=farthest, groups_differ=groups_differ)


@language
class English:
    """English of any time, as it is said in America or Britain."""

    name = "english"
    title = "English"
    lacks: ClassVar[Mapping[str, str]] = {}

    def tokens(self, line: str) -> list[Token]:
        """What stands between spaces and holds a letter or digit."""
        return text_words.tokens(line)

    def words(self, line: str) -> list[str]:
        """The words of these tokens."""
        return text_words.words(line)

    def last_word(self, words: Sequence[str]) -> str | None:
        """The last word; of words joined by a dash or dots, the last of them."""
        return text_words.last_word(words[-1]) if words else None

    def script_problem(self, text: str) -> str | None:  # noqa: ARG002
        """None: verse in English quotes other scripts, and ``words_not_symbols.v1`` refuses what has no words."""
        return None

    def pronouncer(self, pronunciations: str) -> Ear:
        """One of :data:`versebench.models.pronunciation.registry.EARS`."""
        return load_ear(pronunciations)

    def counter(self, syllables: str) -> tuple[str, Counter]:
        """One of :data:`versebench.transforms.prosody.syllables.COUNTERS`."""
        return COUNTERS[syllables]

    def rhymes(self, pronouncer: Ear, settings: RhymeSettings) -> EnglishRhymes:
        """Full rhymes under the settings' accent."""
        return EnglishRhymes(SchemeFinder(pronouncer, settings))


ENGLISH = English()
