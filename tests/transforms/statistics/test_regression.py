"""Lines and isotonic values against scipy and against simpler computations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression
from scipy.stats import linregress

from versebench.transforms.statistics.regression import isotonic, least_squares, lines

GRID = st.integers(-50, 50).map(lambda number: number / 10)
POINTS = st.lists(st.tuples(GRID, GRID), min_size=3, max_size=12)


@given(POINTS)
def test_a_line_is_that_of_scipy(points: list[tuple[float, float]]) -> None:
    x, y = (list(values) for values in zip(*points, strict=True))
    line = least_squares(x, y)
    if len(set(x)) == 1:
        assert line is None
        return
    assert line is not None
    expected = linregress(x, y)
    found = line.slope, line.intercept, line.slope_error, line.intercept_error
    wanted = expected.slope, expected.intercept, expected.stderr, expected.intercept_stderr
    # scipy derives errors from 1 - r^2, which leaves the root of rounding errors where the line fits exactly.
    exact = 1 - expected.rvalue**2 < 1e-9
    assert found[:2] == pytest.approx(wanted[:2], rel=1e-12, abs=1e-12)
    if len(set(y)) > 1:
        assert found[2:] == pytest.approx(wanted[2:], rel=1e-12, abs=1e-6 if exact else 1e-12)
        assert line.r2 == pytest.approx(expected.rvalue**2, abs=1e-12)


def test_nine_points_are_those_of_scipy_to_twelve_digits() -> None:
    x = np.arange(0, 18_000, 2_000, dtype=float)
    y = 0.3 + 1e-5 * x + 0.03 * np.sin(x)
    line, expected = least_squares(x, y), linregress(x, y)
    assert line is not None
    assert line.slope == pytest.approx(expected.slope, rel=1e-12)
    assert line.intercept == pytest.approx(expected.intercept, rel=1e-12)
    assert line.r2 == pytest.approx(expected.rvalue**2, rel=1e-12)
    assert line.slope_error == pytest.approx(expected.stderr, rel=1e-12)
    assert line.intercept_error == pytest.approx(expected.intercept_stderr, rel=1e-12)


def test_equal_values_give_a_flat_line_without_r2() -> None:
    line = least_squares([1, 2, 3, 4], [0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2])
    assert line is not None
    assert (line.slope, line.r2, line.slope_error, line.flat) == (0.0, None, 0.0, True)
    assert line.intercept == pytest.approx(0.3)


def test_two_points_have_no_standard_error_and_fewer_no_line() -> None:
    line = least_squares([1, 2, 3], [1, np.nan, 2])
    assert line is not None
    assert (line.slope, line.r2, line.slope_error, line.flat, line.n) == (0.5, 1.0, None, False, 2)
    assert line.at(5) == 3.0
    assert least_squares([1, 2], [np.nan, 3]) is None
    assert least_squares([], []) is None
    assert least_squares([2, 2], [1, 3]) is None


def test_a_slope_within_its_error_is_flat() -> None:
    noisy, clear = least_squares([1, 2, 3, 4], [1, 5, 0, 4]), least_squares([1, 2, 3, 4], [1, 2, 3.1, 4])
    assert noisy is not None
    assert clear is not None
    assert (noisy.flat, clear.flat) == (True, False)


@given(st.lists(st.lists(GRID | st.just(np.nan), min_size=5, max_size=5), min_size=1, max_size=6))
def test_many_lines_are_each_the_single_line(table: list[list[float]]) -> None:
    x, y = np.array([1.0, 2, 4, 5, 9]), np.array(table)
    for slope, intercept, row in zip(*lines(x, y), y, strict=True):
        line = least_squares(x, row)
        if line is None:
            assert np.isnan([slope, intercept]).all()
        else:
            assert (slope, intercept) == pytest.approx((line.slope, line.intercept), abs=1e-12)


@given(st.lists(GRID, min_size=1, max_size=15))
def test_isotonic_values_are_those_of_scipy_in_the_better_direction(values: list[float]) -> None:
    fits = [isotonic_regression(values, increasing=way).x for way in (True, False)]
    losses = [((np.array(values) - fit) ** 2).sum() for fit in fits]
    found = isotonic(values)
    assert ((np.array(values) - found) ** 2).sum() == pytest.approx(min(losses), abs=1e-12)
    if abs(losses[0] - losses[1]) > 1e-9:
        assert found == pytest.approx(fits[int(losses[1] < losses[0])], abs=1e-12)


def test_isotonic_values_of_equal_fits_go_up() -> None:
    assert isotonic([1, 2, 1]).tolist() == [1, 1.5, 1.5]
    assert len(isotonic([])) == 0


@given(st.lists(st.integers(0, 10**6).map(lambda n: n / 999_983), min_size=2, max_size=2), st.floats(1, 1000))
def test_a_line_through_two_points_explains_no_more_than_everything(y: list[float], step: float) -> None:
    line = least_squares([0, step], y)
    assert line is not None
    assert line.r2 is None or 1 - 1e-9 < line.r2 <= 1
