"""The sections of the benchmark of scoring, with crews that work out nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from benchmarks.scoring import blimp as scoring_blimp
from benchmarks.scoring import causal as scoring_causal
from benchmarks.scoring import decisions as scoring_decisions
from benchmarks.scoring import masked as scoring_masked
from benchmarks.scoring import rounds as scoring_rounds
from benchmarks.scoring.crew import Timed
from benchmarks.scoring.goals import goals
from benchmarks.scoring.texts import limerick_units, pairs_of


class FakeCrew:
    """Scores by the length of a text, in fp32 and by a peer alike, and in bf16 a little otherwise."""

    arrangement = "1 x 1 thread"

    def __enter__(self) -> "FakeCrew":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing to end."""

    def flops(self, products: list[Any]) -> float:
        return float(len(products))

    def score(self, units: list[list[str]], **how: Any) -> Timed:
        off = 1e-3 if how.get("precision") == "bf16" else 0.0
        sums = [[-len(text) * (1 + off) for text in unit] for unit in units]
        tokens = [[len(text.split()) for text in unit] for unit in units]
        return Timed(pairs_of(units), 1.0, 2.0, sums, tokens)


@pytest.fixture(autouse=True)
def _fake_crews(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (scoring_blimp, scoring_causal, scoring_decisions, scoring_masked):
        monkeypatch.setattr(module, "own", lambda *_: FakeCrew())
    monkeypatch.setattr(scoring_rounds, "peer", lambda *_: FakeCrew())


def test_causal_figures_with_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scoring_causal.UNITS, "verse", (10, 2))
    found = scoring_causal.measure("verse", True, 2)
    assert found["fp32_times_as_fast_as"]["minicons"] == {"clock": 5.0, "cpu": 5.0}
    assert found["nats_apart"] == {"minicons": 0.0, "lm-eval": 0.0}
    assert found["peers"]["lm-eval"]["batch"] in scoring_rounds.BATCHES
    assert len(goals({"verse": found, "small": found}, amx=True)) == 10
    json.dumps(found)


def test_causal_figures_without_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scoring_causal.UNITS, "verse", (10, 2))
    found = scoring_causal.measure("verse", False, 1)
    assert set(found["ways"]) == {"fp32", "bf16", "one text at a time"}
    assert len(goals({"verse": found, "small": found}, amx=True)) == 1


def test_decisions() -> None:
    found = scoring_decisions.measure(2000)
    assert found["pairs"] == 2004
    assert sum(found["differing_decisions"].values()) == 0
    json.dumps(found)


def test_masked_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_masked, "prepare", lambda *_: "folder")
    monkeypatch.setattr(scoring_masked, "typical_products", lambda *_: [])
    monkeypatch.setattr(scoring_masked, "unit_flop", lambda _folder, units: len(units))
    monkeypatch.setattr(FakeCrew, "flops", lambda *_: 8.0)
    found = scoring_masked.measure(True, 1)
    assert found["share_of_matmul"] == 0.5
    assert found["fp32_times_as_fast_as"]["minicons"] == {"clock": 2.0, "cpu": 2.0}
    assert found["rounds"] == scoring_masked.MIN_ROUNDS
    assert len(goals({"masked": found}, amx=True)) == 4
    json.dumps(found)


def test_blimp_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    units = limerick_units(6, 1)
    monkeypatch.setattr(scoring_blimp, "blimp_units", lambda *_: {"a": units[:2], "b": units[2:]})
    found = scoring_blimp.measure(Path("blimp.jsonl.gz"), 2, True)
    assert (found["differing_decisions"], found["nats_apart"]) == (0, 0.0)
    assert found["accuracy"] == {"ours": 0.0, "minicons": 0.0}
    json.dumps(found)
