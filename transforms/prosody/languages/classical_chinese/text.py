"""Characters and lines of classical Chinese, and what makes a text unfit to be read as a poem in it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from versebench.models.pronunciation.rhyme_table import read_simplified

_QUOTES = frozenset("「」『』﹁﹂﹃﹄“”‘’")
_LINE = re.compile(r"[^，。？！；：,.?!;:\n]*[，。？！；：,.?!;:]*[」』﹂﹄”’]*")
"""A line with the marks at its end: a pause in a line (、) is no end."""
_HAN = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_NOTE_MARKS = frozenset("/\\*#※†‡§&@%_")
_LACUNA_MARKS = frozenset("…⋯")
_SHOWN = 8  # characters of what was found


class TextProblem(NamedTuple):
    """Why a text is unfit: ``note``, ``lacuna``, ``letters`` or ``script``, the line, from 0, and what stands there."""

    reason: str
    line: int
    found: str

    def __str__(self) -> str:
        return f"line {self.line + 1}: {self.found}"


def is_character(char: str) -> bool:
    """Whether a character is a Chinese one, and no mark, letter or symbol."""
    return _HAN.match(char) is not None


def characters(line: str) -> list[str]:
    """The Chinese characters of a line, without marks."""
    return _HAN.findall(line)


def verse_lines(paragraphs: Iterable[str]) -> list[str]:
    """The lines of verse in paragraphs such as couplets (春眠不覺曉，處處聞啼鳥。), each with the marks at its end.

    Marks without a line of their own stay with the line before them.
    """
    lines: list[str] = []
    for paragraph in paragraphs:
        for piece in filter(None, map(str.strip, _LINE.findall(paragraph))):
            if lines and all(map(_is_mark, piece)):
                lines[-1] += piece
            else:
                lines.append(piece)
    return lines


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PZ"


def text_problem(lines: Sequence[str]) -> TextProblem | None:
    """The gravest problem of the lines of a text, the first of its kind; None if they are classical verse.

    - ``note``: an editor's note or the marks of one: brackets, title marks, signs of reference;
    - ``lacuna``: a sign in the place of a lost character (□, ○) or of lost lines (…);
    - ``letters``: a letter or digit of another script;
    - ``script``: characters that only texts in simplified script use.
    """
    reasons = {reason: number for number, reason in enumerate(("note", "lacuna", "letters"))}
    problems = [
        TextProblem(reason, number, char)
        for number, line in enumerate(lines)
        for char in line
        if (reason := _reason_of(char))
    ]
    if problems:
        return min(problems, key=lambda problem: reasons[problem.reason])
    return _simplified(lines)


@cache
def _reason_of(char: str) -> str | None:
    """The reason for which a character has no place in classical verse."""
    category = unicodedata.category(char)
    if is_character(char) or char in _QUOTES or category[0] == "Z" or char == "\t":
        return None
    if char in _NOTE_MARKS or category in ("Ps", "Pe", "Pi", "Pf", "Sm", "Sc", "Sk"):
        return "note"
    if char in _LACUNA_MARKS or category in ("So", "Co", "Cn"):
        return "lacuna"
    return None if category[0] == "P" else "letters"


def _simplified(lines: Sequence[str]) -> TextProblem | None:
    for number, line in enumerate(lines):
        if found := simplified_characters(line):
            return TextProblem("script", number, found[:_SHOWN])
    return None


def simplified_characters(text: str) -> str:
    """The characters of a text that only texts in simplified script use, each once, in order."""
    return "".join(dict.fromkeys(char for char in text if char in _simplified_only()))


@cache
def _simplified_only() -> frozenset[str]:
    return read_simplified()


def repeated_characters(lines: Sequence[str]) -> tuple[str, ...]:
    """The characters that stand more than once in a poem, in order; doubled ones (青青) count once."""
    counts: Counter[str] = Counter()
    for line in lines:
        found = characters(line)
        counts.update(found[:1])
        counts.update(char for before, char in pairwise(found) if char != before)
    return tuple(char for char, count in counts.items() if count > 1)
