"""The ways in which a word can be spoken in verse: pronunciations, contractions, and vowels lost to the next word."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from versebench.models.scanner.contract import VerseWord
from versebench.models.scanner.contractions import Contraction, dropped_syllables
from versebench.models.scanner.syllable_classes import class_of_monosyllable, classes_of
from versebench.models.scanner.syllable_range import OPEN_ENDS, PROCLITICS

RARE, ELISION = "rare", "elision"
LICENCES = (RARE, ELISION, *map(str, Contraction))
"""What an option may cost: a less usual pronunciation, a vowel lost to the next word, and each contraction."""

MOST_OPTIONS = 6


class WordOption(NamedTuple):
    """The classes of the syllables that are spoken, and the licences that this takes."""

    classes: tuple[str, ...]
    licences: tuple[str, ...]


def word_options(word: VerseWord, following: VerseWord | None) -> tuple[WordOption, ...]:
    """The options of a word before the next one, those with few licences first; one for each sequence of classes."""
    options: dict[tuple[str, ...], tuple[str, ...]] = {}
    for stresses, licences in sorted(_spoken(word, following), key=lambda spoken: len(spoken[1])):
        options.setdefault(_classes(word, stresses), licences)
    return tuple(WordOption(*option) for option in options.items())[:MOST_OPTIONS]


def _spoken(word: VerseWord, following: VerseWord | None) -> list[tuple[str, tuple[str, ...]]]:
    """Stress digits with licences."""
    spoken = []
    for rank, pronunciation in enumerate(word.pronunciations):
        rare = (RARE,) if rank else ()
        drops = list(dropped_syllables(pronunciation.phones))
        for number in range(len(drops) + 1):
            for chosen in combinations(drops, number):
                stresses = _without(pronunciation.stresses, [place for place, _ in chosen])
                spoken.append((stresses, (*rare, *(str(contraction) for _, contraction in chosen))))
        if following is not None and _melts(word, pronunciation.phones, following):
            spoken.append((pronunciation.stresses[:-1], (*rare, ELISION)))
    return spoken


def _without(stresses: str, places: Sequence[int]) -> str:
    return "".join(digit for place, digit in enumerate(stresses) if place not in places)


def _classes(word: VerseWord, stresses: str) -> tuple[str, ...]:
    if len(stresses) == 1:
        return (class_of_monosyllable(word.text, word.upos),)
    return classes_of(stresses)


def _melts(word: VerseWord, phones: Sequence[str], following: VerseWord) -> bool:
    """Whether the last vowel can merge with the next word: th' unequal, many a."""
    heads = {pronunciation.phones[0] for pronunciation in following.pronunciations if pronunciation.phones}
    if word.text.lower() in PROCLITICS:
        return any(head[-1].isdigit() for head in heads)
    vowels = sum(phone[-1].isdigit() for phone in phones)
    return vowels > 1 and phones[-1] in OPEN_ENDS and any(head[-1] == "0" for head in heads)
