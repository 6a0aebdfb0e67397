"""Pairs of syllables within reach of each other, on diagonals: a rhyme of several syllables keeps one distance."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from versebench.transforms.prosody.rhyme_density.heard import Syllables
from versebench.transforms.prosody.rhyme_density.inventory import stress_scores
from versebench.transforms.prosody.rhyme_density.scores import ScoreTable

MOST_APART = 128
"""Syllables further apart than this are not compared, whatever the window: it bounds the cost of endless lines."""


class Cells(NamedTuple):
    """Pairs of syllables, sorted by distance and then by the later syllable, with the score of each pair."""

    later: np.ndarray
    earlier: np.ndarray
    score: np.ndarray

    def where(self, kept: np.ndarray) -> "Cells":
        """The cells that a mask or an index chooses."""
        return Cells(self.later[kept], self.earlier[kept], self.score[kept])


def reach_of_lines(syllables: Syllables, lines: int) -> np.ndarray:
    """How far back each syllable may rhyme: to the first syllable of its verse in the ``lines`` lines before its own.

    Lines without a syllable do not count.
    """
    return _reach(syllables, syllables.line, lines)


def reach_of_words(syllables: Syllables, words: int) -> np.ndarray:
    """How far back each syllable may rhyme: to the first of its verse in the ``words`` words before its own."""
    return _reach(syllables, syllables.word, words)


def _reach(syllables: Syllables, unit: np.ndarray, many: int) -> np.ndarray:
    places = np.arange(len(syllables))
    starts = np.diff(unit, prepend=-1) != 0
    ordinal = np.cumsum(starts) - 1
    oldest = np.flatnonzero(starts)[np.maximum(ordinal - many, 0)] if len(places) else places
    start_of_verse = syllables.starts[:-1][syllables.verse]
    reach: np.ndarray = np.minimum(places - np.maximum(oldest, start_of_verse), MOST_APART)
    return reach


def scores_of(syllables: Syllables, table: ScoreTable, later: np.ndarray, earlier: np.ndarray) -> np.ndarray:
    """The scores of pairs of syllables."""
    vowels, codas = syllables.inventory.scores(table)
    primary = syllables.stress == 1
    score = vowels[syllables.vowel[later], syllables.vowel[earlier]]
    score = score + codas[syllables.coda[later], syllables.coda[earlier]]
    scores: np.ndarray = score + stress_scores(primary[later], primary[earlier])
    return scores


def scored_cells(syllables: Syllables, table: ScoreTable, reaches: np.ndarray, least: float) -> Cells:
    """All pairs within reach whose score is at least ``least``."""
    parts = [Cells(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))]
    for later, earlier in diagonals(reaches):
        cells = Cells(later, earlier, scores_of(syllables, table, later, earlier))
        parts.append(cells.where(np.flatnonzero(cells.score >= least)))
    return Cells(*map(np.concatenate, zip(*parts, strict=True)))


def diagonals(reaches: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """For each distance the later and the earlier syllables that are so far apart and within reach."""
    later, distance = np.flatnonzero(reaches > 0), 1
    while len(later):
        yield later, later - distance
        distance += 1
        later = later[reaches[later] >= distance]


def follows(cells: Cells) -> np.ndarray:
    """Which cells are the next of the cell before them: one syllable on, on both sides."""
    if not len(cells.later):
        return np.zeros(0, bool)
    return np.append(False, (np.diff(cells.later) == 1) & (np.diff(cells.earlier) == 1))
