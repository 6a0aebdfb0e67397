"""Scan the rhymes of a text: which syllables rhyme with which, and how dense the rhymes are."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from versebench.models.pronunciation.own_words import with_own_words
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.pipelines.commands.scan import MOST_WORDS
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.own_words import own_words
from versebench.schemas.registration import NameIn
from versebench.transforms.lyrics.song import GUEST, LyricsError, is_song, read_song
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon
from versebench.transforms.prosody.rhyme_density.measure import MarkedSyllable, VerseRhymes, measure
from versebench.transforms.prosody.rhyme_density.registry import DETECTORS
from versebench.transforms.prosody.rhyme_density.weightings import WEIGHTINGS, mean
from versebench.transforms.prosody.rhyme_density.written import parts
from versebench.transforms.text.words import tokens, words


@dataclass(frozen=True)
class Piece:
    """A part of a line: a syllable with its group, or what stands between such syllables, without a group."""

    text: str
    group: int | None = None


@dataclass(frozen=True)
class ScannedVerse:
    """A verse with its heading, its lines in pieces, and its rhymes."""

    heading: str
    lines: list[list[Piece]]
    rhymes: VerseRhymes


@dataclass(frozen=True)
class ScannedRhymes:
    """The verses of a text, the headings and kinds of the sections that are no verse, and means over the verses."""

    detector: str
    verses: list[ScannedVerse]
    left_out: list[tuple[str, str]]
    density: float | None
    weighted: dict[str, float | None]

    def values(self) -> dict[str, Any]:
        """Everything as values of JSON."""
        values = asdict(self)
        for verse, scanned in zip(values["verses"], self.verses, strict=True):
            verse["rhymes"]["marks"] = [mark._asdict() for mark in scanned.rhymes.marks]
        return values


def scan_rhymes(text: str, detector: str, lexicon: str | None = None) -> ScannedRhymes:
    """Scan the verses of a song, or a text as one verse.

    Raises :class:`RecipeError` for an unknown detector or a text without verse or sounds, and :class:`DataError` for a
    song with a broken layout.
    """
    try:
        found = DETECTORS[NameIn(DETECTORS).check(detector)]
    except ValueError as error:
        raise RecipeError(f"--detector: {error}") from None
    own = own_words(lexicon, "--lexicon")
    verses, left_out = _verses(text)
    many = sum(len(words(line)) for _, lines in verses for line in lines)
    if many > MOST_WORDS:
        raise RecipeError(f"the text has {many:,} words; scan reads up to {MOST_WORDS:,}: give a part of it")
    measured = measure([lines for _, lines in verses], SyllableLexicon(with_own_words(VersePronouncer(), own)), found)
    if not any(rhymes.syllables for rhymes in measured):
        raise RecipeError("the text has no verse with a word that can be pronounced as English; give English verse")
    scanned = [
        ScannedVerse(heading, list(_pieces(lines, rhymes)), rhymes)
        for (heading, lines), rhymes in zip(verses, measured, strict=True)
    ]
    heard = [rhymes for rhymes in measured if rhymes.density is not None]
    weighted = {name: mean([pair for rhymes in heard if (pair := rhymes.weighted[name])]) for name in WEIGHTINGS}
    return ScannedRhymes(detector, scanned, left_out, mean([(r.density or 0.0, 1.0) for r in heard]), weighted)


def _verses(text: str) -> tuple[list[tuple[str, list[str]]], list[tuple[str, str]]]:
    """The verses of a text with their headings; the headings of other sections with the reasons why they are left out.

    A text without the layout of a song is one verse.
    """
    if not is_song(text):
        return [("", text.strip().splitlines())], []
    try:
        song = read_song(text)
    except LyricsError as error:
        raise DataError(f"{error}") from None
    left_out = [
        (section.heading, "guest" if section.kind == GUEST else section.kind)
        for section in song.sections
        if section not in song.verses
    ]
    return [(section.heading, section.lines) for section in song.verses], left_out


def _pieces(lines: Sequence[str], rhymes: VerseRhymes) -> Iterator[list[Piece]]:
    """The pieces of each line."""
    marks: dict[int, list[MarkedSyllable]] = {}
    for mark in rhymes.marks:
        marks.setdefault(mark.word, []).append(mark)
    numbers = count()
    for line in lines:
        pieces, end = [], 0
        for token in tokens(line):
            if marked := marks.get(next(numbers)):
                pieces += [Piece(line[end : token.word_start]), *_word(line[token.word_start : token.word_end], marked)]
                end = token.word_end
        yield [piece for piece in (*pieces, Piece(line[end:])) if piece.text]


def _word(word: str, marks: Sequence[MarkedSyllable]) -> list[Piece]:
    """The syllables of a word, each with its group."""
    groups = {mark.place: mark.group for mark in marks}
    return [Piece(text, groups.get(place)) for place, text in enumerate(parts(word, marks[0].syllables_of_word))]
