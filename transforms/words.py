"""Words of a line of verse, with the marks around them.

A token is what stands between spaces. Its word is the part from its first to its last letter or digit; what stands
before are opening marks, what stands after are closing marks. An apostrophe that stands for a missing sound belongs to
the word ('tis, walkin', th'), one that quotes does not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(r"\S+")
_WORD = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)
_LAST_PIECE = re.compile(r".*(?:—|–|--|…|\.\.\.)(?=[^\W_'’])", re.DOTALL)
_APOSTROPHES = "'’"

HEAD_ELISIONS = frozenset(
    """bout cause em gainst gan gin long mid mong neath pon round scape st struth til till tis tween twas twere twill
    twixt twould twon un""".split()
)
"""Words that lost their head: an apostrophe before them is no quotation mark."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a line: half-open ranges of characters of the token with its marks, and of its word alone."""

    token_start: int
    word_start: int
    word_end: int
    token_end: int


def tokens(line: str) -> Iterator[Token]:
    """The tokens of a line that hold a word, in order; tokens of marks alone are left out."""
    quoting = False
    for found in _TOKEN.finditer(line):
        start, end = found.span()
        word = _WORD.search(line, start, end)
        if word is None:
            quoting = quoting != (sum(line.count(mark, start, end) for mark in _APOSTROPHES) % 2 == 1)
            continue
        word_start, word_end = word.span()
        if word_start > start and line[word_start - 1] in _APOSTROPHES + "‘":
            if _is_head_elision(line[word_start:word_end]):
                word_start -= 1
            else:
                quoting = True
        if word_end < end and line[word_end] in _APOSTROPHES:
            if quoting:
                quoting = False
            else:
                word_end += 1
        yield Token(start, word_start, word_end, end)


def _is_head_elision(word: str) -> bool:
    return word.lower().split("'")[0].split("’")[0].split("-")[0] in HEAD_ELISIONS


def starts_quotation(line: str) -> bool:
    """Whether a line opens with a quotation mark; the apostrophe of 'tis is none."""
    if line.startswith(('"', "“", "„", "«", "‘")):
        return True
    first = next(tokens(line), None)
    return line.startswith(("'", "’")) and (first is None or first.word_start > 0)


def end_word_span(line: str) -> tuple[int, int] | None:
    """Where the end word of a line stands, the word that rhymes; None where no token holds a letter or digit.

    Of tokens joined by a dash or dots, as in "art—still", it is the last.
    """
    last = None
    for last in tokens(line):  # noqa: B007
        pass
    if last is None:
        return None
    joined = _LAST_PIECE.match(line, last.word_start, last.word_end)
    return (joined.end() if joined else last.word_start), last.word_end


def end_word(line: str) -> str | None:
    """The end word of a line, without marks."""
    span = end_word_span(line)
    return None if span is None else line[slice(*span)]


def letters(word: str) -> int:
    """Number of letters of a word."""
    return sum(character.isalpha() for character in word)
