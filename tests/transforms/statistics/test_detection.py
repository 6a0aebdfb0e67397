"""d', criterion, and the accuracy that they mean in a two-way choice."""

import pytest
from scipy.stats import norm

from versebench.transforms.statistics.detection import detection


def test_a_share_of_95_percent_right_is_far_more_in_a_two_way_choice() -> None:
    """The rates of many answers, of which 95 % are right: d' is 3.29, and .990 of choices would be right."""
    found = detection(95_000, 100_000, 5_000, 100_000)
    assert found is not None
    assert found.d_prime == pytest.approx(3.29, abs=0.005)
    assert found.criterion == pytest.approx(0, abs=1e-9)
    assert found.two_choice == pytest.approx(0.990, abs=0.0005)


def test_it_is_that_of_scipy() -> None:
    found = detection(18, 20, 3, 21)
    hit, alarm = norm.ppf(18.5 / 21), norm.ppf(3.5 / 22)
    assert found is not None
    assert (found.hit_rate, found.false_alarm_rate) == (0.9, 1 / 7)
    assert found.d_prime == pytest.approx(hit - alarm, abs=1e-12)
    assert found.criterion == pytest.approx(-(hit + alarm) / 2, abs=1e-12)
    assert found.two_choice == pytest.approx(norm.cdf((hit - alarm) / 2**0.5), abs=1e-12)


def test_a_judge_who_says_yes_often_has_a_negative_criterion() -> None:
    found = detection(20, 20, 10, 20)
    assert found is not None
    assert found.criterion < 0


def test_without_unaltered_texts_there_is_none() -> None:
    assert detection(3, 4, 0, 0) is None
