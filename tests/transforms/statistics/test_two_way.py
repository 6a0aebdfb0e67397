"""Intervals over judges and poems: simulated coverage, and the human rows of both BPoMP papers."""

import numpy as np
import pytest

from benchmarks.human_results.coverage import DESIGNS, Design, coverage
from versebench.transforms.statistics.two_way import mean_interval, two_way_interval


def answers(judges: int, pairs: int, wrong: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each judge answers as many pairs of poems of their own; the first judges have one wrong answer each."""
    correct = np.ones((judges, pairs), bool)
    correct[:wrong, 0] = False
    return correct.ravel(), np.repeat(np.arange(judges), pairs), np.arange(judges * pairs)


@pytest.mark.parametrize(
    ("printed", "wrong"), [(1.0, 0), (0.95, 2), (0.975, 1), (0.925, 3)], ids=["1", ".95", ".975", ".925"]
)
def test_the_human_rows_of_both_papers_are_of_forty_answers(printed: float, wrong: int) -> None:
    """Two people, 20 pairs each: RANLP 2021, Table 2 (1, .95, 1), and JCLS 2022, Table 1 (.95, .975, .925)."""
    correct, judges, poems = answers(2, 20, 0)
    correct[:wrong] = False
    found = two_way_interval(correct, judges, poems)
    assert found is not None
    assert found.share == printed
    assert found.low < printed


def test_the_mean_that_ranlp_2021_prints_is_of_three_tasks() -> None:
    assert round(100 * np.mean([1, 0.95, 1]), 1) == 98.3


def test_all_forty_right_means_at_least_912() -> None:
    found = two_way_interval(*answers(2, 20, 0))
    assert found is not None
    assert (found.share, round(found.low, 3), found.high) == (1, 0.912, 1)
    found = two_way_interval(*answers(11, 20, 0))
    assert found is not None
    assert round(found.low, 3) == 0.983


def test_one_judge_or_one_poem_has_no_interval() -> None:
    assert two_way_interval(*answers(1, 20, 1)) is None
    correct, judges, _ = answers(3, 2, 1)
    assert two_way_interval(correct, judges, np.zeros(6, int)) is None
    assert mean_interval(correct.astype(float), np.zeros(6, int), np.arange(6)) is None


def test_judges_who_differ_make_the_interval_wider() -> None:
    same = np.tile([True, True, True, False], 10)
    different = np.repeat([True, True, True, False], 10)
    judges, poems = np.repeat(np.arange(4), 10), np.arange(40)
    even, uneven = (two_way_interval(correct, judges, poems) for correct in (same, different))
    assert even is not None
    assert uneven is not None
    assert uneven.high - uneven.low > 1.5 * (even.high - even.low)


def test_the_mean_of_grades_has_an_interval() -> None:
    grades = np.array([1, 0.5, 0.5, 0, 1, 1, 0, 0.5])
    low, high = mean_interval(grades, np.repeat([0, 1], 4), np.tile(np.arange(4), 2)) or (1, 0)
    assert 0 <= low < grades.mean() < high <= 1


@pytest.mark.parametrize("design", [DESIGNS[0], DESIGNS[-1]], ids=str)
def test_simulated_intervals_cover(design: Design) -> None:
    assert coverage(design, studies=300).two_way >= 0.93
