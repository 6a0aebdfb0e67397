"""The fewest and the most syllables that a line of verse can have."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.scanner.contractions import contractions

PROCLITICS = frozenset("the to".split())
"""Words that lose their vowel before another: th' unequal, t' assault."""

OPEN_ENDS = frozenset("IY0 OW0 UW0".split())
"""Last phones that can merge with a vowel of the next word."""


@dataclass(frozen=True, slots=True)
class SyllableRange:
    """Numbers of syllables from the fewest to the most, both included."""

    fewest: int
    most: int

    def __contains__(self, count: int) -> bool:
        return self.fewest <= count <= self.most

    def __add__(self, other: "SyllableRange") -> "SyllableRange":
        return SyllableRange(self.fewest + other.fewest, self.most + other.most)


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word of a line in its spelling, and its pronunciations, the most usual first."""

    word: str
    pronunciations: tuple[Pronunciation, ...]


def usual_syllables(line: Sequence[SpokenWord]) -> int:
    """Syllables of a line by the most usual pronunciation of each word; a word without a pronunciation has none."""
    return sum(said.pronunciations[0].syllables for said in line if said.pronunciations)


def word_range(said: SpokenWord) -> SyllableRange:
    """The range over all pronunciations of a word and their contractions; 0 to 0 for a word without pronunciation."""
    if not said.pronunciations:
        return SyllableRange(0, 0)
    short = [variant.syllables - sum(1 for _ in contractions(variant.phones)) for variant in said.pronunciations]
    return SyllableRange(min(short), max(variant.syllables for variant in said.pronunciations))


def line_range(line: Sequence[SpokenWord]) -> SyllableRange:
    """The range over all words of a line, vowels that a word loses to the next included."""
    total = SyllableRange(0, 0)
    for said in line:
        total += word_range(said)
    return SyllableRange(max(0, total.fewest - sum(1 for _ in elisions(line))), total.most)


def elisions(line: Sequence[SpokenWord]) -> Iterator[tuple[SpokenWord, SpokenWord]]:
    """Yields pairs of words of which the first loses its last vowel, as many as possible together.

    *The* and *to* lose their vowel before any vowel. Longer words lose an unstressed vowel before an unstressed vowel
    (*many a*): the rule of open vowels of R. Bridges, *Milton's Prosody* (1921), restricted to weak syllables. Pairs do
    not overlap, as the vowel that the first word loses merges with that of the second.
    """
    free = 0
    for number, (word, following) in enumerate(pairwise(line)):
        if number >= free and _melts(word, following):
            yield word, following
            free = number + 2


def _melts(one: SpokenWord, other: SpokenWord) -> bool:
    heads = [said.phones[0] for said in other.pronunciations if said.phones]
    if one.word.lower() in PROCLITICS:
        return any(head[-1].isdigit() for head in heads)
    ends = [said.phones[-1] for said in one.pronunciations if said.syllables > 1]
    return any(end in OPEN_ENDS for end in ends) and any(head[-1] == "0" for head in heads)
