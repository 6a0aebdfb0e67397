"""Words of a line of verse, with the marks around them.

A token is what stands between spaces. Its word is the part from its first to its last letter or digit; what stands
before are opening marks, what stands after are closing marks. An apostrophe that stands for a missing sound belongs to
the word ('tis, walkin', th'), one that quotes does not.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(r"\S+")
_WORD = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)
_LAST_PIECE = re.compile(r".*(?:—|–|--|…|\.\.\.)[\W_]*(?=[^\W_])", re.DOTALL)
_PIECE = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_APOSTROPHES = "'’"
_QUOTES = frozenset("'’‘‚\"“”„«»‹›`「『")
_CLOSING_QUOTE = re.compile(r"[^\s'’][,.;:!?…—–-]*['’][^\w\s]*(?=\s|$)")
_OPENING_QUOTE = re.compile(r"(?<!\S)[^\w\s]*['’‘](?=[^\W_])")
_LONE_N = re.compile(r"['’‘][nN]['’][^\w\s]*")  # rock 'n' roll
_LOOK_AHEAD = 200  # characters
_FIRST_MARK = "\u0300"
"""The least combining mark; of the characters from here on each must be looked up."""

HEAD_ELISIONS = frozenset(
    """bout cause em fore gainst gan gin long mid midst mong mongst neath pon round scape scaped st struth til till tis
    tween twas twere twill twixt twould twon un""".split()
)
"""Words that lost their head: an apostrophe before them is no quotation mark."""

TAIL_ELISIONS = frozenset("altho an i o oft ol roun t th tho thro wi yo".split())
"""Words that lost their tail, beside those that end in -in' (walkin') and possessives of words in -s (dogs')."""


class Token(NamedTuple):
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
        if found.group().isalnum():
            yield Token(start, start, end, end)
            continue
        word = _WORD.search(line, start, end)
        if word is None:
            quoting = quoting != (_apostrophes(line, start, end) % 2 == 1)
            continue
        word_start, word_end = word.span()
        if word_start == start and word_end == end:
            yield Token(start, start, end, end)
            continue
        if _LONE_N.fullmatch(line, word_start - 1, end):
            yield Token(start, word_start - 1, word_end + 1, end)
            continue
        word_end = _end_with_marks(line, word_end, end)
        opens = word_start > start and line[word_start - 1] in "'’‘"
        if opens and _is_head_elision(line, word_start, word_end):
            word_start -= 1
            opens = False
        quoting = quoting or opens
        closing = _apostrophes(line, word_end, end)
        its_own = not quoting or (not opens and _is_tail_elision(line, word_start, word_end, closing))
        if closing and its_own and line[word_end] in _APOSTROPHES:
            word_end += 1
            closing -= 1
        quoting = quoting and not closing
        yield Token(start, word_start, word_end, end)


def _apostrophes(line: str, start: int, end: int) -> int:
    return line.count("'", start, end) + line.count("’", start, end)


def _end_with_marks(line: str, word_end: int, end: int) -> int:
    """The end of a word with the combining marks of its last letter, as in Hindi, which are no letters themselves."""
    while word_end < end and line[word_end] >= _FIRST_MARK and unicodedata.category(line[word_end])[0] == "M":
        word_end += 1
    return word_end


def _is_head_elision(line: str, word_start: int, word_end: int) -> bool:
    piece = _PIECE.match(line, word_start, word_end)
    return piece is not None and re.split("['’]", piece.group().lower())[0] in HEAD_ELISIONS


def _is_tail_elision(line: str, word_start: int, word_end: int, closing: int) -> bool:
    """Whether the apostrophe after a quoted word belongs to it: one that can lose its tail, where another closes."""
    word = line[word_start:word_end].lower()
    if not closing or not (word.endswith(("s", "x", "z", "in")) or word in TAIL_ELISIONS):
        return False
    closes = _CLOSING_QUOTE.search(line, word_end + 1, word_end + _LOOK_AHEAD)
    opens = _OPENING_QUOTE.search(line, word_end + 1, word_end + _LOOK_AHEAD)
    return closing > 1 or (closes is not None and (opens is None or opens.start() > closes.start()))


def starts_quotation(line: str) -> bool:
    """Whether a line opens with a quotation mark; the apostrophe of 'tis is none."""
    first = next(tokens(line), None)
    return not _QUOTES.isdisjoint(line if first is None else line[: first.word_start])


def pieces(word: str) -> list[str]:
    """The words that a word is made of: of "well-bred" and "art—still" two each, of "don't" one."""
    return _PIECE.findall(word)


def end_word_span(line: str) -> tuple[int, int] | None:
    """Where the end word of a line stands, the word that rhymes; None where no token holds a letter or digit.

    Of tokens joined by a dash or dots, as in "art—still", it is the last.
    """
    last = None
    for last in tokens(line):  # noqa: B007
        pass
    return None if last is None else last_piece(line, last.word_start, last.word_end)


def last_piece(text: str, word_start: int, word_end: int) -> tuple[int, int]:
    """Where the last of the words stands that a word of a text is joined of by a dash or dots; else the word."""
    joined = _LAST_PIECE.match(text, word_start, word_end)
    if joined is None:
        return word_start, word_end
    start = joined.end()
    return start - (text[start - 1] in _APOSTROPHES and _is_head_elision(text, start, word_end)), word_end


def end_word(line: str) -> str | None:
    """The end word of a line, without marks."""
    span = end_word_span(line)
    return None if span is None else line[slice(*span)]


def spelt_alike(word: str) -> str:
    """What is the same for spellings of one word: without capitals, with a straight apostrophe."""
    return word.casefold().replace("’", "'")


def letters(word: str) -> int:
    """Number of letters of a word."""
    return len(word) if word.isalpha() else sum(map(str.isalpha, word))
