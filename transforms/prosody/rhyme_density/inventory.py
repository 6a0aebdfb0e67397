"""The vowels and codas of a lexicon by number, and their scores under a table, each computed once."""

from dataclasses import dataclass, field

import numpy as np

from versebench.transforms.prosody.rhyme_density.scores import (
    BOTH_PRIMARY,
    BOTH_WEAK,
    MIXED,
    ScoreTable,
    coda_block,
)
from versebench.transforms.prosody.rhyme_density.syllables import Syllable

_STRESS = np.array((BOTH_WEAK, MIXED, BOTH_PRIMARY), np.float32)


@dataclass
class Inventory:
    """Vowels and codas, numbered as they come."""

    vowels: dict[str, int] = field(default_factory=dict)
    codas: dict[tuple[str, ...], int] = field(default_factory=dict)
    _scores: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)

    def numbers(self, syllable: Syllable) -> tuple[int, int]:
        """The numbers of the vowel and the coda of a syllable, which are added if they are new."""
        vowel = self.vowels.setdefault(syllable.vowel, len(self.vowels))
        return vowel, self.codas.setdefault(syllable.coda, len(self.codas))

    def scores(self, table: ScoreTable) -> tuple[np.ndarray, np.ndarray]:
        """The scores of all vowels with each other, and of all codas; only codas that are new are computed."""
        vowels, codas = self._scores.get(table.name, (np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)))
        if len(vowels) < len(self.vowels):
            places = [table.vowels.index(vowel) for vowel in self.vowels]
            vowels = table.vowel_scores[np.ix_(places, places)].astype(np.float32)
        if len(codas) < len(self.codas):
            codas = _grown(table, codas, tuple(self.codas))
        self._scores[table.name] = vowels, codas
        return vowels, codas


def _grown(table: ScoreTable, known: np.ndarray, codas: tuple[tuple[str, ...], ...]) -> np.ndarray:
    grown = np.empty((len(codas), len(codas)), np.float32)
    grown[: len(known), : len(known)] = known
    block = coda_block(table, codas[len(known) :], codas)
    grown[len(known) :] = block
    grown[:, len(known) :] = block.T
    return grown


def stress_scores(primary: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The term for stress of pairs of syllables, from whether each has primary stress."""
    return _STRESS[primary.view(np.int8) + other.view(np.int8)]
