from math import comb, erfc, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.statistics.mcnemar import clustered_p, exact_p, holm

poems = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=60)
shares = st.lists(st.floats(0, 1), max_size=20)


def clustered(disagreements: list[tuple[int, int]]) -> float:
    return clustered_p(
        sum(b for b, _ in disagreements),
        sum(c for _, c in disagreements),
        len(disagreements),
        sum((b - c) ** 2 for b, c in disagreements),
    )


# The exact test


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (5, 5, 1.0),
        (5, 0, 2 / 2**5),
        (1, 9, 2 * (1 + 10) / 2**10),
        # 2 (1 + 22 + 231 + 1540 + 7315 + 26334 + 74613) / 2^22; printed as 0.052 by the article on McNemar's test in
        # Wikipedia.
        (6, 16, 220112 / 2**22),
        # Agresti (1990, 350), approval of the prime minister: 150 and 86 changed their minds.
        (150, 86, 3.7e-05),
    ],
)
def test_exact_p(only_first: int, only_second: int, p: float) -> None:
    assert exact_p(only_first, only_second) == pytest.approx(p, rel=0.01 if p < 1e-3 else 1e-12)


@given(st.integers(0, 300), st.integers(0, 300))
def test_exact_p_is_twice_the_tail_and_does_not_know_which_model_is_first(b: int, c: int) -> None:
    tail = 2 * sum(comb(b + c, few) for few in range(min(b, c) + 1)) / 2 ** (b + c)
    assert exact_p(b, c) == exact_p(c, b) == pytest.approx(min(1.0, tail), rel=1e-9)


def test_many_disagreements_are_no_trouble() -> None:
    assert 0 < exact_p(501_000, 499_000) < 0.05
    assert exact_p(60_000, 10_000) == pytest.approx(0.0, abs=1e-300)


# The clustered test


@pytest.mark.parametrize(
    ("disagreements", "statistic"),
    [
        ([(1, 0), (1, 0), (0, 1), (0, 0)], 3 / 4 * 1 / 3),
        ([(2, 0), (0, 1)], 1 / 2 * 1 / 5),
        # The example in the manual of clust.bin.pair for R: differences of 49, 63, 73, 92 and 78.
        ([(56, 7), (64, 1), (75, 2), (95, 3), (87, 9)], 4 / 5 * 355**2 / 26247),
    ],
)
def test_clustered_p_by_hand(disagreements: list[tuple[int, int]], statistic: float) -> None:
    assert clustered(disagreements) == pytest.approx(erfc(sqrt(statistic / 2)))


@pytest.mark.parametrize(("statistic", "p"), [(3.841459, 0.05), (6.634897, 0.01), (10.827566, 0.001)])
def test_p_is_that_of_chi_square_with_one_degree_of_freedom(statistic: float, p: float) -> None:
    scale = 10**9
    assert clustered_p(scale, 0, scale, round(scale**2 / statistic)) == pytest.approx(p, rel=1e-5)


@given(poems)
def test_clustered_p_follows_from_the_variance_of_the_differences(disagreements: list[tuple[int, int]]) -> None:
    """Obuchowski's equations: the variance between poems of each share and their covariance, under equal shares."""
    count = len(disagreements)
    differences = [b - c for b, c in disagreements]
    variance = count / (count - 1) * sum(one**2 for one in differences)
    expected = erfc(sqrt(sum(differences) ** 2 / variance / 2)) if variance else 1.0
    assert clustered(disagreements) == pytest.approx(expected)


@given(poems)
def test_clustered_p_does_not_know_which_model_is_first(disagreements: list[tuple[int, int]]) -> None:
    assert clustered([(c, b) for b, c in disagreements]) == clustered(disagreements)
    assert 0 <= clustered(disagreements) <= 1


@given(poems)
def test_poems_given_twice_make_the_test_no_surer(disagreements: list[tuple[int, int]]) -> None:
    """Twice the pairs of each poem are the same evidence; twice the poems are more."""
    same = [(2 * b, 2 * c) for b, c in disagreements]
    assert clustered(same) == pytest.approx(clustered(disagreements))
    assert clustered(disagreements * 2) <= clustered(disagreements)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 5000))
def test_with_one_pair_a_poem_it_is_mcnemars_statistic(b: int, c: int, others: int) -> None:
    count = b + c + others
    statistic = (b - c) ** 2 / (b + c) * (count - 1) / count if b + c else 0.0
    assert clustered([(1, 0)] * b + [(0, 1)] * c + [(0, 0)] * others) == pytest.approx(erfc(sqrt(statistic / 2)))


def test_with_one_pair_a_poem_both_tests_agree_on_many_pairs() -> None:
    assert clustered_p(2150, 2000, 10_000, 4150) == pytest.approx(exact_p(2150, 2000), rel=0.05)


# Holm's correction


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.5]) == [1.0, 1.0]
    assert holm([]) == []


@given(shares)
def test_holm_keeps_the_order_and_only_raises(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(p <= new <= 1 for p, new in zip(p_values, adjusted, strict=True))
    pairs = sorted(zip(p_values, adjusted, strict=True))
    assert [new for _, new in pairs] == sorted(adjusted)
