"""Majorities, and how reliable the share of judges who are right is."""

import numpy as np
import pytest

from versebench.transforms.statistics.reliability import majority_right, share_reliability


def test_a_tie_is_not_right_and_is_counted() -> None:
    right, ties = majority_right(np.array([2, 1, 1, 0]), np.array([3, 2, 3, 1]))
    assert right.tolist() == [True, False, False, False]
    assert ties == 1


def test_items_that_differ_in_difficulty_are_told_apart_by_more_judges() -> None:
    """With K judges, reliability is K v / (K v + e): v variance of difficulty, e mean p (1 - p)."""
    random = np.random.default_rng(2)
    difficulty = random.uniform(0, 1, 40_000)
    for judges in (2, 5):
        right = random.binomial(judges, difficulty)
        expected = judges * (1 / 12) / (judges * (1 / 12) + 1 / 6)
        assert share_reliability(right, np.full(40_000, judges)) == pytest.approx(expected, abs=0.02)


def test_chance_alone_has_no_reliability() -> None:
    random = np.random.default_rng(4)
    assert (share_reliability(random.binomial(3, 0.8, 40_000), np.full(40_000, 3)) or 0) < 0.02


def test_equal_shares_or_single_judgements_have_none() -> None:
    assert share_reliability(np.array([3, 3]), np.array([3, 3])) is None
    assert share_reliability(np.array([1, 0]), np.array([1, 1])) is None
