"""Scan a poem: words with their sounds and stress, syllables of each line, and how the lines rhyme."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.own_words import with_own_words
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.pronunciation.verse_second import SecondVersePronouncer
from versebench.models.scanner.contract import ScannedVerse, Scansion
from versebench.models.scanner.registry import load_scanner
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.own_words import own_words
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import EITHER, Accent, RhymeSettings
from versebench.transforms.prosody.scansion.marks import marks_over, metre_name
from versebench.transforms.prosody.scansion.verse_words import verse_words, words_of_line
from versebench.transforms.prosody.stanza import RememberingPronouncer
from versebench.transforms.text.words import tokens

Knowing = VersePronouncer | SecondVersePronouncer
"""Pronouncers that know why they cannot read a word."""

STANDARD_INPUT = "-"
MOST_WORDS = 5_000
MOST_BYTES = 1_000_000

_EXAMPLE = 'as in versebench scan "There was an old man"'
_LONGEST_NAME = 255
_LONGEST_EXAMPLE = 40


_FILE_NAME = re.compile(r"\S*\.[A-Za-z]{2,5}|\S*/\S*\w")
"""What is meant as a file: a name with an ending, or a path, without spaces."""


@dataclass(frozen=True)
class ScannedWord:
    """A word of a line; without a pronunciation ``phones`` is empty and ``origin`` says why."""

    line: int
    word: str
    phones: str
    stresses: str
    syllables: int
    origin: str
    guessed: bool


@dataclass(frozen=True)
class LineReading:
    """A way to read a line: + for a syllable with a beat and - for one without, and its cost in nats."""

    pattern: str
    beats: int
    cost: float


@dataclass(frozen=True)
class ScannedLine:
    """A line with its number in the poem; ``stresses`` has a digit for each syllable, and a space between words.

    ``marks`` is the first of the readings as marks to print over the text. ``gap`` is how much more the second costs.
    Without a reading, ``unread`` states why.
    """

    number: int
    text: str
    stresses: str
    syllables: int
    marks: str
    readings: list[LineReading]
    gap: float | None
    unread: str


@dataclass(frozen=True)
class RhymedLines:
    """How two lines of a stanza rhyme."""

    lines: tuple[int, int]
    rhyme: str


@dataclass(frozen=True)
class ScannedStanza:
    """Lines between blank lines; ``scheme`` has a letter for each line, x for one that rhymes with none."""

    lines: list[ScannedLine]
    scheme: str
    rhymes: list[RhymedLines]


@dataclass(frozen=True)
class ScannedMetre:
    """The metre of a poem: its name, its kind, the beats of the lines of a stanza, and the margin in nats a line.

    ``beats`` is empty if lines have no regular number, and ``margin`` is None if the metre was given.
    """

    name: str
    kind: str
    beats: list[int]
    margin: float | None


@dataclass(frozen=True)
class Scan:
    """The result of scanning a poem."""

    metre: ScannedMetre
    words: list[ScannedWord]
    stanzas: list[ScannedStanza]

    def __str__(self) -> str:
        """The lines with their marks above them, and the letter of their rhyme after them."""
        return "\n\n".join(["\n".join(_marked(stanza)) for stanza in self.stanzas] + [f"metre: {self.metre.name}"])


def _marked(stanza: ScannedStanza) -> Iterator[str]:
    width = max(len(line.text) for line in stanza.lines)
    for line, letter in zip(stanza.lines, stanza.scheme, strict=True):
        yield from ([line.marks] if line.marks else [])
        yield f"{line.text:<{width}}  {letter}"


def read_texts(arguments: Sequence[str]) -> str:
    """The text of a command's arguments: one file, standard input for ``-``, or the lines themselves.

    Raises :class:`DataError` if a file cannot be read as text.
    """
    if list(arguments) == [STANDARD_INPUT]:
        return _decoded("standard input", sys.stdin.buffer.read(MOST_BYTES + 1))
    if len(arguments) == 1 and (file := _file_of(arguments[0])):
        with file.open("rb") as content:
            return _decoded(str(file), content.read(MOST_BYTES + 1))
    return "\n".join(arguments)


def _file_of(argument: str) -> Path | None:
    """The file or folder that an argument names, if there is one."""
    if (
        not argument.strip()
        or "\n" in argument
        or "\0" in argument
        or len(argument.encode(errors="replace")) > _LONGEST_NAME
    ):
        return None
    path = Path(argument)
    if path.is_dir():
        raise DataError(f"{argument} is a folder; give a file")
    if not path.exists() and _FILE_NAME.fullmatch(argument):
        raise DataError(f"there is no file {argument}; check the path, or give a line of verse")
    return path if path.exists() else None


def _decoded(name: str, content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise DataError(f"{name} is larger than {MOST_BYTES:,} bytes; give a smaller part of it")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{name} is not UTF-8 (byte {error.start}); convert it to UTF-8") from None


def scan(text: str, accent: str, *, historical: bool, metre: str | None = None, lexicon: str | None = None) -> Scan:
    """Scan a text of one or more stanzas; in a metre, and with a file of own words, if they are given.

    Raises :class:`RecipeError` if it has no line, no word that can be pronounced, or more words than ``MOST_WORDS``, or
    if the metre is unknown or a row of the file is wrong.
    """
    stanzas = list(_stanzas(text))
    if not stanzas:
        raise RecipeError(f"the text has no line; give at least one, {_EXAMPLE}")
    lines = [line for stanza in stanzas for line in stanza]
    settings = _settings(accent, historical=historical)
    pronouncer = SecondVersePronouncer() if settings.is_second else VersePronouncer()
    remembering = RememberingPronouncer(with_own_words(pronouncer, own_words(lexicon, "--lexicon")), {})
    words = _words(lines, remembering, pronouncer)
    by_line: dict[int, list[ScannedWord]] = {number: [] for number in range(1, len(lines) + 1)}
    for word in words:
        by_line[word.line].append(word)
    _check_pronounced(lines, words)
    scansion = _scansion(stanzas, remembering, metre)
    verses = (verse for stanza in scansion.stanzas for verse in stanza)
    scanned = [
        _line(number, line, by_line[number], verse)
        for number, (line, verse) in enumerate(zip(lines, verses, strict=True), 1)
    ]
    finder = SchemeFinder(remembering, settings)
    finder.learn(lines)
    result, start = [], 0
    for stanza in stanzas:
        result.append(_stanza(scanned[start : start + len(stanza)], finder))
        start += len(stanza)
    return Scan(_metre(scansion), words, result)


def _settings(accent: str, *, historical: bool) -> RhymeSettings:
    """Either accent is heard by the second edition, as in recipes with a profile of versebench."""
    chosen = Accent(accent)
    return replace(EITHER, historical=historical) if chosen is Accent.EITHER else RhymeSettings(chosen, historical)


def _scansion(stanzas: Sequence[Sequence[str]], pronouncer: RememberingPronouncer, metre: str | None) -> Scansion:
    scanner = load_scanner()
    if metre is not None and metre not in scanner.metres:
        raise RecipeError(f"unknown metre {metre!r}; give one of: {', '.join(scanner.metres)}")
    return scanner.scan(verse_words(stanzas, pronouncer, load_tagger()), metre)


def _metre(scansion: Scansion) -> ScannedMetre:
    margin = None if scansion.margin is None else _nats(scansion.margin)
    return ScannedMetre(metre_name(scansion), scansion.metre, list(scansion.beats), margin)


def _nats(cost: int) -> float:
    return cost / 1_000


def _stanzas(text: str) -> Iterator[list[str]]:
    """The lines between blank lines."""
    stanza: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip():
            stanza.append(line.strip())
        elif stanza:
            yield stanza
            stanza = []


def _words(lines: Sequence[str], remembering: RememberingPronouncer, pronouncer: Knowing) -> list[ScannedWord]:
    """The words of all lines, pronounced in one call together with the parts that the scanner reads.

    So the guessing model runs once.
    """
    words = [
        (number, line[token.word_start : token.word_end])
        for number, line in enumerate(lines, 1)
        for token in tokens(line)
    ]
    if len(words) > MOST_WORDS:
        raise RecipeError(f"the text has {len(words):,} words; scan reads up to {MOST_WORDS:,}: give a part of it")
    parts = [line[start:end] for line in lines for start, end, _ in words_of_line(line)]
    pronounced = remembering.pronounce([*(word for _, word in words), *parts])[: len(words)]
    return [
        _word(number, word, readings, pronouncer) for (number, word), readings in zip(words, pronounced, strict=True)
    ]


def _word(number: int, word: str, readings: Sequence[Pronunciation], pronouncer: Knowing) -> ScannedWord:
    if not readings:
        return ScannedWord(number, word, "", "", 0, f"no pronunciation: {pronouncer.why_not(word) or 'unknown'}", False)
    first = readings[0]
    phones = " ".join(first.phones)
    return ScannedWord(number, word, phones, first.stresses, first.syllables, first.origin, first.guessed)


def _check_pronounced(lines: Sequence[str], words: Sequence[ScannedWord]) -> None:
    if any(word.phones for word in words):
        return
    reasons = dict.fromkeys(word.origin.removeprefix("no pronunciation: ") for word in words) or ("no letters",)
    shown = lines[0] if len(lines[0]) <= _LONGEST_EXAMPLE else f"{lines[0][: _LONGEST_EXAMPLE - 1]}…"
    raise RecipeError(
        f"the text has no word that can be pronounced as English ({', '.join(reasons)}): {shown!r}; "
        f"give English verse, {_EXAMPLE}"
    )


def _line(number: int, text: str, words: Sequence[ScannedWord], verse: ScannedVerse) -> ScannedLine:
    stresses = " ".join(word.stresses or "?" for word in words)
    places = [(start, end) for start, end, _ in words_of_line(text)]
    return ScannedLine(
        number,
        text,
        stresses,
        sum(word.syllables for word in words),
        marks_over(text, places, verse.best.words) if verse.best else "",
        [LineReading(reading.pattern, reading.beats, _nats(reading.cost)) for reading in verse.readings],
        None if verse.gap is None else _nats(verse.gap),
        verse.reason,
    )


def _stanza(lines: list[ScannedLine], finder: SchemeFinder) -> ScannedStanza:
    texts = [line.text for line in lines]
    rhymes = [
        RhymedLines((lines[first].number, lines[second].number), str(finder.rhyme(texts[first], texts[second])))
        for first, second in _neighbours(finder.groups(texts))
    ]
    if len(lines) == 2 and not rhymes:
        rhymes = [RhymedLines((lines[0].number, lines[1].number), str(finder.rhyme(*texts)))]
    return ScannedStanza(lines, finder.scheme(texts), rhymes)


def _neighbours(groups: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Every line that rhymes, with the next line of its group."""
    for place, group in enumerate(groups):
        if group in groups[place + 1 :]:
            yield place, groups.index(group, place + 1)
