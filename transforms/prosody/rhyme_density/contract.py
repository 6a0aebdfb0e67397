"""What a detector of rhymes takes and gives."""

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

import numpy as np

from versebench.transforms.prosody.rhyme_density.heard import Syllables


class Pairs(NamedTuple):
    """Pairs of syllables that rhyme: places in the arrays of :class:`Syllables`, and the number of the rhyme.

    Pairs with one number are one rhyme of several syllables.
    """

    later: np.ndarray
    earlier: np.ndarray
    rhyme: np.ndarray


class RhymeDetector(ABC):
    """Finds the rhymes of verses. What it finds in a verse depends on this verse alone, not on those beside it."""

    name: ClassVar[str]
    """Versioned name. What a name finds never changes."""
    title: ClassVar[str]
    source: ClassVar[str]
    """Who described it."""

    @abstractmethod
    def pairs(self, syllables: Syllables) -> Pairs:
        """The pairs of syllables that rhyme. Both syllables of a pair are of one verse, and differ."""

    def densities(self, syllables: Syllables, pairs: Pairs) -> np.ndarray:
        """The density of each verse: the share of its syllables that rhyme. A verse without syllables has nan."""
        totals = np.diff(syllables.starts)
        rhymed = np.unique(np.concatenate((pairs.later, pairs.earlier)))
        counts = np.bincount(syllables.verse[rhymed], minlength=len(totals))
        densities: np.ndarray = np.divide(counts, totals, out=np.full(len(totals), np.nan), where=totals > 0)
        return densities
