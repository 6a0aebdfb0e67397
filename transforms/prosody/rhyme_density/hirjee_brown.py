"""``hirjee-brown.v1``: the detection of Hirjee and Brown (2010), as far as the texts that could be read describe it."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from versebench.transforms.prosody.rhyme_density.cells import Cells, reach_of_lines, scored_cells, scores_of
from versebench.transforms.prosody.rhyme_density.contract import Pairs, RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import Syllables
from versebench.transforms.prosody.rhyme_density.registry import detector
from versebench.transforms.prosody.rhyme_density.scores import PUBLISHED, ScoreTable, load_table

MOST_JUMPED = 2
MOST_SYLLABLES = 16
"""Syllables of a line that one rhyme may span."""


@detector
@dataclass(frozen=True)
class HirjeeBrown(RhymeDetector):
    """Rhymes grow forward from anchors, within a line and against the line before. Words rhyme with themselves.

    An anchor is a pair with a stressed syllable on both sides, or at the ends of two lines, that scores at least
    ``internal`` or ``line_final``. It grows by the next pair, if this scores above 0, as long as the mean score stays
    at ``line_final`` or above, and jumps over one or two pairs before one that could itself be an anchor. A single pair
    without stress is dropped.
    """

    name: ClassVar[str] = "hirjee-brown.v1"
    title: ClassVar[str] = "Hirjee and Brown"
    source: ClassVar[str] = "Hirjee and Brown (2010)"
    line_final: float = 1.5
    internal: float = 4.0
    window: int = 1
    scores: str = PUBLISHED

    def pairs(self, syllables: Syllables) -> Pairs:
        """The pairs of all anchors, and those by which they grew."""
        table = load_table(self.scores)
        least = min(self.line_final, self.internal)
        cells = scored_cells(syllables, table, reach_of_lines(syllables, self.window), least)
        anchors = cells.where(np.flatnonzero(self._can_anchor(syllables, cells)))
        grown = self._grow(syllables, table, anchors)
        rhyme = np.concatenate([number for number, _ in grown])
        pairs = [(anchors.later[number] + ahead, anchors.earlier[number] + ahead) for number, ahead in grown]
        later, earlier = (np.concatenate(side) for side in zip(*pairs, strict=True))
        stressed = (syllables.stress[later] > 0) & (syllables.stress[earlier] > 0)
        kept = np.flatnonzero((np.bincount(rhyme)[rhyme] > 1) | stressed) if len(rhyme) else rhyme
        return Pairs(later[kept], earlier[kept], rhyme[kept])

    def _can_anchor(self, syllables: Syllables, cells: Cells) -> np.ndarray:
        stressed = (syllables.stress[cells.later] > 0) & (syllables.stress[cells.earlier] > 0)
        final = syllables.last_in_line[cells.later] & syllables.last_in_line[cells.earlier]
        can: np.ndarray = (final & (cells.score >= self.line_final)) | (stressed & (cells.score >= self.internal))
        return can

    def _grow(self, syllables: Syllables, table: ScoreTable, anchors: Cells) -> list[tuple[np.ndarray, np.ndarray]]:
        """For each step the anchors that grew, and how many syllables ahead of them the new pair is."""
        growing = np.arange(len(anchors.later))
        ahead, total = np.zeros(len(growing), np.int64), anchors.score.astype(np.float64)
        steps = [(growing, ahead)]
        while len(growing):
            taken, jump, sums = self._next(syllables, table, anchors.where(growing), ahead, total)
            growing, ahead, total = growing[taken], (ahead + jump)[taken], sums[taken]
            within = ahead < MOST_SYLLABLES
            growing, ahead, total = growing[within], ahead[within], total[within]
            steps.append((growing, ahead))
        return steps

    def _next(
        self, syllables: Syllables, table: ScoreTable, anchors: Cells, ahead: np.ndarray, total: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Which anchors grow, by how many syllables, and the sum of the scores up to the new pair."""
        taken, jump = np.zeros(len(ahead), bool), np.zeros(len(ahead), np.int64)
        sums, running = total.copy(), total.copy()
        for step in range(1, MOST_JUMPED + 2):
            offset = ahead + step
            later, earlier = (np.minimum(side + offset, len(syllables) - 1) for side in anchors[:2])
            inside = (anchors.later + offset < len(syllables)) & (earlier < anchors.later)
            inside &= syllables.line[later] == syllables.line[anchors.later]
            inside &= syllables.line[earlier] == syllables.line[anchors.earlier]
            score = scores_of(syllables, table, later, earlier)
            running = running + score
            fits = inside & ~taken & (running / (offset + 1) >= self.line_final)
            fits &= (score > 0) if step == 1 else self._can_anchor(syllables, Cells(later, earlier, score))
            sums[fits], jump[fits] = running[fits], step
            taken |= fits
        return taken, jump, sums
