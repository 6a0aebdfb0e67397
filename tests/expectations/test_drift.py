import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.expectations.drift import Distribution, distance, drifts, from_counts, from_json, histograms, to_json

COUNTS = st.dictionaries(st.sampled_from(["0-19", "20-39", "100+", "none"]), st.integers(0, 1000))
DISTRIBUTIONS = st.builds(Distribution, COUNTS, st.integers(1, 1000))


def sampled(seed: int, size: int, mean: float = 8) -> Distribution:
    """Binned lengths of ``size`` poems."""
    draws = random.Random(seed)
    return Distribution(Counter(str(max(0, round(draws.gauss(mean, 2)))) for _ in range(size)), size)


@given(DISTRIBUTIONS, DISTRIBUTIONS)
def test_distance_is_symmetric_and_between_0_and_1(first: Distribution, second: Distribution) -> None:
    assert distance(first, second) == pytest.approx(distance(second, first), abs=1e-9)
    assert 0 <= distance(first, second) <= 1
    assert distance(first, first) == 0


@pytest.mark.parametrize("size", [20, 200, 2000])
def test_samples_of_one_distribution_have_a_small_distance(size: int) -> None:
    assert max(distance(sampled(seed, size), sampled(seed + 100, size)) for seed in range(20)) < 0.05


def test_distance_grows_with_the_shift() -> None:
    distances = [distance(sampled(1, 2000), sampled(2, 2000, mean)) for mean in (8.0, 9.0, 11.0, 30.0)]
    assert distances == sorted(distances)
    assert distances[1] > 0.1
    assert distances[-1] > 0.95


def test_disjoint_distributions_have_a_distance_close_to_1() -> None:
    first, second = Distribution({"a": 10**6}, 10**6), Distribution({"b": 10**6}, 10**6)
    assert distance(first, second) == pytest.approx(1, abs=1e-4)


def test_the_deduction_for_chance_depends_on_poems_and_not_on_lines() -> None:
    first, second = {"8": 60, "9": 40}, {"8": 40, "9": 60}
    assert distance(Distribution(first, 20), Distribution(second, 20)) == 0
    assert distance(Distribution(first, 10_000), Distribution(second, 10_000)) > 0.1


@pytest.mark.parametrize("empty", [Distribution({}, 0), Distribution({"8": 0}, 0)])
def test_the_distance_to_an_empty_distribution_is_0(empty: Distribution) -> None:
    assert distance(empty, sampled(1, 100)) == distance(sampled(1, 100), empty) == 0


def test_common_dimensions_are_compared_except_those_set_by_the_recipe() -> None:
    counts = {"poem_words": {"1": 5}, "pairs_by_task": {"a": 5}, "poems": {"poem_words": 5, "pairs_by_task": 5}}
    before = from_counts(counts)
    now = {**from_counts(counts), "heard_schemes": sampled(1, 10)}
    assert [(row.dimension, row.distance, row.limit) for row in drifts(before, now, 0.3)] == [("poem_words", 0, 0.3)]


def test_histograms_show_both_sides_in_the_order_of_the_bins() -> None:
    lines = histograms(Distribution({"0-19": 3, "100+": 1}, 4), Distribution({"20-39": 1, "100+": 1}, 2))
    assert lines == [
        "0-19: 75.0% before, 0.0% now",
        "20-39: 0.0% before, 50.0% now",
        "100+: 25.0% before, 50.0% now",
    ]


def test_the_bins_that_differ_most_are_shown() -> None:
    before = Distribution({str(place): 10 for place in range(20)}, 200)
    lines = histograms(before, Distribution({**before.counts, "7": 100}, 290))
    assert any(line.startswith("7: 5.0% before, 34.5% now") for line in lines)
    assert lines[-1] == "and 8 more bins"


@given(st.dictionaries(st.sampled_from(["poem_words", "heard_schemes"]), DISTRIBUTIONS))
def test_distributions_survive_json(distributions: dict[str, Distribution]) -> None:
    assert from_json(to_json(distributions)) == distributions


@pytest.mark.parametrize("value", [{}, {"format": "other", "dimensions": {}}])
def test_other_json_is_refused(value: dict[str, object]) -> None:
    with pytest.raises((KeyError, ValueError)):
        from_json(value)
