"""Who sees whom."""

import pytest

pytest.importorskip("torch")

from versebench.models.scorers.xlnet.permutation import left_to_right, targets_at, without_later, without_target


def test_from_left_to_right_what_is_given_sees_itself_and_the_rest_what_came_before() -> None:
    assert left_to_right(5, 2).tolist() == [
        [
            [0, 0, 1, 1, 1],
            [0, 0, 1, 1, 1],
            [0, 0, 1, 1, 1],
            [0, 0, 0, 1, 1],
            [0, 0, 0, 0, 1],
        ]
    ]


def test_nobody_sees_a_target_and_what_comes_later() -> None:
    assert without_later(4, [2, 3]).tolist() == [[[0, 0, 1, 1]] * 4, [[0, 0, 0, 1]] * 4]


def test_nobody_sees_a_target() -> None:
    assert without_target(4, [1, 3]).tolist() == [[[0, 1, 0, 0]] * 4, [[0, 0, 0, 1]] * 4]


def test_targets_are_asked_for_at_their_places() -> None:
    assert targets_at(3, range(1, 3)).tolist() == [[0, 1, 0], [0, 0, 1]]
