"""Crossings against lines whose crossing is known, their statuses, and the interval against a simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from versebench.transforms.ghostwriting.crossings import Crossing, Measured, cross, lower_similarity
from versebench.transforms.ghostwriting.points import points_of

ORDERS = np.repeat(np.arange(1, 10), 5)
SHARES = st.integers(0, 1_000).map(lambda number: number / 1_000)


def measured(density: np.ndarray, similarity: np.ndarray, weight: np.ndarray | None = None) -> Measured:
    """Five verses for each of nine orders."""
    return Measured(points_of(ORDERS), density, np.ones(45) if weight is None else weight, similarity)


def exact(target: float | None) -> Crossing:
    """The crossing of densities .05 n and similarities .1 n."""
    return cross(measured(0.05 * ORDERS, 0.1 * ORDERS), target, "key")


def test_a_crossing_among_the_points() -> None:
    crossing = exact(0.26)
    assert (crossing.points, crossing.status, crossing.draws) == (9, "inside", 2_000)
    assert crossing.x == pytest.approx(5.2)
    figures = crossing.similarity_at_x, crossing.low, crossing.high, crossing.isotonic_similarity
    assert figures == pytest.approx((0.52,) * 4)
    assert crossing.isotonic_x == pytest.approx(5.2)
    assert crossing.density is not None
    assert (crossing.density.slope, crossing.density.r2) == pytest.approx((0.05, 1.0))


def test_a_crossing_beyond_the_points_has_no_isotonic_one() -> None:
    crossing = exact(0.49)
    assert crossing.status == "extrapolated"
    assert (crossing.x, crossing.similarity_at_x) == pytest.approx((9.8, 0.98))
    assert (crossing.isotonic_x, crossing.isotonic_similarity) == (None, None)


@pytest.mark.parametrize(("target", "similarity"), [(0.6, 1.2), (-0.1, -0.2)])
def test_an_impossible_similarity_is_kept(target: float, similarity: float) -> None:
    crossing = exact(target)
    assert crossing.status == "impossible"
    assert crossing.similarity_at_x == pytest.approx(similarity)


def test_flat_lines_and_missing_targets_have_no_crossing() -> None:
    equal = cross(measured(np.full(45, 0.3), 0.1 * ORDERS), 0.3, "key")
    noise = cross(measured(0.3 + 0.1 * (ORDERS % 2), 0.1 * ORDERS), 0.3, "key")
    assert noise.density is not None
    for crossing in (equal, noise, exact(None)):
        assert (crossing.status, crossing.x, crossing.similarity_at_x) == ("flat", None, None)
        assert (crossing.low, crossing.high, crossing.draws) == (None, None, 0)


def test_a_point_without_a_density_is_left_out() -> None:
    density = np.where(ORDERS == 4, np.nan, 0.05 * ORDERS)
    density[::5] = np.nan
    crossing = cross(measured(density, 0.1 * ORDERS), 0.26, "key")
    assert (crossing.points, crossing.status) == (8, "inside")
    assert crossing.x == pytest.approx(5.2)
    assert crossing.draws > 1_990


@pytest.mark.parametrize("orders", [0, 1])
def test_too_few_points(orders: int) -> None:
    chosen = np.isin(ORDERS, range(orders + 1))
    points = points_of(ORDERS[chosen])
    values = np.asarray(0.1 * ORDERS[chosen], np.float64)
    crossing = cross(Measured(points, values, np.ones(len(values)), values), 0.1, "key")
    assert (crossing.points, crossing.status, crossing.density) == (orders, "flat", None)


def test_weights_are_those_of_means() -> None:
    density, weight = 0.05 * ORDERS, np.ones(45)
    density[::5], weight[::5] = 0.9, 0.0
    assert cross(measured(density, 0.1 * ORDERS, weight), 0.26, "key").x == pytest.approx(5.2)


def test_the_interval_is_fixed_by_the_key_and_as_wide_as_repeated_experiments_vary() -> None:
    noise = np.random.default_rng(2)

    def experiment() -> Measured:
        return measured(0.05 * ORDERS + noise.normal(0, 0.03, 45), 0.1 * ORDERS + noise.normal(0, 0.05, 45))

    results = [cross(experiment(), 0.26, "key", draws=1).similarity_at_x for _ in range(2_000)]
    spread = np.quantile(np.array(results, float), [0.025, 0.975])
    widths = []
    for _ in range(40):
        sample = experiment()
        crossing = cross(sample, 0.26, "key")
        assert crossing.low is not None
        assert crossing.high is not None
        assert crossing == cross(sample, 0.26, "key")
        assert crossing.low != cross(sample, 0.26, "another key").low
        widths.append(crossing.high - crossing.low)
    # Drawing from five verses gives 4 / 5 of the variance on average.
    assert np.mean(widths) == pytest.approx(np.sqrt(0.8) * (spread[1] - spread[0]), rel=0.1)


def test_the_isotonic_crossing_follows_falling_densities_and_the_middle_of_a_stretch() -> None:
    falling = cross(measured(1 - 0.1 * ORDERS, 0.1 * ORDERS), 0.45, "key")
    assert (falling.isotonic_x, falling.isotonic_similarity) == pytest.approx((5.5, 0.55))
    steps = np.select([ORDERS <= 3, ORDERS <= 6], [0.25, 0.5], 0.75)
    stretch = cross(measured(steps, 0.1 * ORDERS), 0.5, "key")
    assert (stretch.isotonic_x, stretch.isotonic_similarity) == pytest.approx((5, 0.5))


@given(st.lists(SHARES | st.just(np.nan), min_size=45, max_size=45), SHARES)
def test_any_densities_have_one_status(values: list[float], target: float) -> None:
    crossing = cross(measured(np.array(values), np.array(values)[::-1]), target, "key", draws=20)
    assert (crossing.x is None) == (crossing.status == "flat")
    if crossing.status == "inside":
        assert crossing.x is not None
        assert 1 <= crossing.x <= 9
    if crossing.isotonic_x is not None:
        assert 1 <= crossing.isotonic_x <= 9
        assert crossing.isotonic_similarity is not None
        assert -1e-12 <= crossing.isotonic_similarity <= 1 + 1e-12


def test_the_verdict_counts_artists() -> None:
    verdict = lower_similarity([0.1] * 9 + [0.5, 0.3, None, 0.2], [0.4] * 9 + [0.2, 0.3, 0.1, None])
    counts = verdict.first_lower, verdict.second_lower, verdict.equal, verdict.unknown
    assert counts == (9, 1, 1, 2)
    assert verdict.p == pytest.approx(binomtest(9, 10).pvalue, abs=1e-12)
    assert lower_similarity([], []).p == 1.0
