"""Signs that a text is not a clean poem in classical Chinese."""

import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from versebench.models.pronunciation.rhyme_table import read_simplified
from versebench.transforms.text.chinese import is_character

_QUOTES = frozenset("「」『』﹁﹂﹃﹄“”‘’")
_NOTE_MARKS = frozenset("/\\*#※†‡§&@%_")
_LACUNA_MARKS = frozenset("…⋯")
_SHOWN = 8  # characters quoted in a message


class TextProblem(NamedTuple):
    """A problem of a text: ``note``, ``lacuna``, ``letters`` or ``script``, the line from 0, and the characters."""

    reason: str
    line: int
    characters: str

    def __str__(self) -> str:
        return f"line {self.line + 1}: {self.characters}"


def text_problem(lines: Sequence[str]) -> TextProblem | None:
    """Returns the first of the gravest problems of the lines of a text; None if they are clean. The gravest first:

    - ``note``: an editor's note or its marks: brackets, title marks, reference signs;
    - ``lacuna``: a sign in place of a lost character (□, ○) or lost lines (…);
    - ``letters``: a letter or digit of another script;
    - ``script``: characters that exist in simplified script only.
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
    """The reason why a character does not belong in classical verse; None if it does."""
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
        if simplified := simplified_characters(line):
            return TextProblem("script", number, simplified[:_SHOWN])
    return None


def simplified_characters(text: str) -> str:
    """The characters of a text that exist in simplified script only, each once, in order."""
    return "".join(dict.fromkeys(char for char in text if char in _simplified_only()))


@cache
def _simplified_only() -> frozenset[str]:
    return read_simplified()
