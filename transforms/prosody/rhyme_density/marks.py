"""The syllables that rhyme, with their groups, the longest rhyme of each, and whether it ends two lines."""

from dataclasses import dataclass

import numpy as np

from versebench.transforms.prosody.rhyme_density.contract import Pairs
from versebench.transforms.prosody.rhyme_density.heard import Syllables

NO_GROUP = -1


@dataclass(frozen=True)
class Marks:
    """Parallel to the syllables.

    Syllables of one ``group`` rhyme, directly or through others; groups are numbered within a verse by their first
    syllables, and a syllable that rhymes with nothing has ``NO_GROUP``. ``length`` is that of the longest rhyme, in
    syllables, 0 for none. ``ends_lines``: one of its rhymes ends two lines.
    """

    group: np.ndarray
    length: np.ndarray
    ends_lines: np.ndarray

    @property
    def rhymed(self) -> np.ndarray:
        """Which syllables rhyme."""
        rhymed: np.ndarray = self.group != NO_GROUP
        return rhymed


def mark(syllables: Syllables, pairs: Pairs) -> Marks:
    """Mark the syllables of all pairs."""
    many = len(syllables)
    ends_lines, length = np.zeros(many, bool), np.zeros(many, np.int64)
    if len(pairs.later):
        numbers = np.unique(pairs.rhyme, return_inverse=True)[1].reshape(-1)
        lengths = np.bincount(numbers)[numbers]
        of_ends = np.zeros(len(numbers), bool)
        ends = syllables.last_in_line[pairs.later] & syllables.last_in_line[pairs.earlier]
        np.logical_or.at(of_ends, numbers, ends)
        for side in (pairs.later, pairs.earlier):
            np.maximum.at(length, side, lengths)
            np.logical_or.at(ends_lines, side, of_ends[numbers])
    return Marks(_groups(syllables, pairs), length, ends_lines)


def _groups(syllables: Syllables, pairs: Pairs) -> np.ndarray:
    """Connected components of the pairs, numbered from 0 within each verse."""
    first = np.arange(len(syllables))
    while not np.array_equal(first[pairs.later], first[pairs.earlier]):
        least = np.minimum(first[pairs.later], first[pairs.earlier])
        for side in (pairs.later, pairs.earlier):
            np.minimum.at(first, first[side], least)
        first = first[first]
    rhymed = np.zeros(len(first), bool)
    rhymed[pairs.later] = rhymed[pairs.earlier] = True
    opens = rhymed & (first == np.arange(len(first)))
    ordinal = np.cumsum(opens)
    before = np.append(0, ordinal)[syllables.starts[:-1]][syllables.verse]
    return np.where(rhymed, ordinal[first] - 1 - before, NO_GROUP)
