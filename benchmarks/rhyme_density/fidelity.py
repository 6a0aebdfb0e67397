"""What detectors find of the rhymes that a person marked.

Each detector is measured with its own thresholds, which were chosen on another file (``training/calibrate_rhymes.py``),
and, if it has some, with thresholds that are chosen for each verse of this file on the other verses.
"""

from pathlib import Path
from typing import Any

import numpy as np

from training.calibrate_rhymes import GRIDS, MARKS, best, cross_validated, finds
from training.rhyme_marks import Gold, f1, read_marks
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhyme_density.contract import RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon
from versebench.transforms.prosody.rhyme_density.registry import DETECTORS
from versebench.transforms.prosody.rhyme_density.scores import TABLES

CONTROLS = 0.0
"""A verse with this density by hand is a negative control."""


def measure(path: Path) -> dict[str, Any]:
    """The figures of every detector on the marks of a file."""
    gold = Gold(read_marks(path), SyllableLexicon(VersePronouncer()))
    return {
        "verses": len(gold.verses),
        "labels": len(gold.marked),
        "marked": int(gold.marked.sum()),
        "detectors": {name: _figures(gold, name, detector) for name, detector in DETECTORS.items()},
        "tables": {f"{name}, {table}": _of_table(gold, name, table) for name in GRIDS for table in TABLES},
        "densities": _densities(gold),
    }


def _figures(gold: Gold, name: str, detector: RhymeDetector) -> dict[str, float | None]:
    found = gold.found(detector)
    right = float((found & gold.marked).sum())
    densities = detector.densities(gold.syllables, detector.pairs(gold.syllables))
    controls = densities[gold.densities == CONTROLS]
    return {
        "f1": f1(found, gold.marked),
        "f1_cross_validated": f1(cross_validated(finds(gold, name), gold), gold.marked) if name in GRIDS else None,
        "precision": right / max(1, int(found.sum())),
        "recall": right / int(gold.marked.sum()),
        "correlation": float(np.corrcoef(densities, gold.densities)[0, 1]),
        "density_of_controls": float(controls.max()) if len(controls) else None,
    }


def _of_table(gold: Gold, name: str, table: str) -> dict[str, float]:
    """The F1 of a detector with a table, whose thresholds are chosen on the sample or cross-validated."""
    sample = Gold(read_marks(MARKS), gold.lexicon)
    found = finds(gold, name, table)
    return {
        "f1": f1(found[best(finds(sample, name, table), sample.marked)], gold.marked),
        "f1_cross_validated": f1(cross_validated(found, gold), gold.marked),
    }


def _densities(gold: Gold) -> dict[str, dict[str, float]]:
    columns = {"by hand": gold.densities.tolist()}
    for name, detector in DETECTORS.items():
        columns[name] = detector.densities(gold.syllables, detector.pairs(gold.syllables)).tolist()
    return {
        verse.name: {name: column[number] for name, column in columns.items()}
        for number, verse in enumerate(gold.verses)
    }
