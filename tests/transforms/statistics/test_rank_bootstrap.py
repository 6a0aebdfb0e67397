"""Spearman's correlation of weighted pairs, and its interval by clusters."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from versebench.transforms.statistics.rank_bootstrap import spearman_interval, weighted_spearman

RANDOM = np.random.default_rng(9)
X, Y = RANDOM.integers(0, 6, 120), RANDOM.integers(0, 30, 120)


def test_weights_count_pairs() -> None:
    weights = RANDOM.integers(0, 4, 120)
    expected = spearmanr(np.repeat(X, weights), np.repeat(Y, weights)).statistic
    assert weighted_spearman(X, Y, weights.astype(float)) == pytest.approx(expected, abs=1e-12)


def test_equal_values_have_no_correlation() -> None:
    assert np.isnan(weighted_spearman(np.zeros(5, int), np.arange(5), np.ones(5)))
    assert spearman_interval(np.zeros(5), np.arange(5.0), np.arange(5), "test") is None


def test_pairs_of_few_poems_make_the_interval_wider() -> None:
    base = RANDOM.normal(0, 1, 12)
    x = np.repeat(base, 10) + RANDOM.normal(0, 0.1, 120)
    y = np.repeat(base + RANDOM.normal(0, 1, 12), 10) + RANDOM.normal(0, 0.1, 120)
    single = spearman_interval(x, y, np.arange(120), "test") or (0, 0)
    of_poems = spearman_interval(x, y, np.repeat(np.arange(12), 10), "test") or (0, 0)
    assert single[0] < spearmanr(x, y).statistic < single[1]
    assert of_poems[1] - of_poems[0] > 1.5 * (single[1] - single[0])
