"""Similarity and releases of the benchmark of ghostwriting, on small sizes."""

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.ghostwriting import end_to_end, similarity
from benchmarks.ghostwriting.__main__ import GHOSTWRITING
from benchmarks.ghostwriting.texts import LINES, read_verses, recombined, synthetic_verses, write_synthetic
from training.calibrate_rhymes import MARKS
from training.rhyme_marks import read_marks
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.transforms.ghostwriting.copying import CopyIndex, copied_runs
from versebench.transforms.ghostwriting.vectors import vectors
from versebench.transforms.lyrics.tokenizers import flat, tokenized


@pytest.fixture
def verses(tmp_path: Path) -> Path:
    rows = "".join(json.dumps({"text": "\n".join(verse.texts)}) + "\n" for verse in read_marks(MARKS))
    path = tmp_path / "verses.jsonl.gz"
    path.write_bytes(gzip.compress(rows.encode()))
    return path


def test_similarity_without_a_peer(verses: Path) -> None:
    figures = similarity.measure(verses, None, verses=10, artist=50)
    assert (figures["verses"], figures["verses_of_the_artist"]) == (10, 50)
    assert figures["seconds"] > 0
    assert "largest" not in figures
    assert "greatest_difference" not in figures


def test_the_largest_similarities_are_of_the_compared_verses(verses: Path) -> None:
    originals = read_verses(verses)
    figures = similarity.compare(originals[:3], originals)
    assert figures["largest"] == pytest.approx([1.0] * 3)
    assert vectors(originals).rows.shape[0] == len(originals)


def test_recombined_verses_are_copies_of_halves(verses: Path) -> None:
    originals = read_verses(verses)
    made = [recombined(originals, number) for number in range(20)]
    assert all(run.longest >= 5 for run in copied_runs(CopyIndex.of(originals), made))
    assert recombined(originals, 3) == recombined(originals, 3)
    assert len({recombined(originals, number) for number in range(20)}) > 10


def test_sections_from_the_command_line(verses: Path, capsys: pytest.CaptureFixture[str]) -> None:
    GHOSTWRITING.main(["--data", str(verses.parent), "--sections", "density", "copied", "--no-peers", "--json"])
    measured = json.loads(capsys.readouterr().out)
    assert measured["sections"].keys() == {"density", "copied"}
    assert len(measured["goals"]) == 3


def test_an_invalid_number_of_artists(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        GHOSTWRITING.options(["--data", ".", "--artists", "0,5"])
    assert "invalid number of artists: 0" in capsys.readouterr().err


def test_synthetic_artists_have_their_own_words(tmp_path: Path) -> None:
    first, second = (list(synthetic_verses(artist, 30)) for artist in (0, 1))
    assert first == list(synthetic_verses(0, 30))
    assert {text.count("\n") + 1 for text in first} == {LINES}
    words = [{word for text in made for word in flat(tokenized(text))} for made in (first, second)]
    assert len(words[0] & words[1]) < len(words[0]) / 2
    write_synthetic(tmp_path / "verses.jsonl", 2, 3)
    rows = [json.loads(line) for line in (tmp_path / "verses.jsonl").read_text().splitlines()]
    assert [row["artist"] for row in rows] == ["artist 0"] * 3 + ["artist 1"] * 3
    (tmp_path / "recipe.yaml").write_text(json.dumps(end_to_end.recipe(tmp_path / "verses.jsonl")))
    assert load_recipe(str(tmp_path / "recipe.yaml"), []).kind == "ghostwriting"


def test_the_goals_of_a_release() -> None:
    artists = {
        "10": {"seconds": 70.0, "cpu_seconds": 100.0, "largest_mib": 500.0},
        "100": {"seconds": 540.0, "cpu_seconds": 1_000.0, "largest_mib": 900.0},
    }
    figures = {
        "verses_of_an_artist": 1_000,
        "artists": artists,
        "most_artists": 100,
        "times_as_many_artists": 10.0,
        "times_as_long": 10.0,
    }
    found = list(end_to_end.goals(figures))
    assert [(goal.figure, goal.bound) for goal in found] == [(900.0, 1024), (9.0, 10), (10.0, 10.5)]
    assert all(goal.met for goal in found)
    assert len(list(end_to_end.goals({**figures, "verses_of_an_artist": 50}))) == 2
