"""Correlations against scipy, and their edge cases."""

from math import atanh, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, spearmanr

from versebench.transforms.statistics.correlation import (
    Correlation,
    correlate,
    critical_correlation,
    fisher_interval,
    p_value,
)

VALUES = st.integers(-20, 20).map(float)


@given(st.lists(st.tuples(VALUES, VALUES), min_size=3, max_size=20))
def test_correlations_are_those_of_scipy(pairs: list[tuple[float, float]]) -> None:
    x, y = zip(*pairs, strict=True)
    found = correlate(x, y)
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert found == Correlation(len(pairs))
        return
    pearson, spearman = pearsonr(x, y), spearmanr(x, y)
    assert found.pearson == pytest.approx(pearson.statistic, abs=1e-12)
    assert found.spearman == pytest.approx(spearman.statistic, abs=1e-12)
    # Near 1 the p of three pairs is a root of the rounding error of the correlation.
    tolerance = 1e-12 if abs(pearson.statistic) < 1 - 1e-9 else 1e-6
    assert found.p == pytest.approx(pearson.pvalue, abs=tolerance)
    tolerance = 1e-12 if abs(spearman.statistic) < 1 - 1e-9 else 1e-6
    assert found.spearman_p == pytest.approx(spearman.pvalue, abs=tolerance)
    if len(pairs) > 3 and abs(pearson.statistic) < 1 - 1e-9:
        interval = pearson.confidence_interval()
        assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=1e-12)


def test_unknown_values_leave_their_pair_out() -> None:
    full, gaps = correlate([1, 2, 3, 5], [2, 1, 4, 4]), correlate([1, None, 2, 3, 9, 5], [2, 0, 1, 4, np.nan, 4])
    assert full == gaps
    assert full.n == 4


def test_few_pairs() -> None:
    assert correlate([], []) == Correlation(0)
    assert correlate([1, 2], [3, 5]) == Correlation(2)
    three = correlate([1, 2, 3], [1, 2, 4])
    assert three.p is not None
    assert (three.low, three.high) == (None, None)
    assert critical_correlation(2) is None


def test_a_perfect_correlation() -> None:
    found = correlate([1, 2, 3, 4], [2, 4, 6, 8])
    assert found.pearson == pytest.approx(1, abs=1e-12)
    assert found.spearman == pytest.approx(1, abs=1e-12)
    assert found.p == pytest.approx(0, abs=1e-12)
    assert fisher_interval(-1.0, 9) == (-1.0, -1.0)


def test_eleven_artists_need_a_correlation_above_602() -> None:
    needed = critical_correlation(11)
    assert needed == pytest.approx(0.602, abs=5e-4)
    assert needed is not None
    assert p_value(needed, 11) == pytest.approx(0.05, abs=1e-12)


def test_the_interval_is_fishers() -> None:
    interval = fisher_interval(0.507, 11)
    assert interval is not None
    assert [atanh(end) for end in interval] == pytest.approx(
        [atanh(0.507) - 1.959963984540054 / sqrt(8), atanh(0.507) + 1.959963984540054 / sqrt(8)]
    )
