"""What the ear for verse hears: the sounds of words, how two lines rhyme, the scheme of a stanza."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.verse_ear import VerseEar
from versebench.pipelines.errors import RecipeError
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import Accent, RhymeSettings
from versebench.transforms.text.words import tokens


@dataclass(frozen=True)
class HeardWord:
    """A word of a line; without a pronunciation ``phones`` is empty and ``origin`` says why."""

    line: int
    word: str
    phones: str
    stresses: str
    syllables: int
    origin: str


@dataclass(frozen=True)
class Hearing:
    """What is heard of some lines: their words, and their scheme or, of two lines, their rhyme."""

    words: list[HeardWord]
    syllables: list[int]
    rhyme: str | None
    scheme: str | None


def hear(texts: Sequence[str], accent: str, *, historical: bool) -> Hearing:
    """Listen to lines, given apart or with line breaks. Raises :class:`RecipeError` where there is no line."""
    lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    if not lines:
        raise RecipeError('there is nothing to hear; give a line, as in versebench hear "There was an old man"')
    ear = VerseEar()
    finder = SchemeFinder(ear, RhymeSettings(Accent(accent), historical))
    words = _words(lines, ear)
    return Hearing(
        words=words,
        syllables=_syllables(words, len(lines)),
        rhyme=str(finder.rhyme(*lines)) if len(lines) == 2 else None,
        scheme=finder.scheme(lines) if len(lines) > 2 else None,
    )


def _words(lines: Sequence[str], ear: VerseEar) -> list[HeardWord]:
    """The words of all lines, heard together: those that are guessed at are then guessed once."""
    words = [
        (number, line[token.word_start : token.word_end])
        for number, line in enumerate(lines, 1)
        for token in tokens(line)
    ]
    found = ear.hear([word for _, word in words])
    return [_heard(number, word, one, ear) for (number, word), one in zip(words, found, strict=True)]


def _syllables(words: Sequence[HeardWord], lines: int) -> list[int]:
    """The syllables of each line."""
    counted = Counter[int]()
    for word in words:
        counted[word.line] += word.syllables
    return [counted[number] for number in range(1, lines + 1)]


def _heard(number: int, word: str, found: Sequence[Pronunciation], ear: VerseEar) -> HeardWord:
    if not found:
        return HeardWord(number, word, "", "", 0, f"no pronunciation: {ear.why_not(word) or 'unknown'}")
    first = found[0]
    return HeardWord(number, word, " ".join(first.phones), first.stresses, first.syllables, first.origin)
