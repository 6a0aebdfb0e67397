"""The signed-rank test equal to scipy's under both rules for zeros, and the shift."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from scipy.stats import wilcoxon

from versebench.transforms.statistics.wilcoxon import hodges_lehmann, signed_rank_p

RANDOM = np.random.default_rng(3)
TIED = RANDOM.integers(-6, 9, 110) / 20


def test_with_ties_and_zeros_it_is_the_normal_approximation() -> None:
    dropped = wilcoxon(TIED.round(12), zero_method="wilcox", correction=False, method="asymptotic").pvalue
    pratt = wilcoxon(TIED.round(12), zero_method="pratt", correction=False, method="asymptotic").pvalue
    assert signed_rank_p(TIED, "dropped") == pytest.approx(dropped, abs=1e-12)
    assert signed_rank_p(TIED, "pratt") == pytest.approx(pratt, abs=1e-12)
    assert dropped != pytest.approx(pratt, abs=1e-4)


def test_few_different_numbers_are_tested_exactly() -> None:
    numbers = np.array([0.3, -0.1, 0.7, 0.9, 1.1])
    assert signed_rank_p(numbers, "dropped") == pytest.approx(2 * 2 / 2**5, abs=1e-12)


def test_only_zeros_give_no_p() -> None:
    assert signed_rank_p(np.zeros(5), "dropped") is None
    assert signed_rank_p(np.zeros(0), "pratt") is None


def test_the_shift_is_the_median_of_all_means() -> None:
    means = [(a + b) / 2 for a, b in combinations_with_replacement(sorted(TIED.tolist()), 2)]
    shift = hodges_lehmann(TIED)
    assert shift.value == pytest.approx(float(np.median(means)), abs=1e-12)
    assert shift.low <= shift.value <= shift.high


def test_the_interval_of_the_shift_covers() -> None:
    random = np.random.default_rng(11)
    shifts = [hodges_lehmann(random.normal(0.2, 1, 40)) for _ in range(400)]
    assert sum(shift.low <= 0.2 <= shift.high for shift in shifts) >= 0.92 * 400
