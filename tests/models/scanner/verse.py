"""Lines written for these tests as words with pronunciations, without a tagger."""

from functools import cache

from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.contract import Scansion, VerseWord
from versebench.models.scanner.verse_scanner import VerseScanner
from versebench.transforms.text.words import tokens

PRONOUNCER = VersePronouncer(lambda words: [()] * len(words))


def words(line: str) -> list[VerseWord]:
    """The words of a line; a mark after a word is a pause."""
    found = tokens(line)
    spellings = [line[token.word_start : token.word_end] for token in found]
    return [
        VerseWord(word, sounds, "", token.token_end > token.word_end)
        for word, sounds, token in zip(spellings, PRONOUNCER.pronounce(spellings), found, strict=True)
    ]


@cache
def scanner() -> VerseScanner:
    """The shipped scanner."""
    return VerseScanner()


def scan(poem: str, metre: str | None = None) -> Scansion:
    """The scansion of a poem; stanzas are parted by a blank line."""
    stanzas = [[words(line) for line in stanza.splitlines()] for stanza in poem.split("\n\n")]
    return scanner().scan(stanzas, metre)


def patterns(scansion: Scansion) -> list[str]:
    """The pattern of each line; empty if it has none."""
    return [line.best.pattern if line.best else "" for stanza in scansion.stanzas for line in stanza]
