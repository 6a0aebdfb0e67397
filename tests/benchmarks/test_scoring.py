"""The command of the benchmark of scoring, and its texts."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import GPT2Config

from benchmarks import scoring_gpu
from benchmarks.scoring.texts import (
    blimp_units,
    limerick_units,
    long_text,
    opening_units,
    pairs_of,
    with_deletions,
)
from tests.conftest import REAL_DATA


def test_a_unit_is_a_text_and_its_deletions_spread_over_it() -> None:
    assert with_deletions("a b c d\ne f", 2) == ["a b c d\ne f", "a c d\ne f", "a b c\ne f"]
    assert with_deletions("a b c d\ne f", 2, 1) == ["a b c d\ne f", "a b d\ne f", "a b c d\ne"]


def test_units_have_their_deletions_and_come_again_with_others() -> None:
    units = limerick_units(500, 12)
    assert {len(unit) for unit in units} == {13}
    assert all(len(set(unit)) == 13 for unit in units)
    assert len({tuple(unit) for unit in units}) == 500
    assert pairs_of(units) == 6000
    assert all(text.count("\n") == 1 for text in opening_units(1, 3)[0])


def test_a_long_text_has_its_words() -> None:
    assert len(long_text(20_000).split()) == 20_000


@pytest.mark.real_data
def test_blimp_is_read_by_phenomenon() -> None:
    found = blimp_units(REAL_DATA / "blimp" / "blimp.jsonl.gz", 2)
    assert len(found) == 67
    assert {len(units) for units in found.values()} == {2}
    assert all(len(unit) == 2 for units in found.values() for unit in units)


def test_without_a_gpu_nothing_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert scoring_gpu.main([]) == 0
    assert "No CUDA device was found" in capsys.readouterr().err


def test_the_benchmark_of_gpus_counts_the_same_on_the_processor() -> None:
    config = GPT2Config(n_embd=8, n_layer=2, n_head=2)
    measured = scoring_gpu.measure(config, "cpu", limerick_units(3, 2), [64], [32])
    (one,) = measured["blocks"]
    assert one["engine"] == "gpt2"
    assert one["share_of_limit"] == pytest.approx(one["teraflops"] / measured["limit_teraflops"])
