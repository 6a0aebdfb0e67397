"""Syllables that verse may drop within a word: poetic contractions, derived from the phones of a pronunciation.

After R. Bridges, *Milton's Prosody* (1921), on elision (open vowels, R, L, N, and words like *heaven*), as far as
phones in ARPAbet show it. No metre is involved: the result is what may be dropped, not what a line drops.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

_GLIDES = frozenset("IY IH UW UH OW".split())
_SLACK = frozenset("AH IH EH ER UH".split())
_LIQUIDS = frozenset("R L N".split())
_SPIRIT = ("P", "IH1", "R", "IH0", "T")


class Contraction(StrEnum):
    """Why a syllable may be dropped."""

    SYNAERESIS = "synaeresis"
    """Two vowels that touch become one syllable: the second is unstressed (*fire*, *being*, *glorious*, *virtuous*),
    or the first is a weak glide and the second does not bear the main stress (*nauseate*)."""

    SYNCOPE = "syncope"
    """An unstressed vowel falls before R, L or N and an unstressed vowel: *every*, *flattering*, *listening*."""

    HEAVEN = "heaven"
    """An unstressed vowel falls between V and N (*heaven*, *seven*, *given*), and *spirit* becomes *sprite*."""


def contractions(phones: Sequence[str]) -> Iterator[Contraction]:
    """Yields the contractions of a pronunciation, as many as can be made together.

    A syllable that absorbed the one before it cannot fall itself, and one syllable of a word always stays.
    """
    for _, contraction in dropped_syllables(phones):
        yield contraction


def dropped_syllables(phones: Sequence[str]) -> Iterator[tuple[int, Contraction]]:
    """Yields the same contractions, each with the number of the syllable that it drops, counted from 0."""
    vowels = [place for place, phone in enumerate(phones) if phone[-1].isdigit()]
    place = 0
    while place < len(vowels):
        contraction = _at(phones, vowels, place)
        if contraction is Contraction.SYNAERESIS and phones[vowels[place + 1]][-1] == "0":
            yield place + 1, contraction
        elif contraction is not None:
            yield place, contraction
        place += 1 if contraction in (None, Contraction.HEAVEN) else 2


def _at(phones: Sequence[str], vowels: Sequence[int], place: int) -> Contraction | None:
    if place + 1 < len(vowels):
        if _touch(phones, vowels[place], vowels[place + 1]):
            return Contraction.SYNAERESIS
        if place and _before_liquid(phones, vowels[place], vowels[place + 1]):
            return Contraction.SYNCOPE
    return Contraction.HEAVEN if place and _as_in_heaven(phones, vowels[place]) else None


def _touch(phones: Sequence[str], first: int, second: int) -> bool:
    """CMUdict writes a W between the vowels of some words: visual, presumptuous."""
    between = phones[first + 1 : second]
    written_w = list(between) == ["W"] and phones[first] == "AH0"
    if phones[first] == "ER0" or (between and not written_w):
        return False
    glide = phones[first][-1] == "0" and phones[first][:-1] in _GLIDES
    return phones[second][-1] == "0" or (glide and phones[second][-1] == "2")


def _before_liquid(phones: Sequence[str], here: int, after: int) -> bool:
    """ER is a vowel with its R."""
    if phones[here][-1] != "0" or phones[here][:-1] not in _SLACK or phones[after][-1] != "0":
        return False
    between = phones[here + 1 : after]
    return (len(between) == 1 and between[0] in _LIQUIDS) or (phones[here] == "ER0" and not between)


def _as_in_heaven(phones: Sequence[str], vowel: int) -> bool:
    if tuple(phones[max(0, vowel - 3) : vowel + 2]) == _SPIRIT:
        return True
    return tuple(phones[vowel - 1 : vowel + 2]) in (("V", "AH0", "N"), ("V", "IH0", "N"))
