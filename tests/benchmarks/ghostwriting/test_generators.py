"""The benchmark as a command, and n-grams on a few verses."""

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.ghostwriting import ngrams
from benchmarks.ghostwriting.__main__ import GHOSTWRITING, goals
from benchmarks.ghostwriting.ngrams import first_verses, marked
from tests.models.ghostwriters.verses import made_up


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "verses.jsonl.gz"
    rows = [json.dumps({"text": "\n".join(map(" ".join, verse))}) for verse in made_up(30)]
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    return path


def test_the_first_verses_with_enough_tokens() -> None:
    verses = made_up(30)
    assert first_verses(verses, 1_000_000) == verses
    assert first_verses(verses, 1) == verses[:1]
    assert marked((("a", "b"), ("c",))) == ["a", "b", "<line>", "c", "<verse>"]


def test_figures_and_goals(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ngrams, "WRITTEN", 50)
    figures = {"ngrams": ngrams.measure(path, peers=False)}
    assert figures["ngrams"]["tokens"] == sum(len(line) for verse in made_up(30) for line in verse)
    assert set(figures["ngrams"]["tokens_a_second"]) == {f"n = {n}" for n in range(1, 10)}
    assert len(list(goals(figures))) == 2
    assert {goal.met for goal in goals(figures) if "bytes" in goal.name} == {True}


def test_the_slowest_order_counts() -> None:
    speeds = {"n = 1": {"times_nltk": 900.0}, "n = 2": {"times_nltk": 299.0, "times_markovify": 5.0}}
    found = {"structure_seconds": 0.1, "structure_bytes_a_token": 84, "tokens_a_second": speeds}
    met = {goal.name: goal.met for goal in goals({"ngrams": found})}
    assert not met["n-grams, times as fast as nltk"]
    assert met["n-grams, times as fast as markovify"]


def test_sections_from_the_command_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    GHOSTWRITING.main(["--data", str(path.parent), "--sections", "copied", "--no-peers", "--json"])
    measured = json.loads(capsys.readouterr().out)
    assert measured["sections"].keys() == {"copied"}
    assert len(measured["goals"]) == 1


def test_an_invalid_number_of_artists(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        GHOSTWRITING.options(["--data", ".", "--artists", "0,5"])
    assert "invalid number of artists: 0" in capsys.readouterr().err
