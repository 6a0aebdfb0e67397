"""Logistic regression of shares equal to that of statsmodels, and no estimate where there is none."""

from typing import Any

import numpy as np
import pytest
from scipy.special import expit

from tests.transforms.statistics.stored_values import stored
from versebench.transforms.statistics.logistic import Coefficient, logistic

SETS: list[dict[str, Any]] = stored("logistic")
RANDOM = np.random.default_rng(7)
ONE = RANDOM.normal(size=(60, 1))
SHARES = expit(ONE[:, 0] + RANDOM.normal(size=60)).round(2)


def estimates(predictors: Any, shares: Any) -> list[Coefficient]:
    found = logistic(np.array(predictors, float), np.array(shares, float))
    assert found is not None
    return found


@pytest.mark.parametrize("number", range(len(SETS)))
def test_it_is_that_of_statsmodels(number: int) -> None:
    data = SETS[number]
    found = estimates(data["predictors"], data["shares"])
    assert [each.value for each in found] == pytest.approx(data["values"], rel=1e-8, abs=1e-8)
    assert [each.error for each in found] == pytest.approx(data["errors"], rel=1e-8)
    assert [each.p for each in found] == pytest.approx(data["p"], rel=1e-6, abs=1e-12)


def test_two_groups_differ_by_the_difference_of_their_log_odds() -> None:
    flags = np.repeat([0.0, 1.0], 10)
    shares = np.where(flags == 1, [0.7, 0.9] * 10, [0.1, 0.3] * 10)
    intercept, slope = estimates(flags[:, None], shares)
    assert intercept.value == pytest.approx(np.log(0.2 / 0.8))
    assert slope.value == pytest.approx(np.log(0.8 / 0.2) - np.log(0.2 / 0.8))
    variance = 0.1**2 / (10 * (0.2 * 0.8) ** 2)
    assert intercept.error == pytest.approx(np.sqrt(variance))
    assert slope.error == pytest.approx(np.sqrt(2 * variance))


def test_the_order_of_rows_and_of_columns_does_not_matter() -> None:
    predictors = np.column_stack([ONE[:, 0], ONE[::-1, 0] ** 2])
    order = RANDOM.permutation(60)
    intercept, first, second = estimates(predictors, SHARES)
    turned = estimates(predictors[order][:, ::-1], SHARES[order])
    for one, other in zip((intercept, second, first), turned, strict=True):
        assert (one.value, one.error) == pytest.approx((other.value, other.error), rel=1e-9)


def test_shares_of_the_other_side_turn_the_signs() -> None:
    for one, other in zip(estimates(ONE, SHARES), estimates(ONE, 1 - SHARES), strict=True):
        assert (one.value, one.error) == pytest.approx((-other.value, other.error), rel=1e-9)


@pytest.mark.parametrize(("scale", "shift"), [(1e-4, 0.0), (1e4, 0.0), (1.0, -100.0), (0.01, 3.0)])
def test_the_unit_of_a_predictor_changes_its_coefficient_alone(scale: float, shift: float) -> None:
    _, plain = estimates(ONE, SHARES)
    _, scaled = estimates(ONE * scale + shift, SHARES)
    assert scaled.value * scale == pytest.approx(plain.value, rel=1e-6)
    assert scaled.error * scale == pytest.approx(plain.error, rel=1e-6)
    assert scaled.p == pytest.approx(plain.p, rel=1e-5)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_a_predictor_that_separates_the_sides_has_no_estimate(scale: float) -> None:
    flags = np.repeat([0.0, 1.0], 20)
    assert logistic(flags[:, None] * scale, flags) is None
    some = np.where(flags == 1, 1.0, np.tile([0.0, 1.0], 20))
    assert logistic(flags[:, None] * scale, some) is None  # one side is always 1, so its log-odds have no end
    assert logistic(np.linspace(-1, 1, 40)[:, None] * scale, flags) is None


def test_columns_that_coincide_have_no_estimate() -> None:
    assert logistic(np.column_stack([ONE, 2 * ONE + 1]), SHARES) is None
    assert logistic(np.column_stack([ONE, np.full(60, 3.0)]), SHARES) is None
    assert logistic(np.column_stack([ONE, np.zeros(60)]), SHARES) is None


def test_it_needs_more_rows_than_coefficients() -> None:
    predictors = np.array([[0.0], [1.0], [2.0]])
    assert logistic(predictors[:2], np.array([0.4, 0.6])) is None
    assert logistic(predictors, np.array([0.4, 0.7, 0.5])) is not None
    assert logistic(np.zeros((0, 1)), np.zeros(0)) is None


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_shares_that_are_all_nothing_or_all_everything_have_no_estimate(share: float) -> None:
    assert logistic(ONE, np.full(60, share)) is None


def test_equal_shares_have_no_effect() -> None:
    intercept, slope = estimates(ONE, np.full(60, 0.25))
    assert intercept.value == pytest.approx(np.log(1 / 3))
    assert slope.value == pytest.approx(0, abs=1e-9)


GROUPS = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 4, axis=0)


@pytest.mark.parametrize("scale", [1e-4, 1.0, 1e4])
@pytest.mark.parametrize("shares", [np.repeat([0.2, 0.5, 0.3], 4), np.repeat([0.9, 0.001, 0.7], 4), np.full(12, 0.25)])
def test_shares_without_residuals_have_no_error_and_no_p(scale: float, shares: Any) -> None:
    for each in estimates(GROUPS * scale, shares):
        assert (each.error, each.p) == (0, None)


def test_a_column_whose_rows_leave_no_residuals_has_no_error_and_the_others_have() -> None:
    varied = np.array([0.2] * 4 + [0.5] * 4 + [0.3, 0.4, 0.6, 0.7])
    _, exact, other = estimates(GROUPS, varied)
    assert exact.value == pytest.approx(np.log(4))
    assert (exact.error, exact.p) == (0, None)
    assert other.error > 0.1
    assert 0 < (other.p or 0) < 1


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_gives_no_estimate(number: float) -> None:
    predictors, shares = ONE.copy(), SHARES.copy()
    predictors[3] = number
    assert logistic(predictors, SHARES) is None
    shares[3] = number
    assert logistic(ONE, shares) is None


def test_intervals_and_p_go_by_the_normal_distribution() -> None:
    coefficient = Coefficient(-0.98, 0.5)
    assert coefficient.interval(2) == pytest.approx((-1.98, 0.02))
    assert coefficient.p == pytest.approx(0.05, abs=1e-4)
    assert Coefficient(0.98, 0.5).p == coefficient.p
    assert Coefficient(0.5, 0.0).p is None
