"""Distances of sounds, from a table of phonological features of the ARPAbet phones.

A vowel is a glide between two points of the vowel space, given as (height, backness, rounding), each in [0, 1]; for a
plain vowel the two are equal. A consonant has a place along the mouth, a manner by how far it closes, and voice.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

Point = tuple[float, float, float]

_I, _SMALL_I, _E = (1.0, 0.0, 0.0), (0.85, 0.15, 0.0), (0.5, 0.1, 0.0)
_A, _BACK_A, _SCHWA = (0.1, 0.2, 0.0), (0.0, 0.8, 0.0), (0.4, 0.5, 0.0)
_O, _OPEN_O, _U, _SMALL_U = (0.6, 1.0, 1.0), (0.25, 1.0, 0.7), (1.0, 1.0, 1.0), (0.85, 0.85, 0.7)

VOWELS: dict[str, tuple[Point, Point]] = {
    "IY": (_I, _I),
    "IH": (_SMALL_I, _SMALL_I),
    "EY": ((0.6, 0.05, 0.0), _SMALL_I),
    "EH": (_E, _E),
    "AE": (_A, _A),
    "AA": (_BACK_A, _BACK_A),
    "AO": (_OPEN_O, _OPEN_O),
    "OW": (_O, _SMALL_U),
    "UH": (_SMALL_U, _SMALL_U),
    "UW": (_U, _U),
    "AH": ((0.25, 0.6, 0.0), (0.25, 0.6, 0.0)),
    "ER": ((0.45, 0.5, 0.2), (0.45, 0.5, 0.2)),
    "AY": ((0.0, 0.5, 0.0), _SMALL_I),
    "AW": ((0.0, 0.5, 0.0), _SMALL_U),
    "OY": (_OPEN_O, _SMALL_I),
    "ə": (_SCHWA, _SCHWA),
    "LOT": ((0.05, 1.0, 0.5), (0.05, 1.0, 0.5)),
    "IHə": (_SMALL_I, _SCHWA),
    "EHə": (_E, _SCHWA),
    "AYə": ((0.0, 0.4, 0.0), _SCHWA),
    "AWə": ((0.0, 0.6, 0.0), _SCHWA),
}
"""Beginning and end of every vowel. ə is any reduced vowel; those after it are British."""

_TENSE = frozenset("IY EY AA AO OW UW ER AY AW OY".split())
_RHOTIC = frozenset(("ER",))
_WEIGHTS = (0.45, 0.4, 0.15)  # of height, backness, rounding
_LENGTH, _RHOTICITY = 0.1, 0.25  # added for a difference of length, or of r-colour

CONSONANTS: dict[str, tuple[float, str, bool]] = {
    "P": (0.0, "stop", False),
    "B": (0.0, "stop", True),
    "M": (0.0, "nasal", True),
    "W": (0.05, "glide", True),
    "F": (0.1, "fricative", False),
    "V": (0.1, "fricative", True),
    "TH": (0.25, "fricative", False),
    "DH": (0.25, "fricative", True),
    "T": (0.35, "stop", False),
    "D": (0.35, "stop", True),
    "N": (0.35, "nasal", True),
    "S": (0.4, "fricative", False),
    "Z": (0.4, "fricative", True),
    "L": (0.4, "liquid", True),
    "R": (0.5, "liquid", True),
    "SH": (0.55, "fricative", False),
    "ZH": (0.55, "fricative", True),
    "CH": (0.55, "affricate", False),
    "JH": (0.55, "affricate", True),
    "Y": (0.65, "glide", True),
    "K": (0.8, "stop", False),
    "G": (0.8, "stop", True),
    "NG": (0.8, "nasal", True),
    "HH": (1.0, "fricative", False),
}
"""Place (lips 0, throat 1), manner and voice of every consonant."""

_CLOSURE = {"stop": 1.0, "affricate": 0.85, "fricative": 0.65, "nasal": 0.5, "liquid": 0.2, "glide": 0.0}
_PLACE, _MANNER, _VOICE = 0.4, 0.4, 0.2
_SONORITY = 0.15  # added between an obstruent and a sonorant
_OBSTRUENTS = frozenset(("stop", "affricate", "fricative"))
_MISSING = 0.6  # a consonant against none
_MISSING_R = 0.35  # an R against none: many accents drop it


def is_vowel(phone: str) -> bool:
    """Whether a phone without its stress digit is a vowel."""
    return phone in VOWELS


@cache
def vowel_distance(one: str, other: str) -> float:
    """The distance of two vowels, in [0, 1]."""
    if one == other:
        return 0.0
    apart = sum(map(_between, VOWELS[one], VOWELS[other])) / 2
    length = _LENGTH * ((one in _TENSE) != (other in _TENSE))
    rhotic = _RHOTICITY * ((one in _RHOTIC) != (other in _RHOTIC))
    return min(1.0, apart + length + rhotic)


def _between(one: Point, other: Point) -> float:
    return sum(weight * abs(a - b) for weight, a, b in zip(_WEIGHTS, one, other, strict=True))


@cache
def consonant_distance(one: str, other: str) -> float:
    """The distance of two consonants, in [0, 1]."""
    (place, manner, voice), (place2, manner2, voice2) = CONSONANTS[one], CONSONANTS[other]
    apart = _PLACE * abs(place - place2) + _MANNER * abs(_CLOSURE[manner] - _CLOSURE[manner2])
    apart += _VOICE * (voice != voice2)
    return min(1.0, apart + _SONORITY * ((manner in _OBSTRUENTS) != (manner2 in _OBSTRUENTS)))


def phone_distance(one: str, other: str) -> float:
    """The distance of two phones, in [0, 1]; that of a vowel and a consonant is 1."""
    if is_vowel(one) != is_vowel(other):
        return 1.0
    return vowel_distance(one, other) if is_vowel(one) else consonant_distance(one, other)


@lru_cache(maxsize=1 << 16)  # there are too many pairs of endings to keep all
def sequence_distance(one: Sequence[str], other: Sequence[str]) -> float:
    """The weighted edit distance of two sequences of phones, divided by the length of the longer one; in [0, 1]."""
    if not one and not other:
        return 0.0
    row = [0.0]
    for phone in other:
        row.append(row[-1] + _cost_of_none(phone))
    for phone in one:
        above, row = row, [row[0] + _cost_of_none(phone)]
        for place, against in enumerate(other):
            kept = above[place] + phone_distance(phone, against)
            dropped = above[place + 1] + _cost_of_none(phone)
            row.append(min(kept, dropped, row[-1] + _cost_of_none(against)))
    return min(1.0, row[-1] / max(len(one), len(other)))


def _cost_of_none(phone: str) -> float:
    return 1.0 if is_vowel(phone) else _MISSING_R if phone == "R" else _MISSING
