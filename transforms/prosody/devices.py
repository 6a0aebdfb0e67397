"""Sound devices of a line: alliteration, assonance, consonance and internal rhyme, with the words that make them."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from versebench.transforms.prosody.stressed_syllable import StressedSyllable

LEAST_WORDS = 3
"""Different words that make alliteration, assonance or consonance."""

LEAST_APART = 2
"""Words from an internal rhyme to the end of its line."""

_CLUSTERS = (["S", "P"], ["S", "T"], ["S", "K"])


class Device(StrEnum):
    """A pattern of sounds within a line."""

    ALLITERATION = "alliteration"
    ASSONANCE = "assonance"
    CONSONANCE = "consonance"
    INTERNAL_RHYME = "internal_rhyme"


class HeardWord(NamedTuple):
    """A word of a line: its place among the words of the poem, its spelling in lower case, and its sounds.

    ``weighty``: it is a noun, verb, adjective, adverb, numeral or interjection, and its stressed syllable has a beat.
    ``rhyming_parts`` has the phones from the last stressed vowel on, of each pronunciation.
    """

    place: int
    spelling: str
    syllable: StressedSyllable
    rhyming_parts: frozenset[tuple[str, ...]]
    weighty: bool


def devices_of_line(line: Sequence[HeardWord]) -> Iterator[tuple[Device, tuple[int, ...]]]:
    """Yield each device of a line with the places of its words.

    Only weighty words count. Assonance and consonance need three different words and half of the weighty words of the
    line; words of one vowel and one coda rhyme and make no consonance, and a lone inflection (-s, -ed) makes none.
    """
    weighty = [word for word in line if word.weighty]
    for onset, words in _groups(weighty, lambda word: _alliterating(word.syllable.onset)):
        if onset and _different(words) >= LEAST_WORDS:
            yield Device.ALLITERATION, _places(words)
    for vowel, words in _groups(weighty, lambda word: word.syllable.vowel):
        if vowel and _different(words) >= LEAST_WORDS and 2 * len(words) >= len(weighty):
            yield Device.ASSONANCE, _places(words)
    for coda, words in _groups(weighty, lambda word: word.syllable.coda):
        many = _different(words) >= LEAST_WORDS and 2 * len(words) >= len(weighty)
        if coda and many and not _rhyme_or_inflection(words):
            yield Device.CONSONANCE, _places(words)
    if line:
        last = line[-1]
        rhyming = [word for word in weighty if last.place - word.place >= LEAST_APART and _rhymes(word, last)]
        if rhyming:
            yield Device.INTERNAL_RHYME, _places([*rhyming, last])


def _groups(words: Sequence[HeardWord], sound: Callable[[HeardWord], str]) -> list[tuple[str, list[HeardWord]]]:
    groups: dict[str, list[HeardWord]] = {}
    for word in words:
        groups.setdefault(sound(word), []).append(word)
    return list(groups.items())


def _alliterating(onset: str) -> str:
    """The part of an onset that alliterates: its first consonant; sp, st and sk stand apart."""
    consonants = onset.split()
    return " ".join(consonants[:2]) if consonants[:2] in _CLUSTERS else "".join(consonants[:1])


def _different(words: Sequence[HeardWord]) -> int:
    return len({word.spelling for word in words})


def _places(words: Sequence[HeardWord]) -> tuple[int, ...]:
    return tuple(word.place for word in words)


def _rhyme_or_inflection(words: Sequence[HeardWord]) -> bool:
    """Whether words with one coda have one vowel too, or their coda is the ending -s or -ed in all of them."""
    return len({word.syllable.vowel for word in words}) == 1 or all(
        word.syllable.coda in ("S", "Z", "T", "D") and word.spelling.endswith(("s", "ed", "'d", "’d")) for word in words
    )


def _rhymes(word: HeardWord, last: HeardWord) -> bool:
    differs = word.spelling != last.spelling and word.syllable.onset != last.syllable.onset
    return differs and not word.rhyming_parts.isdisjoint(last.rhyming_parts)
