"""What the benchmark of scoring measures, and how it counts."""

import argparse
import json
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import GPT2Config

from benchmarks import scoring
from benchmarks.scoring import (
    Timed,
    largest_difference,
    main,
    measure,
    pairs_per_cpu_second,
    pairs_per_second,
    read_units,
    rows_and_flops,
    score_peer,
    weight_shapes,
    with_deletions,
)


def test_a_unit_is_a_text_and_its_deletions_spread_over_it() -> None:
    assert with_deletions("a b c d\ne", 3) == ["a b c d\ne", "a c d\ne", "a b d\ne", "a b c"]
    units = read_units(3, 12)
    assert [len(unit) for unit in units] == [13] * 3
    assert all(len(set(unit)) == 13 for unit in units)
    assert len(read_units(1000, 1)) == 1000


def test_speeds_add_up_over_processes() -> None:
    timed = [Timed(2.0, 1.0, [[1.0, 2.0, 3.0]]), Timed(0.5, 3.0, [[1.0, 2.0], [1.0, 2.0]])]
    assert pairs_per_second(timed) == 2 / 2.0 + 2 / 0.5
    assert pairs_per_cpu_second(timed) == 4 / 4.0


def test_the_largest_difference_of_sums() -> None:
    one, other = Timed(1, 1, [[1.0, 2.0], [3.0]]), Timed(1, 1, [[1.0, 2.5], [2.75]])
    assert largest_difference([one], [other]) == 0.5
    with pytest.raises(ValueError, match="shorter"):
        largest_difference([one], [Timed(1, 1, [[1.0]])])


def test_the_work_of_a_row() -> None:
    config = GPT2Config(n_embd=4, n_layer=2, vocab_size=10)
    assert weight_shapes(config) == [(4, 12), (4, 4), (4, 16), (16, 4)] * 2 + [(4, 10)]
    folder = scoring.prepare_model("verse", Path())
    size = rows_and_flops(folder, [["one two", "one three"]])
    assert size["rows"] < size["tokens"] < size["padded_rows"] == 64
    assert size["flop_per_row"] == 2 * (5 * 12 * 128 * 128 + 128 * 4096)


def test_a_model_that_is_not_measured_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--models", "large"])
    assert "no model large; --models takes verse and small" in capsys.readouterr().err


def test_a_peer_is_asked_through_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **options: str) -> subprocess.CompletedProcess[str]:
        assert command[-3:] == ["minicons", "folder", "2"]
        assert json.loads(options["input"]) == [["a", "b"]]
        answer = json.dumps({"seconds": 2.0, "cpu_seconds": 3.0, "sums": [[-1.0, -2.0]]})
        return subprocess.CompletedProcess(command, 0, stdout=answer)

    monkeypatch.setattr(subprocess, "run", run)
    assert score_peer("python", "minicons", "folder", 2, [["a", "b"]]) == Timed(2.0, 3.0, [[-1.0, -2.0]])


def test_all_figures_of_the_shipped_model() -> None:
    arguments = argparse.Namespace(bf16=False, no_peers=True, peers_python="nowhere")
    figures = measure("verse", read_units(2, 2), arguments)
    assert set(figures["pairs_per_second"]) == {"packed", "one text at a time"}
    assert figures["largest_difference_nats"]["one text at a time"] < 1e-3
    assert figures["packed_times_as_fast_as"]["packed"] == 1
    assert figures["share_of_limit"] > 0
    json.dumps(figures)
