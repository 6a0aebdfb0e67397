"""Brier's score and the reliability curve equal to scikit-learn's."""

import numpy as np
import pytest

from tests.transforms.statistics.stored_values import stored
from versebench.transforms.statistics.calibration import brier, reliability_curve

DATA = stored("judgements")
HUMAN = np.array(DATA["human"], bool)
PROBABILITY = np.array(DATA["probability"])


def test_the_score_is_that_of_scikit_learn_and_its_parts_add_up() -> None:
    found = brier(PROBABILITY, HUMAN)
    assert found.score == pytest.approx(DATA["peers"]["brier"], abs=1e-12)
    assert found.reliability - found.resolution + found.uncertainty == pytest.approx(found.score, abs=1e-12)


def test_the_curve_is_that_of_scikit_learn() -> None:
    found = [(point.human_share, point.mean_probability) for point in reliability_curve(PROBABILITY, HUMAN)]
    assert found == [pytest.approx(tuple(point), abs=1e-12) for point in DATA["peers"]["calibration"]]


def test_empty_bins_are_left_out_and_zero_is_in_the_first() -> None:
    points = reliability_curve(np.array([0.0, 0.1, 1.0]), np.array([False, True, True]))
    assert [(point.number, point.judgements) for point in points] == [(0, 2), (9, 1)]
