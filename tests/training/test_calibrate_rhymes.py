from pathlib import Path

import numpy as np
import pytest

from training.calibrate_rhymes import GRIDS, MARKS, best, cross_validated, main
from training.rhyme_marks import Gold, f1, read_marks
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.lyrics.song import read_song
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon
from versebench.transforms.prosody.rhyme_density.registry import DETECTORS
from versebench.transforms.text.words import words


def gold(path: Path) -> Gold:
    return Gold(read_marks(path), SyllableLexicon(VersePronouncer()))


def test_marks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "marks.txt"
    path.write_text("# a comment\n\n== one | author | licence\nThe:. ba-ker:ab\nfire:f maker:ab\n\n== two\nno:.\n")
    read = gold(path)
    assert [(verse.name, verse.texts) for verse in read.verses] == [
        ("one", ["The ba-ker", "fire maker"]),
        ("two", ["no"]),
    ]
    assert read.marked.tolist() == [False, True, True, True, True, True, False]
    assert read.densities.tolist() == [5 / 6, 0]


def test_a_word_without_labels_is_named(tmp_path: Path) -> None:
    path = tmp_path / "marks.txt"
    path.write_text("== one\nThe:. baker\n")
    with pytest.raises(ValueError, match="line 2: write each word as word:labels"):
        read_marks(path)


def test_surplus_syllables_stand_at_the_last_label(tmp_path: Path) -> None:
    path = tmp_path / "marks.txt"
    path.write_text("== one\nthe:. fire:f\na:. wire:f\n")  # two syllables each in the dictionary
    read = gold(path)
    assert read.found(DETECTORS["verse-rhymes.v1"]).tolist() == [False, True, False, True]


def test_the_sample_song_and_its_marks_have_the_same_words() -> None:
    song = read_song(MARKS.with_name("song.txt").read_text())
    marked = read_marks(MARKS)
    assert [[words(line) for line in verse.lines] for verse in song.verses] == [
        [words(line) for line in verse.texts] for verse in marked[: len(song.verses)]
    ]


def test_the_shipped_thresholds_are_those_of_the_sample(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    printed = capsys.readouterr().out
    for name, (kind, grid) in GRIDS.items():
        shipped = {key: getattr(kind(), key) for key in grid}
        assert f"{name}: {shipped}: F1" in printed


def test_the_default_finds_the_marks_of_the_sample_better_than_the_others() -> None:
    marks = gold(MARKS)
    scores = {name: f1(marks.found(detector), marks.marked) for name, detector in DETECTORS.items()}
    assert max(scores, key=lambda name: scores[name]) == "verse-rhymes.v1"
    assert scores["verse-rhymes.v1"] > 0.85
    found = marks.found(DETECTORS["verse-rhymes.v1"])
    assert all(found[marks.verse == number].mean() < 0.1 for number in (3, 4)), "the verses without rhyme"


def test_a_plateau_is_better_than_a_peak() -> None:
    marked = np.ones(10, bool)
    found = np.zeros((7, 10), bool)
    for place, right in enumerate((0, 10, 0, 8, 9, 8, 0)):
        found[place, :right] = True
    assert best(found, marked) == (4,)


def test_each_verse_is_judged_by_thresholds_of_the_others(tmp_path: Path) -> None:
    path = tmp_path / "marks.txt"
    path.write_text("== one\ncat:a\nhat:a\n\n== two\ndog:a\nfog:a\n")
    of_the_first = np.array([True, True, False, False])
    assert not cross_validated(np.stack([of_the_first, ~of_the_first]), gold(path)).any()
