"""The benchmark of ghostwriting on a few verses, and its goals."""

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.ghostwriting import copying, ngrams
from benchmarks.ghostwriting.corpus import FILE, marked, read_verses
from benchmarks.ghostwriting.goals import goals
from tests.models.ghostwriters.verses import made_up


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / FILE
    rows = [json.dumps({"text": "\n".join(map(" ".join, verse))}) for verse in made_up(30)]
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    return path


def test_verses_are_read_until_there_are_enough_tokens(path: Path) -> None:
    assert read_verses(path) == made_up(30)
    assert read_verses(path, 1) == made_up(1)
    assert marked((("a", "b"), ("c",))) == ["a", "b", "<line>", "c", "<verse>"]


def test_figures_and_goals(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ngrams, "WRITTEN", 50)
    monkeypatch.setattr(copying, "WRITTEN", 50)
    figures = {"ngrams": ngrams.measure(path, peers=False), "copying": copying.measure(path)}
    assert figures["ngrams"]["tokens"] == sum(len(line) for verse in made_up(30) for line in verse)
    assert set(figures["ngrams"]["tokens_a_second"]) == {f"n = {n}" for n in range(1, 10)}
    shares = [found["copied_share"] for found in figures["copying"]["verses_of"].values()]
    assert shares[0] < shares[-1] == 1.0
    assert {goal.name for goal in goals(figures)} == {
        "structure of nine orders",
        "bytes a token",
        "copied runs, slowest text",
    }
    assert {goal.met for goal in goals(figures) if "bytes" in goal.name} == {True}


def test_the_slowest_order_counts() -> None:
    speeds = {"n = 1": {"times_nltk": 900.0}, "n = 2": {"times_nltk": 299.0, "times_markovify": 5.0}}
    found = {"structure_seconds": 0.1, "structure_bytes_a_token": 84, "tokens_a_second": speeds}
    met = {goal.name: goal.met for goal in goals({"ngrams": found})}
    assert not met["writing beside nltk, slowest order"]
    assert met["writing beside markovify, slowest order"]
