"""``rhyme-factor.v1``: the longest match of vowels that ends with each word, as Malmi's Raplyzer counts it."""

from typing import ClassVar

import numpy as np

from versebench.transforms.prosody.rhyme_density.cells import diagonals, reach_of_words
from versebench.transforms.prosody.rhyme_density.contract import Pairs, RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import Syllables
from versebench.transforms.prosody.rhyme_density.registry import detector

WORDS_BEFORE = 10


@detector
class RhymeFactor(RhymeDetector):
    """Two words rhyme if their last two vowels or more are equal, whatever the consonants and the stress.

    A match goes back over the ends of words and lines, up to a word that stands against itself, and is compared with
    those that end one of the ten words before. One vowel is no match. The density is the mean length of the longest
    match over all words that have a pronunciation.
    """

    name: ClassVar[str] = "rhyme-factor.v1"
    title: ClassVar[str] = "Rhyme factor"
    source: ClassVar[str] = "Malmi et al. (2016)"

    def pairs(self, syllables: Syllables) -> Pairs:
        """The pairs of vowels of all matches."""
        parts = [(np.zeros(0, np.int64),) * 3]
        for later, distance, length in _matches(syllables):
            back = np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length)
            ends = np.repeat(later, length)
            number = ends * _most_apart(syllables) + distance
            parts.append((ends - back, ends - back - distance, number))
        return Pairs(*map(np.concatenate, zip(*parts, strict=True)))

    def densities(self, syllables: Syllables, pairs: Pairs) -> np.ndarray:
        """The mean over the words of a verse; nan for a verse without syllables."""
        matches, lengths = np.unique(pairs.rhyme, return_counts=True)
        longest = np.zeros(len(syllables), np.int64)
        np.maximum.at(longest, matches // _most_apart(syllables), lengths)
        many = len(syllables.starts) - 1
        ends = np.flatnonzero(syllables.last_in_word)
        totals = np.bincount(syllables.verse[ends], longest[ends], many)
        words = np.bincount(syllables.verse[ends], minlength=many)
        densities: np.ndarray = np.divide(totals, words, out=np.full(many, np.nan), where=words > 0)
        return densities


def _most_apart(syllables: Syllables) -> int:
    """More than any distance, so that the end and the distance of a match make one number."""
    return len(syllables) + 1


def _matches(syllables: Syllables) -> list[tuple[np.ndarray, int, np.ndarray]]:
    """For each distance the last syllables of words that end a match of two vowels or more, and its length."""
    found = []
    for later, earlier in diagonals(reach_of_words(syllables, WORDS_BEFORE)):
        alike = syllables.vowel[later] == syllables.vowel[earlier]
        alike &= syllables.spelling[later] != syllables.spelling[earlier]
        distance = int(later[0] - earlier[0])
        length = np.minimum(_lengths(later, alike), distance)
        ends = (length > 1) & syllables.last_in_word[later] & syllables.last_in_word[earlier]
        found.append((later[ends], distance, length[ends]))
    return found


def _lengths(later: np.ndarray, alike: np.ndarray) -> np.ndarray:
    """How many syllables in a row, up to each one, are alike."""
    place = np.arange(len(later))
    breaks = np.append(True, np.diff(later) != 1) | ~alike
    last_break = np.maximum.accumulate(np.where(breaks, place, 0))
    return np.where(alike, place - last_break + alike[last_break], 0)
