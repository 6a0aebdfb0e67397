"""Scansion as people write it: marks over the letters of a line, and the name of a metre."""

import re
from collections.abc import Sequence

from versebench.models.scanner.contract import BEAT, Scansion

STRONG, LIGHT = "/", "x"
"""The marks over a syllable with a beat and one without."""

_VOWELS = re.compile(r"[aeiouyàáâäæèéêëìíîïòóôöœùúûü]+", re.IGNORECASE)
_SILENT_E = re.compile(r"(?<=[^aeiouy])e(?=s?$|['’]s$)", re.IGNORECASE)
_FEET = ("", "monometer", "dimeter", "trimeter", "tetrameter", "pentameter", "hexameter", "heptameter", "octameter")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_LIMERICK = (3, 3, 2, 2, 3)


def marks_over(line: str, places: Sequence[tuple[int, int]], patterns: Sequence[str]) -> str:
    """The marks of a line, to print above it: one over a vowel of each syllable, without spaces at the end.

    ``places`` are the ranges of its words in characters, and ``patterns`` their signs.
    """
    marks = [" "] * (len(line) + 1)
    for (start, end), pattern in zip(places, patterns, strict=True):
        for place, sign in zip(_vowels(line[start:end], len(pattern)), pattern, strict=True):
            marks[start + place] = STRONG if sign == BEAT else LIGHT
    return "".join(marks).rstrip()


def metre_name(scansion: Scansion) -> str:
    """The name of a metre with its beats: iambic pentameter; iambic, 4-3 beats; four-beat verse; limerick."""
    beats, metre = scansion.beats, scansion.metre
    if not metre:
        return "none"
    if not beats:
        return f"{metre}, no regular number of beats"
    pattern = "-".join(map(str, beats))
    if beats == _LIMERICK:
        return f"limerick ({metre}, {pattern} beats)"
    if len(beats) > 1:
        return f"{metre}, {pattern} beats"
    (number,) = beats
    if metre == "accentual" and number < len(_NUMBERS):
        return f"{_NUMBERS[number]}-beat verse"
    return f"{metre} {_FEET[number]}" if 0 < number < len(_FEET) else f"{metre}, {pattern} beats"


def _vowels(word: str, syllables: int) -> list[int]:
    """The places of the vowels of a word, as many as it has syllables; spread over it if they cannot be told."""
    places = [vowels.start() for vowels in _VOWELS.finditer(word)]
    if len(places) > syllables and (silent := _SILENT_E.search(word)) and silent.start() in places:
        places.remove(silent.start())
    if len(places) == syllables:
        return places
    return [number * len(word) // max(1, syllables) for number in range(syllables)]
