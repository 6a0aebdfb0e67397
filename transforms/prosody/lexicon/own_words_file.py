"""A file of a user's own words: comma-, semicolon- or tab-separated rows of a word and how it sounds."""

import codecs
import csv
import difflib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.own_words import OwnWords, rhyming, spelling_of
from versebench.models.pronunciation.spelling_rules.changes import Phones
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.readers.csv_rows import delimiter_of
from versebench.transforms.text.words import words

MOST_BYTES = 1 << 22
"""Bytes of the largest file."""

VOWELS = tuple("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split())
CONSONANTS = tuple("B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split())

_PHONES = (*CONSONANTS, *(f"{vowel}{stress}" for vowel in VOWELS for stress in "012"))
_RHYMES_WITH = re.compile(r"rhymes?\s+with\s+(.+)", re.IGNORECASE)
_VARIANTS = re.compile(r"\s*/\s*")
_QUOTES = "\"'“”‘’ "
_SHOWN_PROBLEMS = 10
_HEADERS = ("word", "words")
_EXAMPLE = "V L UW1 N, or as: rhymes with moon"


class OwnWordsError(ValueError):
    """The file has no words, or rows that cannot be used. The message names each row and says what to do."""


@dataclass(frozen=True)
class _Row:
    """A row, with the number that a spreadsheet shows; ``model`` is the word with which the word rhymes, if any."""

    number: int
    word: str
    phones: tuple[Phones, ...] = ()
    model: str | None = None


def read_own_words(content: bytes, pronouncer: Pronouncer | None = None) -> OwnWords:
    """The entries of a file. A word that rhymes with another begins as ``pronouncer`` guesses it.

    The first row may have column names; columns after the second are ignored. Several pronunciations stand in one
    cell, with ``/`` between them.

    Raises :class:`OwnWordsError`.
    """
    problems: list[str] = []
    rows: dict[str, _Row] = {}
    for number, cells in _records(content):
        row = _parsed(number, cells)
        if isinstance(row, str):
            problems.append(f"row {number}: {row}")
            continue
        first = rows.setdefault(spelling_of(row.word), row)
        if (first.phones, first.model) != (row.phones, row.model):
            problems.append(
                f"row {number}: {row.word!r} stands in row {first.number} with another sound; keep one of the rows, "
                "or write both pronunciations in one row with / between them"
            )
    resolver = _Resolver(rows, pronouncer or VersePronouncer())
    entries = {}
    for spelling, row in rows.items():
        said = resolver.phones(row)
        if isinstance(said, str):
            problems.append(f"row {row.number}: {said}")
        else:
            entries[spelling] = said
    if not rows and not problems:
        problems.append(f"has no words; give a row for each: a word, and its phones as in {_EXAMPLE}")
    if problems:
        more = len(problems) - _SHOWN_PROBLEMS
        raise OwnWordsError("; ".join([*problems[:_SHOWN_PROBLEMS], *([f"and {more} more rows"] if more > 0 else [])]))
    return OwnWords(tuple(sorted(entries.items())))


def _records(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows with content, without the row of column names."""
    text = _decoded(content)
    first = next((line for line in text.splitlines() if line.strip()), None)
    if first is None:
        return
    records = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(first.encode()), strict=True)
    try:
        rows = ((number, [cell.strip() for cell in record]) for number, record in enumerate(records, 1))
        filled = ((number, cells) for number, cells in rows if any(cells))
        number, cells = next(filled)
        if cells[0].lower() not in _HEADERS or _is_entry(cells):
            yield number, cells
        yield from filled
    except csv.Error as error:
        raise OwnWordsError(f"row {records.line_num}: cannot be read ({error}); correct its quotes") from None


def _is_entry(cells: list[str]) -> bool:
    """Whether the first row is an entry for the word ``word``, not column names."""
    return isinstance(_parsed(1, cells), _Row)


def _decoded(content: bytes) -> str:
    if content.startswith(b"PK\x03\x04"):
        raise OwnWordsError("is a zip archive or a workbook, not text; save it as CSV")
    utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        row = content[: error.start].count(b"\n") + 1
        raise OwnWordsError(f"row {row}: is not UTF-8 (byte {error.start}); save the file as CSV UTF-8") from None


def _parsed(number: int, cells: list[str]) -> _Row | str:
    """The row, or what is wrong with it."""
    word, *rest = cells
    if not word:
        return "has no word; write the word in the first column"
    if words(word) != [word]:
        return f"{word!r} is not one word; give one word, without marks around it"
    said = rest[0] if rest else ""
    if not said:
        return f"{word!r} has no phones; write them as in {_EXAMPLE}"
    if rhymes := _RHYMES_WITH.fullmatch(said):
        return _Row(number, word, model=rhymes[1].strip(_QUOTES))
    phones = tuple(tuple(variant.upper().split()) for variant in _VARIANTS.split(said.strip(" /")))
    for phone in (phone for variant in phones for phone in variant):
        if phone not in _PHONES:
            return f"{word!r}: {_unknown(phone)}"
    return _Row(number, word, tuple(dict.fromkeys(phones)))


def _unknown(phone: str) -> str:
    if phone in VOWELS:
        return f"the vowel {phone} lacks its stress; write {phone}1 (primary), {phone}2 (secondary) or {phone}0 (none)"
    bare = phone.rstrip("0123456789")
    if bare in CONSONANTS:
        return f"{phone} is a consonant, which has no stress; write {bare}"
    near = difflib.get_close_matches(phone, (*_PHONES, *VOWELS), n=1, cutoff=0.5)
    meant = f"{near[0]} was probably meant" if near else f"phones are those of CMUdict, as in {_EXAMPLE}"
    return f"unknown phone {phone!r}; {meant}"


class _Resolver:
    """The phones of rows; those of a word that rhymes with another follow from the other's."""

    def __init__(self, rows: dict[str, _Row], pronouncer: Pronouncer) -> None:
        self._rows, self._pronouncer = rows, pronouncer

    def phones(self, row: _Row, asked: tuple[str, ...] = ()) -> tuple[Phones, ...] | str:
        """The pronunciations of a row, or what is wrong with it."""
        if row.model is None:
            return row.phones
        models = self._model(row.model, (*asked, spelling_of(row.word)))
        if isinstance(models, str):
            return models
        if not models:
            return (
                f"{row.model!r}, which {row.word!r} rhymes with, is neither in the dictionary nor in this file; "
                "name a word that is, or write the phones"
            )
        [guesses] = self._pronouncer.pronounce([row.word])
        if not guesses:
            return f"{row.word!r} has no letters from which its start can be guessed; write the phones"
        return tuple(dict.fromkeys(rhyming(guesses[0].phones, model) for model in models))

    def _model(self, word: str, asked: tuple[str, ...]) -> tuple[Phones, ...] | str:
        spelling = spelling_of(word)
        if spelling in asked:
            return f"{' rhymes with '.join((*asked, spelling))}, which is a circle; write the phones of one of them"
        if spelling in self._rows:
            return self.phones(self._rows[spelling], asked)
        [said] = self._pronouncer.pronounce([word])
        return tuple(one.phones for one in said if not one.guessed)
