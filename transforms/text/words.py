"""Words of a line of verse, with the marks around them.

A token is a part of a line between spaces. Its word is the part from its first to its last letter or digit; opening
marks precede the word, and closing marks follow it. An apostrophe that marks a missing sound belongs to the word ('tis,
walkin', th'); a quotation mark does not.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_WORD = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)
_PLAIN_WORD = re.compile(r"[^\W_](?:\S*[^\W_])?")
_ASCII_WORD = re.compile(r"[0-9A-Za-z](?:\S*[0-9A-Za-z])?")  # the same, found sooner
_NEEDS_CARE = re.compile(r"(?<![^\W_])['’‘]|['’](?![^\W_])|(?<=[^\W_])[^\w\s\x00-\u02ff—–…‘’“”]")
"""An apostrophe that is not between letters, or what may be a combining mark; all other words are plain ones."""
_LAST_PIECE = re.compile(r".*(?:—|–|--|…|\.\.\.)[\W_]*(?=[^\W_])", re.DOTALL)
_PIECE = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_APOSTROPHES = "'’"
_QUOTES = frozenset("'’‘‚\"“”„«»‹›`「『")
_CLOSING_QUOTE = re.compile(r"[^\s'’][,.;:!?…—–-]*['’][^\w\s]*(?=\s|$)")
_OPENING_QUOTE = re.compile(r"(?<!\S)[^\w\s]*['’‘](?=[^\W_])")
_LONE_N = re.compile(r"['’‘][nN]['’][^\w\s]*")  # rock 'n' roll
_LOOK_AHEAD = 200  # characters
_LONGEST_TOKEN = 60  # characters; a longer one is not worth remembering
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_FIRST_MARK = "\u0300"
"""The least combining mark; of the characters from here on each must be looked up."""

HEAD_ELISIONS = frozenset(
    """bout cause em fore gainst gan gin long mid midst mong mongst neath pon round scape scaped st struth til till tis
    tween twas twere twill twixt twould twon un""".split()
)
"""Words that lost their beginning: an apostrophe before them is not a quotation mark."""

TAIL_ELISIONS = frozenset("altho an i o oft ol roun t th tho thro wi yo".split())
"""Words that lost their end, besides words in -in' (walkin') and possessives of words in -s (dogs')."""


class Token(NamedTuple):
    """A token of a line: half-open ranges of characters of the token with its marks, and of its word alone."""

    token_start: int
    word_start: int
    word_end: int
    token_end: int


class _Shape(NamedTuple):
    """A token by itself: the range of its word, whether it opens a quotation, and the number of apostrophes after it.

    Whether the first of these belongs to the word depends on the tokens around it. An empty range means no word.
    """

    word_start: int
    word_end: int
    opens: bool
    closing: int


def tokens(line: str) -> list[Token]:
    """The tokens of a line that contain a word, in order; tokens that consist of marks only are left out."""
    found = []
    quoting = False
    end = 0
    for text in line.split():
        start = line.index(text, end)
        end = start + len(text)
        if text.isalnum():
            found.append(Token(start, start, end, end))
            continue
        shape = _shape(text)
        if not shape.word_end:
            quoting = quoting != (shape.closing % 2 == 1)
            continue
        word_start, word_end, closing = start + shape.word_start, start + shape.word_end, shape.closing
        quoting = quoting or shape.opens
        if closing:
            its_own = not quoting or (not shape.opens and _is_tail_elision(line, word_start, word_end, closing))
            if its_own and line[word_end] in _APOSTROPHES:
                word_end += 1
                closing -= 1
            quoting = quoting and not closing
        found.append(Token(start, word_start, word_end, end))
    return found


def words(line: str) -> list[str]:
    """The words of the tokens of a line, in order."""
    if "'" not in line and line.isascii():
        return _ASCII_WORD.findall(line)
    if not _NEEDS_CARE.search(line):
        return _PLAIN_WORD.findall(line)
    return [line[token.word_start : token.word_end] for token in tokens(line)]


def _shape(token: str) -> _Shape:
    return _remembered_shape(token) if len(token) <= _LONGEST_TOKEN else _shape_of(token)


def _shape_of(token: str) -> _Shape:
    word, end = _WORD.search(token), len(token)
    if word is None:
        return _Shape(0, 0, False, _apostrophes(token, 0, end))
    word_start, word_end = word.span()
    if word_start == 0 and word_end == end:
        return _Shape(0, end, False, 0)
    if word_start and _LONE_N.fullmatch(token, word_start - 1):
        return _Shape(word_start - 1, word_end + 1, False, 0)
    word_end = _end_with_marks(token, word_end, end)
    opens = word_start > 0 and token[word_start - 1] in "'’‘"
    if opens and _is_head_elision(token, word_start, word_end):
        word_start -= 1
        opens = False
    return _Shape(word_start, word_end, opens, _apostrophes(token, word_end, end))


_remembered_shape = lru_cache(maxsize=1 << 15)(_shape_of)


def _apostrophes(line: str, start: int, end: int) -> int:
    return line.count("'", start, end) + line.count("’", start, end)


def _end_with_marks(line: str, word_end: int, end: int) -> int:
    """The end of a word including the combining marks of its last letter (as in Hindi), which are not letters."""
    while word_end < end and line[word_end] >= _FIRST_MARK and unicodedata.category(line[word_end])[0] == "M":
        word_end += 1
    return word_end


def _is_head_elision(line: str, word_start: int, word_end: int) -> bool:
    piece = _PIECE.match(line, word_start, word_end)
    return piece is not None and re.split("['’]", piece.group().lower())[0] in HEAD_ELISIONS


def _is_tail_elision(line: str, word_start: int, word_end: int, closing: int) -> bool:
    """Whether the apostrophe after a quoted word belongs to it: the word can lose its end, and another mark closes."""
    word = line[word_start:word_end].lower()
    if not closing or not (word.endswith(("s", "x", "z", "in")) or word in TAIL_ELISIONS):
        return False
    closes = _CLOSING_QUOTE.search(line, word_end + 1, word_end + _LOOK_AHEAD)
    opens = _OPENING_QUOTE.search(line, word_end + 1, word_end + _LOOK_AHEAD)
    return closing > 1 or (closes is not None and (opens is None or opens.start() > closes.start()))


def starts_quotation(line: str) -> bool:
    """Whether a line opens with a quotation mark; the apostrophe of 'tis does not count."""
    if line[:1].isalnum():
        return False
    end = 0
    for text in line.split():
        start = line.index(text, end)
        end, shape = start + len(text), _shape(text)
        if shape.word_end:
            return not _QUOTES.isdisjoint(line[: start + shape.word_start])
    return not _QUOTES.isdisjoint(line)


def pieces(word: str) -> list[str]:
    """The parts of a compound word: two for "well-bred" and "art—still", one for "don't"."""
    return _PIECE.findall(word)


def end_word_span(line: str) -> tuple[int, int] | None:
    """The range of the end word of a line, which rhymes; None if no token contains a letter or digit.

    In a token joined by a dash or dots, as in "art—still", the last part is the end word.
    """
    found = tokens(line)
    return last_piece(line, found[-1].word_start, found[-1].word_end) if found else None


def last_piece(text: str, word_start: int, word_end: int) -> tuple[int, int]:
    """The range of the last part of a word of a text after a dash or dots; of the whole word if it has none."""
    if text[word_start:word_end].isalnum():
        return word_start, word_end
    joined = _LAST_PIECE.match(text, word_start, word_end)
    if joined is None:
        return word_start, word_end
    start = joined.end()
    return start - (text[start - 1] in _APOSTROPHES and _is_head_elision(text, start, word_end)), word_end


def last_word(word: str) -> str:
    """The last part of a word after a dash or dots; the whole word if it has none."""
    return word[slice(*last_piece(word, 0, len(word)))]


def end_word(line: str) -> str | None:
    """The end word of a line, without marks; None if the line has no word."""
    span = end_word_span(line)
    return None if span is None else line[slice(*span)]


def spelt_alike(word: str) -> str:
    """A key that is equal for spellings of one word: case-folded, with straight apostrophes."""
    return word.casefold().replace("’", "'")


def letters(word: str) -> int:
    """Number of letters of a word."""
    if word.isalpha():
        return len(word)
    return len(word.encode().translate(None, _NO_LETTERS)) if word.isascii() else sum(map(str.isalpha, word))
