"""Areas equal to scikit-learn's, DeLong to pROC's, and equivalence that keeps its level."""

import numpy as np
import pytest

from tests.transforms.statistics.stored_values import stored
from versebench.transforms.statistics.accuracy import Z_95
from versebench.transforms.statistics.auc import (
    Area,
    area,
    area_within_judges,
    delong,
    delong_p,
    equivalence_p,
    roc_points,
    two_way_bootstrap,
)

DATA = stored("judgements")
DELONG = stored("delong")
HUMAN = np.array(DATA["human"], bool)
PROBABILITY = np.array(DATA["probability"])


def test_the_area_is_that_of_scikit_learn() -> None:
    assert area(PROBABILITY[HUMAN], PROBABILITY[~HUMAN]) == pytest.approx(DATA["peers"]["auc"], abs=1e-12)


def test_the_curve_is_that_of_scikit_learn() -> None:
    start, *points = roc_points(PROBABILITY[HUMAN], PROBABILITY[~HUMAN])
    assert (start.threshold, start.false_positives, start.true_positives) == (None, 0, 0)
    ours = [(point.false_positives, point.true_positives, point.threshold) for point in points]
    assert ours == [pytest.approx(tuple(point), abs=1e-12) for point in DATA["peers"]["roc"]]


@pytest.mark.parametrize("curve", [0, 1])
def test_delong_is_that_of_proc(curve: int) -> None:
    found = delong(np.array(DELONG["positives"][curve]), np.array(DELONG["negatives"][curve]))
    expected = DELONG["areas"][curve]
    assert found is not None
    assert found.value == pytest.approx(expected["area"], abs=1e-12)
    assert found.variance == pytest.approx(expected["variance"], abs=1e-12)
    assert found.interval(Z_95) == pytest.approx((expected["low"], expected["high"]), abs=1e-12)


def test_the_paired_test_is_that_of_proc() -> None:
    sides = [[np.array(values) for values in DELONG[side]] for side in ("positives", "negatives")]
    assert delong_p(*sides) == pytest.approx(DELONG["p"], abs=1e-12)
    assert delong_p([sides[0][0]] * 2, [sides[1][0]] * 2) is None


def test_one_text_has_no_variance() -> None:
    assert delong(np.array([0.5]), np.array([0.1, 0.2])) is None


def test_within_judges_scales_do_not_matter() -> None:
    """Each judge puts the human text above the model's; one uses low numbers only."""
    values, judges = np.array([0.9, 0.8, 0.2, 0.1]), np.array([0, 0, 1, 1])
    human = np.array([True, False, True, False])
    assert area(values[human], values[~human]) == 0.75
    assert area_within_judges(values, human, judges) == 1
    assert area_within_judges(values, np.array([True, True, False, False]), judges) is None


def test_the_bootstrap_surrounds_the_areas() -> None:
    random = np.random.default_rng(5)
    texts = np.repeat(np.arange(80), 3)
    human, titles, judges = texts < 40, texts % 40, np.tile(np.arange(6), 40)
    values = (random.integers(0, 80, 240) + 20 * human) / 100
    intervals = two_way_bootstrap(values, human, judges, titles, texts, "test")
    single = area(values[human], values[~human])
    low, high = intervals["single"] or (0, 0)
    assert low < single < high < low + 0.3
    assert intervals == two_way_bootstrap(values, human, judges, titles, texts, "test")
    within = area_within_judges(values, human, judges)
    low, high = intervals["within_judge"] or (0, 0)
    assert within is not None
    assert low < within < high


def test_equivalence_keeps_its_level_at_the_margin() -> None:
    """The true area is .55, the end of the margin: equivalence is then shown in at most 5 % of studies."""
    random = np.random.default_rng(7)
    shift = 0.1777  # of normal scores, for an area of .55
    shown = 0
    for _ in range(400):
        found = delong(random.normal(shift, 1, 600), random.normal(0, 1, 600))
        assert found is not None
        shown += (equivalence_p(found, 0.05) or 0) < 0.05
    assert shown <= 400 * 0.05 + 2 * (400 * 0.05 * 0.95) ** 0.5


def test_no_variance_shows_no_equivalence() -> None:
    assert equivalence_p(Area(0.5, 0.0), 0.05) is None
    assert (equivalence_p(Area(0.5, 0.0001), 0.05) or 1) < 0.05
    assert (equivalence_p(Area(0.541, 0.0015), 0.05) or 0) > 0.05
