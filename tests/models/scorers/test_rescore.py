"""Which units are scored again in fp32."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.scorers.rescore import (
    MIN_PAIRS,
    TooFewPairsError,
    error_bound,
    in_sample,
    units_to_rescore,
)


def test_the_sample_follows_from_the_unit_alone_and_has_its_share() -> None:
    units = [f"{number:020x}" for number in range(20_000)]
    chosen = {unit for unit in units if in_sample(unit, 1, 0.05)}
    assert len(chosen) == pytest.approx(1000, abs=100)
    assert chosen < {unit for unit in units if in_sample(unit, 1, 0.1)}
    assert chosen != {unit for unit in units if in_sample(unit, 2, 0.05)}
    assert not any(in_sample(unit, 1, 0) for unit in units)
    assert all(in_sample(unit, 1, 1) for unit in units)


def test_a_golden_sample() -> None:
    assert [number for number in range(100) if in_sample(str(number), 0, 0.05)] == [1, 21, 27, 37, 58, 85, 91, 98]


def test_the_bound_is_the_largest_difference_times_the_safety_factor() -> None:
    fp32 = [1.0] * MIN_PAIRS
    bf16 = [1.0] * (MIN_PAIRS - 2) + [1.125, 0.5]
    assert error_bound(bf16, fp32) == 1.0
    assert error_bound(bf16, fp32, safety=3) == 1.5
    assert error_bound(fp32, fp32) == 0


def test_too_small_a_sample_is_told_with_the_remedy() -> None:
    with pytest.raises(
        TooFewPairsError, match="99 pairs were scored in both precisions, but 100 are needed; add pairs"
    ):
        error_bound([0.0] * 99, [0.0] * 99)
    with pytest.raises(ValueError, match="not finite"):
        error_bound([float("nan")] * 100, [0.0] * 100)


def test_units_near_a_tie_under_any_reduction_are_scored_again() -> None:
    units = ["a", "a", "b", "c", "d", "e"]
    margins = {"sum": [3.0, -0.1, -5.0, 0.5, 9.0, float("nan")], "mean": [1.0, 1.0, -0.01, 1.0, 1.0, float("nan")]}
    assert units_to_rescore(units, margins, {"sum": 0.5, "mean": 0.02}) == ("a", "b", "c", "e")
    assert units_to_rescore(units, margins, {"sum": 0.0, "mean": 0.0}) == ("e",)
    assert units_to_rescore([], {"sum": []}, {"sum": 1.0}) == ()


def test_a_tie_is_scored_again_even_where_the_sample_shows_no_error() -> None:
    assert units_to_rescore(["a"], {"sum": [0.0]}, {"sum": 0.0}) == ("a",)


@given(st.lists(st.floats(-5, 5), min_size=MIN_PAIRS, max_size=300), st.floats(0, 1), st.integers(0, 99))
def test_no_decision_changes_where_the_error_keeps_the_bound(exact: list[float], error: float, seed: int) -> None:
    noise = np.random.default_rng(seed).uniform(-error, error, len(exact))
    rounded = [value + wrong for value, wrong in zip(exact, noise.tolist(), strict=True)]
    bound = error_bound(rounded, exact, safety=1.0)
    units = [str(number) for number in range(len(exact))]
    again = set(units_to_rescore(units, {"sum": rounded}, {"sum": bound}))
    for unit, before, after in zip(units, exact, rounded, strict=True):
        assert unit in again or (before > 0) == (after > 0)
