"""Tones and rhymes of regulated verse, under any reading of its characters.

A character may have several readings, and which of them a line means is not known: a rule is kept if it is kept under
some reading of each character. A character without a reading breaks every rule that concerns it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.rhyme_table import LEVEL

Readings = Sequence[Pronunciation]
"""The readings of a character."""

LINE_LENGTHS = (5, 7)
"""Characters of the lines of regulated verse."""


def tones(readings: Readings) -> frozenset[str]:
    """The tones of a character's readings: ``level`` (平), ``oblique`` (仄, the other three tones), or both."""
    return frozenset("level" if tone_of(reading) == LEVEL else "oblique" for reading in readings)


def tone_of(reading: Pronunciation) -> str:
    """The tone of a reading: 平, 上, 去 or 入."""
    return reading.phones[0]


def rhyme_classes(readings: Readings) -> frozenset[tuple[str, ...]]:
    """The (tone, rhyme) of each reading; rhymes with different tones are different."""
    return frozenset(reading.phones for reading in readings)


def rhyme(first: Readings, second: Readings) -> bool:
    """Whether two characters share a rhyme, and so a tone, under some reading of each."""
    return not rhyme_classes(first).isdisjoint(rhyme_classes(second))


def level_rhyme(endings: Sequence[Readings]) -> str | None:
    """The level rhyme that the last characters of all even lines share; None if there is none.

    If they share several, the first reading of the second line decides.
    """
    even = endings[1::2]
    if not even:
        return None
    shared = frozenset.intersection(*map(rhyme_classes, even))
    return next((reading.phones[1] for reading in even[0] if reading.phones in shared and is_level(reading)), None)


def is_level(reading: Pronunciation) -> bool:
    """Whether a reading is in the level tone."""
    return tone_of(reading) == LEVEL


def tone_faults(lines: Sequence[Sequence[Readings]]) -> tuple[tuple[int, int], ...] | None:
    """Returns where the tones of a poem break the pattern of regulated verse, as (line, place) from 0.

    At places 2, 4 and, in lines of seven, 6, level and oblique tones alternate within a line. The two lines of a
    couplet have opposite tones there, and the first line of a couplet has the tones of the line before it. A poem may
    begin with either tone; the beginning with fewer faults counts. None if lines are not all of five or all of seven
    characters.
    """
    lengths = {len(line) for line in lines}
    if len(lengths) != 1 or not lengths <= set(LINE_LENGTHS):
        return None
    return min((_faults_from(lines, first) for first in (True, False)), key=len)


def _faults_from(lines: Sequence[Sequence[Readings]], first_is_level: bool) -> tuple[tuple[int, int], ...]:
    return tuple(
        (number, place)
        for number, line in enumerate(lines)
        for place in range(1, len(line) - 1, 2)
        if _asked_tone(number, place, first_is_level) not in tones(line[place])
    )


def _asked_tone(line: int, place: int, first_is_level: bool) -> str:
    opposed = line % 4 in (1, 2)  # the second line of a couplet, and the next one, which adheres to it
    turned = place % 4 == 3  # the fourth character, against the second and sixth
    return "level" if first_is_level != (opposed != turned) else "oblique"


@dataclass(frozen=True, slots=True)
class Regularity:
    """To what extent a poem keeps the rules of regulated verse."""

    level_rhyme: str | None
    """The level rhyme of the even lines; None if they share none."""
    tone_faults: tuple[tuple[int, int], ...] | None
    """The faults of :func:`tone_faults`; None if the lines are not all of five or all of seven characters."""

    @property
    def regulated(self) -> bool:
        """Whether the poem has one level rhyme and the pattern of tones."""
        return self.level_rhyme is not None and self.tone_faults == ()


def regularity(lines: Sequence[Sequence[Readings]]) -> Regularity:
    """The rhyme and the tones of a poem, given the readings of the characters of each line."""
    return Regularity(level_rhyme([line[-1] if line else () for line in lines]), tone_faults(lines))
