"""The sampler beside ``generate`` in the benchmark, on a few poems."""

from random import Random

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from benchmarks.proftap import sampling
from benchmarks.proftap.__main__ import goals


def texts(weights: list[int], seed: int) -> list[str]:
    return ["東" + Random(seed * 10_000 + number).choices("風月水山", weights)[0] for number in range(1_000)]


def test_p_values_tell_distributions_apart() -> None:
    same = sampling.p_value(texts([4, 3, 2, 1], 1), texts([4, 3, 2, 1], 2), 1)
    other = sampling.p_value(texts([4, 3, 2, 1], 1), texts([3, 3, 2, 2], 2), 1)
    assert other < 1e-6 < 0.01 < same
    assert sampling.p_value(texts([4, 3, 2, 1], 1), texts([4, 3, 2, 1], 2), 0) == 1.0


def test_figures_and_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "RUNS", 1)
    monkeypatch.setattr(sampling, "BATCHES", (4,))
    found = sampling.measure(poems=4, compared=64)
    assert found["times_generate"] == found["tokens_per_second"] / found["generate_tokens_per_second"]
    assert found["generate_batch"] == 4
    assert found["compared_p"] > 0.001
    assert [goal.name for goal in goals({"sampling": found})] == [
        "sampling: times generate",
        "sampling: p of the same distribution",
    ]
