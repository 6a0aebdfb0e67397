"""Agreement equal to krippendorff, statsmodels and scikit-learn, and on what was chosen."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.transforms.statistics.stored_values import stored
from versebench.transforms.statistics.agreement import categorical_agreement, cohen, interval_agreement

DATA = stored("judgements")
PEERS = DATA["peers"]


def flat(units: Sequence[Sequence[float]]) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of the units, and the values of all judgements."""
    numbers = np.repeat(np.arange(len(units)), [len(unit) for unit in units])
    return numbers, np.array([value for unit in units for value in unit])


def figure(units: Sequence[Sequence[int]], name: str, number: int = 3) -> float | None:
    estimate = categorical_agreement(*flat(units), number, "test")[name]
    return None if estimate is None else estimate.value


@pytest.mark.parametrize("name", ["alpha_nominal", "alpha_ordinal"])
def test_alpha_of_grades_is_that_of_krippendorff(name: str) -> None:
    assert figure(DATA["grades"], name) == pytest.approx(PEERS[name], abs=1e-12)


def test_alpha_of_numbers_is_that_of_krippendorff() -> None:
    estimate = interval_agreement(*flat(DATA["ratings"]), "test")
    assert estimate is not None
    assert estimate.value == pytest.approx(PEERS["alpha_interval"], abs=1e-12)
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low < estimate.value < estimate.high


def test_fleiss_is_that_of_statsmodels_and_needs_equal_numbers_of_judges() -> None:
    assert figure(DATA["complete"], "fleiss") == pytest.approx(PEERS["fleiss"], abs=1e-12)
    assert figure(DATA["grades"], "fleiss") is None


def test_cohen_is_that_of_scikit_learn() -> None:
    first, second, _ = np.array(DATA["complete"]).T
    assert cohen(first, second, 3) == pytest.approx(PEERS["cohen"], abs=1e-12)
    assert cohen(first, second, 3, linear=True) == pytest.approx(PEERS["cohen_linear"], abs=1e-12)
    assert cohen(np.zeros(4, int), np.zeros(4, int), 3) is None


def test_ac1_and_s_by_hand() -> None:
    """Pairs agree in 2 of 3 units; the categories have 1/2 each, so chance is 1/2 for both figures."""
    units = [[0, 0], [1, 1], [0, 1]]
    assert figure(units, "raw", 2) == pytest.approx(2 / 3)
    assert figure(units, "s", 2) == pytest.approx(1 / 3)
    assert figure(units, "ac1", 2) == pytest.approx(1 / 3)
    assert figure([[0, 0], [0, 0], [0, 1]], "ac1", 2) == pytest.approx((2 / 3 - 2 * 5 / 36) / (1 - 2 * 5 / 36))


def test_without_a_unit_of_two_judgements_or_two_categories_there_is_no_alpha() -> None:
    assert set(categorical_agreement(*flat([[0], [1]]), 2, "test").values()) == {None}
    assert figure([[1, 1], [1, 1]], "alpha_nominal", 2) is None
    assert figure([[1, 1], [1, 1]], "raw", 2) == 1
    assert interval_agreement(*flat([[0.5, 0.5]]), "test") is None


def test_agreement_is_of_what_was_chosen_not_of_right_and_wrong() -> None:
    """Three judges who are right in 95 % agree well on the text and not at all on being right."""
    random = np.random.default_rng(1)
    right = random.random((2000, 3)) < 0.95
    original = random.integers(0, 2, (2000, 1))
    chosen = np.where(right, original, 1 - original)
    of_chosen = categorical_agreement(*flat(chosen.tolist()), 2, "test")["alpha_nominal"]
    of_right = categorical_agreement(*flat(right.astype(int).tolist()), 2, "test")["alpha_nominal"]
    assert of_chosen is not None
    assert of_right is not None
    assert of_chosen.value == pytest.approx(0.81, abs=0.03)
    assert abs(of_right.value) < 0.05


def test_the_interval_depends_on_the_key_alone() -> None:
    units = flat(DATA["grades"])
    first, again = (categorical_agreement(*units, 3, "a")["ac1"] for _ in range(2))
    assert first == again
    assert first != categorical_agreement(*units, 3, "b")["ac1"]


def test_nothing_that_varies_gives_no_interval() -> None:
    """One unit, or agreement on all: every sample is the same, which proves no certainty."""
    of_one = categorical_agreement(*flat([[0, 1, 1]]), 2, "test")["raw"]
    assert of_one is not None
    assert of_one.value == pytest.approx(1 / 3)
    assert (of_one.low, of_one.high) == (None, None)
    whole = categorical_agreement(*flat([[0, 0], [1, 1]]), 2, "test")["raw"]
    assert whole is not None
    assert (whole.value, whole.low) == (1, None)
