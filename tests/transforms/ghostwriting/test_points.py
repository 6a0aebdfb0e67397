"""Points of verses and their means."""

import numpy as np
import pytest

from versebench.transforms.ghostwriting.points import points_of


def test_the_nine_points_of_the_paper() -> None:
    points = points_of(range(0, 16_401, 100), every=2_000)
    assert points.x.tolist() == [0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000]
    assert points.verses.tolist() == [20] * 8 + [5]


def test_each_order_of_an_n_gram_model_is_a_point() -> None:
    points = points_of([3, 1, 1, 9])
    assert (points.x.tolist(), points.point.tolist(), len(points)) == ([1, 3, 9], [1, 0, 0, 2], 3)


def test_means_leave_out_unknown_values_and_those_without_weight() -> None:
    points = points_of([1, 1, 1, 2, 2, 3])
    values, weights = np.array([1, 2, np.nan, np.nan, np.nan, 4]), np.array([1.0, 3, 1, 1, 1, 0])
    assert points.means(values)[[0, 2]].tolist() == [1.5, 4]
    assert np.isnan(points.means(values)[1])
    assert points.means(values, weights)[0] == pytest.approx(1.75)
    assert np.isnan(points.means(values, weights)[1:]).all()
    assert points.known(values).tolist() == [2, 0, 1]
    assert points.verses.tolist() == [3, 2, 1]


def test_no_verse_has_no_point() -> None:
    points = points_of([])
    assert (len(points), len(points.verses), len(points.means(np.array([])))) == (0, 0, 0)
