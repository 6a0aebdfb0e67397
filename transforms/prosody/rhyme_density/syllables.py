"""Syllables of pronunciations as rhyme sees them: a vowel, its stress, and the consonants that close it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

NEVER_CLOSE = frozenset(("HH", "W", "Y"))
"""Consonants that begin syllables and never close one, so that the published tables have no score for them."""

LIGHT_WORDS = frozenset(
    """a am an and are as at be been but by can could did do does for from had has have he her him his i if in into is
    it its me might must my nor of on or our shall she should so than that the their them then these they this those to
    us was we were will with would you your""".split()
)
"""Words of one syllable (and *into*) that carry no stress in a line. A line may still rhyme on one."""


class Syllable(NamedTuple):
    """A syllable: its vowel, the consonants of its coda, and its stress (0 none, 1 primary, 2 secondary)."""

    vowel: str
    coda: tuple[str, ...]
    stress: int


def split(phones: Sequence[str]) -> tuple[Syllable, ...]:
    """The syllables of a pronunciation.

    Of the consonants between two vowels the first half, rounded up, closes the syllable before them; all consonants
    after the last vowel do.
    """
    places = [place for place, phone in enumerate(phones) if phone[-1].isdigit()]
    return tuple(
        Syllable(phones[place][:-1], tuple(_coda(phones, place, following)), int(phones[place][-1]))
        for place, following in zip_longest(places, places[1:])
    )


def _coda(phones: Sequence[str], vowel: int, following: int | None) -> Iterator[str]:
    between = phones[vowel + 1 : following]
    closing = between if following is None else between[: (len(between) + 1) // 2]
    return (phone for phone in closing if phone not in NEVER_CLOSE)


def unstressed(syllables: Sequence[Syllable]) -> tuple[Syllable, ...]:
    """The syllables of a light word."""
    return tuple(syllable._replace(stress=0) for syllable in syllables)
