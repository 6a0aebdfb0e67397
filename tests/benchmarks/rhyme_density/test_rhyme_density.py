"""The figures of rhyme density, on marks and verses of the samples."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from benchmarks.rhyme_density import speed
from benchmarks.rhyme_density.__main__ import RHYME_DENSITY, goals
from benchmarks.rhyme_density.speed import pair_by_pair
from training.calibrate_rhymes import MARKS
from training.rhyme_marks import read_marks
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhyme_density.cells import reach_of_lines, scored_cells
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon
from versebench.transforms.prosody.rhyme_density.registry import DETECTORS
from versebench.transforms.prosody.rhyme_density.scores import load_table

VERSES = [verse.texts for verse in read_marks(MARKS)]


def test_the_figures_and_goals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(MARKS, tmp_path / "rhyme_gold.txt")
    rows = "".join(json.dumps({"text": "\n".join(verse)}) + "\n" for verse in VERSES)
    (tmp_path / "verses.jsonl.gz").write_bytes(gzip.compress(rows.encode()))
    RHYME_DENSITY.main(["--data", str(tmp_path), "--json"])
    measured = json.loads(capsys.readouterr().out)
    fidelity = measured["sections"]["fidelity"]
    assert fidelity["detectors"].keys() == DETECTORS.keys()
    ours = fidelity["detectors"]["verse-rhymes.v1"]
    assert ours["f1"] == pytest.approx(2 / (1 / ours["precision"] + 1 / ours["recall"]))
    assert ours["density_of_controls"] < 0.1 < fidelity["detectors"]["hirjee-brown.v1"]["density_of_controls"]
    assert fidelity["densities"]["plain-1"]["by hand"] == 0
    assert measured["sections"]["speed"]["verses"] == len(VERSES)
    assert len(measured["goals"]) == 7


def test_a_section_without_its_file_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    RHYME_DENSITY.main(["--data", str(tmp_path), "--json"])
    assert json.loads(capsys.readouterr().out)["goals"] == []
    assert list(goals({})) == []


def test_pair_by_pair_scores_the_same_pairs() -> None:
    lexicon = SyllableLexicon(VersePronouncer())
    syllables = lexicon.hear(VERSES)
    cells = scored_cells(syllables, load_table(), reach_of_lines(syllables, speed.WINDOW), float("-inf"))
    assert pair_by_pair(VERSES, lexicon) == pytest.approx(float(cells.score.sum(dtype=float)), rel=1e-5)
