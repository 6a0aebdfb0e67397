"""``verse-rhymes.v1``: rhymes from a stressed syllable to the end of a word, in the line and the two lines before."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from versebench.transforms.prosody.rhyme_density.cells import Cells, follows, reach_of_lines, scored_cells
from versebench.transforms.prosody.rhyme_density.contract import Pairs, RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import Syllables
from versebench.transforms.prosody.rhyme_density.registry import detector
from versebench.transforms.prosody.rhyme_density.scores import PUBLISHED, load_table


@detector
@dataclass(frozen=True)
class VerseRhymes(RhymeDetector):
    """A rhyme is a chain of feet at one distance.

    A foot begins with a pair of stressed syllables whose score is at least ``least_stressed``, or with the last
    syllables of two lines. Pairs of the same words follow, of which the score is at least ``least_weak`` and at most
    one syllable is stressed. It counts if it ends two words, and the mean score of its pairs is at least ``line_ends``
    if it ends two lines, ``several`` if it has several syllables, and ``single`` otherwise. A word never rhymes with
    itself, nor with a form of itself.

    ``training/calibrate_rhymes.py`` chooses the five thresholds.
    """

    name: ClassVar[str] = "verse-rhymes.v1"
    title: ClassVar[str] = "Verse rhymes"
    source: ClassVar[str] = "versebench"
    least_stressed: float = 3.5
    least_weak: float = -1.0
    line_ends: float = 2.0
    several: float = 3.5
    single: float = 4.8
    window: int = 2
    scores: str = PUBLISHED

    def pairs(self, syllables: Syllables) -> Pairs:
        """The pairs of all feet that count."""
        reaches = reach_of_lines(syllables, self.window)
        cells = scored_cells(syllables, load_table(self.scores), reaches, self.least_weak)
        cells = cells.where(np.flatnonzero(syllables.stem[cells.later] != syllables.stem[cells.earlier]))
        if not len(cells.later):
            return Pairs(cells.later, cells.earlier, cells.later)
        goes_on = self._goes_on(syllables, cells)
        foot = np.cumsum(~goes_on) - 1
        kept = cells.where(np.flatnonzero(self._counts(syllables, cells, np.flatnonzero(~goes_on))[foot]))
        return Pairs(kept.later, kept.earlier, np.cumsum(~follows(kept)))

    def _goes_on(self, syllables: Syllables, cells: Cells) -> np.ndarray:
        """Which cells are in the foot of the cell before them."""
        later, earlier = cells.later, cells.earlier
        same_word = syllables.word[1:] == syllables.word[:-1]
        same_line = syllables.line[1:] == syllables.line[:-1]
        words = same_word[later - 1] | same_word[earlier - 1]
        lines = same_line[later - 1] & same_line[earlier - 1]
        goes_on: np.ndarray = follows(cells) & words & lines & ~_both(syllables.stress > 0, cells)
        return goes_on

    def _counts(self, syllables: Syllables, cells: Cells, first: np.ndarray) -> np.ndarray:
        """Which feet count. ``first`` are the first cells of the feet."""
        last = np.append(first[1:], len(cells.later)) - 1
        length = last - first + 1
        mean = np.add.reduceat(cells.score.astype(np.float64), first) / length
        ends_lines = _both(syllables.last_in_line, cells)
        begins = _both(syllables.stress > 0, cells) | ends_lines
        threshold = np.where(ends_lines[last], self.line_ends, np.where(length > 1, self.several, self.single))
        least = np.where(ends_lines[first], self.line_ends, self.least_stressed)
        starts_well = begins[first] & (cells.score[first] >= least)
        counts: np.ndarray = starts_well & _both(syllables.last_in_word, cells)[last] & (mean >= threshold)
        return counts


def _both(mark: np.ndarray, cells: Cells) -> np.ndarray:
    both: np.ndarray = mark[cells.later] & mark[cells.earlier]
    return both
