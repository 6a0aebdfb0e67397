"""The sound classes of the main stressed syllable of a word: onset, vowel and coda."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

_ONSETS = frozenset(
    (
        *(
            "P L",
            "P R",
            "P Y",
            "B L",
            "B R",
            "B Y",
            "T R",
            "T W",
            "D R",
            "D W",
            "K L",
            "K R",
            "K W",
            "K Y",
            "G L",
            "G R",
        ),
        *("G W", "F L", "F R", "F Y", "TH R", "TH W", "SH R", "V Y", "M Y", "HH Y", "HH W", "S P", "S T", "S K", "S M"),
        *("S N", "S L", "S W", "S F", "S P L", "S P R", "S P Y", "S T R", "S K R", "S K W", "S K L", "S K Y"),
    )
)
"""Two and three consonants that can open an English syllable."""


class StressedSyllable(NamedTuple):
    """The main stressed syllable of a word: phones joined by a space, without stress digits."""

    onset: str
    vowel: str
    coda: str


NONE = StressedSyllable("", "", "")


@lru_cache(maxsize=1 << 16)
def stressed_syllable(phones: str) -> StressedSyllable:
    """The syllable with primary stress (else secondary, else the first) of phones such as ``B IH0 S AY1 D``.

    Of the consonants between two vowels, as many as can open an English syllable belong to the second.
    """
    spoken = phones.split()
    vowels = [place for place, phone in enumerate(spoken) if phone[-1].isdigit()]
    if not vowels:
        return NONE
    number = min(range(len(vowels)), key=lambda vowel: ("120".index(spoken[vowels[vowel]][-1]), vowel))
    place = vowels[number]
    before = spoken[vowels[number - 1] + 1 : place] if number else spoken[:place]
    onset = before[len(before) - _opening(before) :] if number else before
    if number + 1 < len(vowels):
        after = spoken[place + 1 : vowels[number + 1]]
        coda = after[: len(after) - _opening(after)]
    else:
        coda = spoken[place + 1 :]
    return StressedSyllable(" ".join(onset), spoken[place][:-1], " ".join(coda))


def _opening(consonants: Sequence[str]) -> int:
    """How many consonants at the end of a cluster can open a syllable."""
    for length in (3, 2):
        if len(consonants) >= length and " ".join(consonants[-length:]) in _ONSETS:
            return length
    return 1 if consonants and consonants[-1] != "NG" else 0
