"""Bootstrap draws: fixed, uniform, and of the right spread."""

import numpy as np
import pytest
from scipy.stats import chisquare

from versebench.transforms.statistics.bootstrap import percentile_interval, resamples


def test_draws_are_fixed_by_the_key() -> None:
    assert resamples("key", 5, 3).tolist() == [[0, 2, 2, 0, 0], [4, 4, 2, 0, 2], [0, 3, 4, 0, 2]]
    assert resamples("key", 5, 3).tolist() != resamples("another key", 5, 3).tolist()


def test_every_place_is_equally_likely() -> None:
    drawn = resamples("uniform", 20, 10_000)
    assert drawn.shape == (10_000, 20)
    assert chisquare(np.bincount(drawn.ravel(), minlength=20)).pvalue > 0.001


def test_the_spread_of_means_is_the_standard_error() -> None:
    values = np.arange(30.0)
    means = values[resamples("means", 30)].mean(1)
    assert abs(means.std() / (values.std() / np.sqrt(30)) - 1) < 0.05


def test_an_interval_leaves_out_what_is_unknown() -> None:
    values = np.append(np.arange(1001) / 1000, np.nan)
    assert percentile_interval(values) == pytest.approx((0.025, 0.975))
    assert percentile_interval(np.array([np.nan])) is None
    assert resamples("nothing", 0, 2).shape == (2, 0)
