"""Intervals against the textbook and against simulation."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.statistics.accuracy import Z_95, Interval, clustered_interval


def interval(correct: list[int], pairs: list[int]) -> Interval:
    """The interval of poems with so many correct pairs of so many."""
    c, m = np.array(correct), np.array(pairs)
    sums = (m.sum(), c.sum(), len(m), (c**2).sum(), (c * m).sum(), (m**2).sum())
    return clustered_interval(*(int(value) for value in sums))


def wilson(share: float, count: float) -> tuple[float, float]:
    """As in Brown, Cai and DasGupta 2001, (4)."""
    z = Z_95
    centre = (share * count + z**2 / 2) / (count + z**2)
    half = z * sqrt(count) / (count + z**2) * sqrt(share * (1 - share) + z**2 / (4 * count))
    return centre - half, centre + half


@pytest.mark.parametrize(("correct", "poems"), [(1, 2), (7, 10), (499, 500), (2_600, 10_000)])
def test_one_pair_a_poem_is_wilson_of_one_pair_less(correct: int, poems: int) -> None:
    found = interval([1] * correct + [0] * (poems - correct), [1] * poems)
    assert found.share == correct / poems
    assert (found.low, found.high) == pytest.approx(wilson(correct / poems, poems - 1), abs=1e-12)


def test_a_textbook_value() -> None:
    assert (wilson(0.5, 10)) == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_pairs_that_share_a_poem_and_its_fate_count_once() -> None:
    apart = interval([1] * 60 + [0] * 40, [1] * 100)
    together = interval([10] * 6 + [0] * 4, [10] * 10)
    assert together.share == apart.share
    assert together.high - together.low > 2.5 * (apart.high - apart.low)
    assert (together.low, together.high) == pytest.approx(wilson(0.6, 9), abs=1e-12)


def test_pairs_that_share_a_poem_but_not_its_fate_count_each() -> None:
    mixed = interval([6] * 10, [10] * 10)
    assert (mixed.low, mixed.high) == pytest.approx(wilson(0.6, 100), abs=1e-12)


@pytest.mark.parametrize("correct", [0, 1])
def test_where_all_or_none_are_correct_each_poem_counts_once(correct: int) -> None:
    found = interval([3 * correct] * 20, [3] * 20)
    assert found.share == correct
    assert (found.low, found.high) == pytest.approx(wilson(correct, 20), abs=1e-12)
    assert (found.high if correct else found.low) == pytest.approx(correct, abs=1e-12)


def test_one_poem_counts_once() -> None:
    found = interval([3], [4])
    assert (found.low, found.high) == pytest.approx(wilson(0.75, 1), abs=1e-12)


@given(st.lists(st.integers(1, 9).flatmap(lambda m: st.tuples(st.integers(0, m), st.just(m))), min_size=1))
def test_the_share_lies_in_its_interval_and_that_between_0_and_1(poems: list[tuple[int, int]]) -> None:
    found = interval([correct for correct, _ in poems], [pairs for _, pairs in poems])
    assert 0 <= found.low <= found.share + 1e-12
    assert found.share - 1e-12 <= found.high <= 1
    assert found.high - found.low > 0


@pytest.mark.parametrize(
    ("share", "spread", "poems"), [(0.6, 2.0, 150), (0.5, 0.5, 150), (0.9, 1.0, 800), (0.9, 8.0, 150)]
)
def test_coverage_of_clustered_pairs_is_about_95_percent(share: float, spread: float, poems: int) -> None:
    """Poems differ in how easy they are (beta) and in how many pairs they give."""
    random = np.random.default_rng(2022)
    rounds, covered = 800, 0
    for _ in range(rounds):
        pairs = random.integers(1, 8, poems)
        ease = random.beta(share * spread, (1 - share) * spread, poems)
        found = interval(list(random.binomial(pairs, ease)), list(pairs))
        covered += found.low <= share <= found.high
    assert 0.93 < covered / rounds < 0.975


def test_counting_pairs_as_independent_would_cover_far_less() -> None:
    random = np.random.default_rng(2022)
    covered = 0
    for _ in range(400):
        pairs = np.full(150, 7)
        correct = random.binomial(pairs, random.beta(0.6, 0.4, 150))
        low, high = wilson(correct.sum() / pairs.sum(), pairs.sum())
        covered += low <= 0.6 <= high
    assert covered / 400 < 0.75
