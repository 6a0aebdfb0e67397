"""Classical Chinese: a character is a word and a syllable; tone and rhyme come from a rhyme table."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from versebench.models.pronunciation.contract import Ear
from versebench.models.pronunciation.rhyme_table import RhymeTable
from versebench.transforms.prosody.languages.classical_chinese.rhymes import ChineseRhymes
from versebench.transforms.prosody.languages.classical_chinese.script import simplified_characters
from versebench.transforms.prosody.languages.contract import Counter
from versebench.transforms.prosody.languages.registry import language
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.text.chinese import characters, is_character
from versebench.transforms.text.words import Token

_SHOWN = 8  # characters of what was found


@language
class ClassicalChinese:
    """Verse in the literary language and traditional characters, of any time."""

    name = "classical-chinese"
    title = "Classical Chinese"
    lacks: ClassVar[Mapping[str, str]] = {
        "tagger": "no part-of-speech tagger of classical Chinese is shipped",
        "thesaurus": "no thesaurus of classical Chinese is shipped",
        "stress": "characters have tones, not stresses",
        "guesses": "the spelling of a character does not give its reading; one that the rhyme table lacks has none",
        "accents": "verse rhymes by the book (平水韻), whatever the poet's dialect",
    }

    def tokens(self, line: str) -> list[Token]:
        """One for each Chinese character; marks are left out."""
        return [Token(place, place, place + 1, place + 1) for place, char in enumerate(line) if is_character(char)]

    def words(self, line: str) -> list[str]:
        """The characters of a line."""
        return characters(line)

    def last_word(self, words: Sequence[str]) -> str | None:
        """The last character."""
        return words[-1] if words else None

    def script_problem(self, text: str) -> str | None:
        """``script``, if a text has no Chinese character, or one that only texts in simplified script use."""
        if not characters(text):
            return "script: no Chinese character"
        if simplified := simplified_characters(text):
            return f"script: simplified characters ({simplified[:_SHOWN]}); convert the text to traditional ones"
        return None

    def pronouncer(self, pronunciations: str) -> Ear:  # noqa: ARG002
        """The rhyme table; there is no choice."""
        return _table()

    def counter(self, syllables: str) -> tuple[str, Counter]:  # noqa: ARG002
        """One for each character; there is no choice."""
        return "characters.v1", count_characters

    def rhymes(self, pronouncer: Ear, settings: RhymeSettings) -> ChineseRhymes:  # noqa: ARG002
        """Rhymes of the 106, under any reading."""
        return ChineseRhymes(pronouncer)


CLASSICAL_CHINESE = ClassicalChinese()


def count_characters(words: Sequence[str], pronouncer: Ear) -> list[int]:  # noqa: ARG001
    """The syllables of words, of which a character is one; 0 for what is no Chinese character."""
    return [len(characters(word)) for word in words]


@cache
def _table() -> RhymeTable:
    return RhymeTable()
