"""A third language and a form of it, in one file. A test installs it as a package; nothing imports it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import ClassVar

from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.transforms.prosody.forms.contract import Form, LineCount, fixed
from versebench.transforms.prosody.forms.registry import form
from versebench.transforms.prosody.languages.contract import Counter
from versebench.transforms.prosody.languages.registry import language
from versebench.transforms.prosody.rhymes.groups import is_rhymed, letters
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.prosody.rhymes.verify import FARTHEST, Fault, Mismatch
from versebench.transforms.text import words as text_words
from versebench.transforms.text.words import Token

DISTICH = form(Form(name="disticho", title="Disticho", language="latin", lines=LineCount(2, 2), schemes=fixed("AA")))


class Spelling:
    """A pronouncer that takes each letter of a word as a sound."""

    name = "latin-spelling.v1"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        return [(Pronunciation(tuple(word.casefold()), self.name),) for word in words]


class LastLetters:
    """Two lines rhyme if their last three letters are the same."""

    def scheme(self, lines: Sequence[str]) -> str:
        ends = [_end(line)[-3:] for line in lines]
        return letters([ends.index(end) for end in ends])

    def mismatches(
        self, lines: Sequence[str], scheme: str, *, farthest: float = FARTHEST, groups_differ: bool = False
    ) -> Iterator[Mismatch]:
        for first, second in combinations([line for line, letter in enumerate(scheme) if is_rhymed(letter)], 2):
            words = _end(lines[first]), _end(lines[second])
            rhymed, together = words[0][-3:] == words[1][-3:], scheme[first] == scheme[second]
            if together and not rhymed:
                yield Mismatch(Fault.NO_RHYME, (first, second), words)
            elif groups_differ and rhymed and not together:
                yield Mismatch(Fault.GROUPS_RHYME, (first, second), words)


def _end(line: str) -> str:
    return text_words.words(line)[-1].casefold()


@language
class Latin:
    """Latin verse of the Middle Ages, which rhymes."""

    name = "latin"
    title = "Latin"
    code = "la"
    profile = "verse"
    pronunciation = "[a-z](?: [a-z])*"
    version = "latin.v1"
    notice = "Latin is read as the tests of versebench read it."
    lacks: ClassVar[Mapping[str, str]] = {
        "tagger": "no tagger of Latin is installed",
        "thesaurus": "no thesaurus of Latin is installed",
        "phones": "letters stand for sounds",
        "stress": "the spelling does not show it",
        "guesses": "every word is read as it is spelt",
        "accents": "there is one way to read a word",
    }

    def tokens(self, line: str) -> list[Token]:
        return text_words.tokens(line)

    def words(self, line: str) -> list[str]:
        return text_words.words(line)

    def last_word(self, words: Sequence[str]) -> str | None:
        return words[-1] if words else None

    def script_problem(self, text: str) -> str | None:
        return None if text.isascii() else "script: not in the letters of Latin"

    def pronouncer(self, pronunciations: str) -> Pronouncer:
        return Spelling()

    def counter(self, syllables: str) -> tuple[str, Counter]:
        return "latin-vowels.v1", lambda words, _: [sum(letter in "aeiouy" for letter in word) for word in words]

    def rhymes(self, pronouncer: Pronouncer, settings: RhymeSettings) -> LastLetters:
        return LastLetters()
