"""Scores of two syllables as a rhyme: natural log-odds of their vowels and codas, and a term for stress.

A table is a JSON file in ``models/resources/rhyme-scores``: the vowels and consonants that it knows, a score for each
pair of them, and for each consonant that has no partner at the start or at the end of a coda.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from versebench.transforms.prosody.rhyme_density.syllables import Syllable

PUBLISHED = "hirjee-brown-2010"
"""The tables of Hirjee and Brown (2010)."""

TABLES = (PUBLISHED, "verse-2026")
"""The shipped tables; the second is estimated from rhymes of English verse (``training/make_rhyme_scores.py``)."""

BOTH_PRIMARY, BOTH_WEAK, MIXED = 1.0, 0.0, -1.0
"""The terms for stress. The article gives the first two; the third is ours."""


@dataclass(frozen=True)
class ScoreTable:
    """Log-odds of rhyme against chance, symmetric, in the order of ``vowels`` and ``consonants``."""

    name: str
    vowels: tuple[str, ...]
    consonants: tuple[str, ...]
    vowel_scores: np.ndarray
    consonant_scores: np.ndarray
    unmatched_at_start: np.ndarray
    unmatched_at_end: np.ndarray

    def vowel(self, first: str, second: str) -> float:
        """The score of two vowels."""
        return float(self.vowel_scores[self.vowels.index(first), self.vowels.index(second)])

    def coda(self, first: Sequence[str], second: Sequence[str]) -> float:
        """The score of two codas: the best way to lay one on the other, divided by the length of the longer.

        Two codas that have consonants share at least one place. Consonants without a partner stand before all pairs or
        after all of them.
        """
        return float(coda_scores(self, [tuple(first), tuple(second)])[0, 1])

    def syllables(self, first: Syllable, second: Syllable) -> float:
        """The score of two syllables."""
        stress = stress_term(first.stress, second.stress)
        return self.vowel(first.vowel, second.vowel) + self.coda(first.coda, second.coda) + stress


def stress_term(first: int, second: int) -> float:
    """The term for two stresses."""
    strong = (first == 1) + (second == 1)
    return (BOTH_WEAK, MIXED, BOTH_PRIMARY)[strong]


@cache
def load_table(name: str = PUBLISHED) -> ScoreTable:
    """The shipped table of this name."""
    text = (files("versebench.models") / "resources" / "rhyme-scores" / f"{name}.json").read_text("utf-8")
    values = json.loads(text)
    arrays = (
        np.array(values[key], np.float64)
        for key in ("vowel_scores", "consonant_scores", "unmatched_at_start", "unmatched_at_end")
    )
    return ScoreTable(values["name"], tuple(values["vowels"]), tuple(values["consonants"]), *arrays)


def coda_scores(table: ScoreTable, codas: Sequence[Sequence[str]]) -> np.ndarray:
    """The scores of every coda with every coda, [codas, codas]."""
    return coda_block(table, codas, codas)


def coda_block(table: ScoreTable, rows: Sequence[Sequence[str]], columns: Sequence[Sequence[str]]) -> np.ndarray:
    """The scores of every coda of one list with every coda of another, [rows, columns]."""
    first, second = _indices(table, rows), _indices(table, columns)
    lengths = np.array([len(coda) for coda in rows])[:, None], np.array([len(coda) for coda in columns])[None, :]
    best = np.full((len(rows), len(columns)), -np.inf)
    for shift in range(-second.shape[1], first.shape[1] + 1):
        some = (shift < lengths[0]) & (-shift < lengths[1]) | (np.minimum(*lengths) == 0)
        possible = some & (shift <= lengths[0]) & (-shift <= lengths[1])
        best = np.maximum(best, np.where(possible, _laid(table, first, second, shift), -np.inf))
    scores: np.ndarray = best / np.maximum(np.maximum(*lengths), 1)
    return scores


def _indices(table: ScoreTable, codas: Sequence[Sequence[str]]) -> np.ndarray:
    """The consonants of each coda by number, [codas, longest]; -1 behind its end."""
    longest = max((len(coda) for coda in codas), default=0)
    number = {consonant: place for place, consonant in enumerate(table.consonants)}
    rows = [[number[phone] for phone in coda] + [-1] * (longest - len(coda)) for coda in codas]
    return np.array(rows, np.int64).reshape(len(codas), longest)


def _laid(table: ScoreTable, first: np.ndarray, second: np.ndarray, shift: int) -> np.ndarray:
    """Summed scores if consonant 0 of the second coda lies under consonant ``shift`` of the first."""
    total = np.zeros((len(first), len(second)))
    for place in range(min(0, shift), max(first.shape[1], second.shape[1] + shift)):
        upper, lower = _column(first, place)[:, None], _column(second, place - shift)[None, :]
        alone = np.where(upper >= 0, upper, lower)
        before = place < shift if shift >= 0 else place < 0
        unmatched = (table.unmatched_at_start if before else table.unmatched_at_end)[alone]
        paired = table.consonant_scores[upper, lower]
        neither = (upper < 0) & (lower < 0)
        total += np.where(neither, 0.0, np.where((upper >= 0) & (lower >= 0), paired, unmatched))
    return total


def _column(codas: np.ndarray, place: int) -> np.ndarray:
    inside = 0 <= place < codas.shape[1]
    return codas[:, place] if inside else np.full(len(codas), -1)
