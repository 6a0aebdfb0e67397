"""The fewest and the most syllables that a line of verse can be said with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from versebench.models.pronunciation.contract import Pronunciation
from versebench.transforms.prosody.metre.contractions import contractions

PROCLITICS = frozenset("the to".split())
"""Words that lose their vowel before another: th' unequal, t' assault."""

_OPEN_ENDS = frozenset("IY0 OW0 UW0".split())


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
    """A word of a line as it is written, and its pronunciations, the most usual first."""

    word: str
    pronunciations: tuple[Pronunciation, ...]


def usual_syllables(line: Sequence[SpokenWord]) -> int:
    """Syllables of a line by the most usual pronunciation of each word; a word without one counts none."""
    return sum(said.pronunciations[0].syllables for said in line if said.pronunciations)


def word_range(said: SpokenWord) -> SyllableRange:
    """Over all pronunciations of a word with the contractions of each; no syllable where it has no pronunciation."""
    if not said.pronunciations:
        return SyllableRange(0, 0)
    short = [one.syllables - sum(1 for _ in contractions(one.phones)) for one in said.pronunciations]
    return SyllableRange(min(short), max(one.syllables for one in said.pronunciations))


def line_range(line: Sequence[SpokenWord]) -> SyllableRange:
    """Over all words of a line, and without the vowels that words lose to the next."""
    total = SyllableRange(0, 0)
    for said in line:
        total += word_range(said)
    return SyllableRange(max(0, total.fewest - sum(1 for _ in elisions(line))), total.most)


def elisions(line: Sequence[SpokenWord]) -> Iterator[tuple[SpokenWord, SpokenWord]]:
    """Pairs of words of which the first loses its last vowel, as many as can together.

    *The* and *to* lose it before any vowel, longer words an unstressed one before an unstressed one (*many a*): the
    rule of open vowels of R. Bridges, *Milton's Prosody* (1921), kept to weak syllables. A pair holds no word of
    another, as the vowel that the first lost is said with that of the second.
    """
    free = 0
    for number, (one, other) in enumerate(pairwise(line)):
        if number >= free and _melts(one, other):
            yield one, other
            free = number + 2


def _melts(one: SpokenWord, other: SpokenWord) -> bool:
    heads = [said.phones[0] for said in other.pronunciations if said.phones]
    if one.word.lower() in PROCLITICS:
        return any(head[-1].isdigit() for head in heads)
    ends = [said.phones[-1] for said in one.pronunciations if said.syllables > 1]
    return any(end in _OPEN_ENDS for end in ends) and any(head[-1] == "0" for head in heads)
