"""The nucleus by hand, and against a full sort."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.generators.nucleus import Nucleus

LOGITS = st.lists(st.floats(-200, 50, width=32), min_size=1, max_size=60)


def tokens(logits: np.ndarray, top_p: float, draws: int = 4000) -> list[int]:
    """What is drawn by numbers that are evenly apart, in their order."""
    nucleus = Nucleus(logits, top_p)
    return [nucleus.draw(place / draws) for place in range(draws)]


def test_the_fewest_tokens_that_reach_the_share_are_drawn_by_their_probability() -> None:
    logits = np.log(np.array([0.1, 0.4, 0.2, 0.3], dtype=np.float64))
    drawn = tokens(logits, 0.69)
    assert [drawn.count(token) for token in range(4)] == pytest.approx([0, 4 / 7 * 4000, 0, 3 / 7 * 4000], abs=1)
    assert sorted(set(tokens(logits, 0.75))) == [1, 2, 3]
    assert sorted(set(tokens(logits, 1.0))) == [0, 1, 2, 3]
    assert set(tokens(logits, 0.01)) == {1}


def test_the_likeliest_comes_first_and_of_equal_ones_the_smaller_token() -> None:
    assert list(dict.fromkeys(tokens(np.array([1.0, 2.0, 1.0, 2.0, 0.0]), 1.0))) == [1, 3, 0, 2, 4]
    assert set(tokens(np.zeros(10), 0.3)) == {0, 1, 2}


def test_a_token_without_probability_is_never_drawn() -> None:
    assert set(tokens(np.array([-np.inf, 0.0, -np.inf]), 1.0)) == {1}
    assert Nucleus(np.array([-np.inf, 0.0, -np.inf]), 1.0).draw(np.nextafter(1, 0)) == 1


@given(logits=LOGITS, top_p=st.floats(0.01, 1), uniform=st.floats(0, 1, exclude_max=True))
def test_it_is_what_a_full_sort_gives(logits: list[float], top_p: float, uniform: float) -> None:
    values = np.array(logits, dtype=np.float32)
    probabilities = np.exp(values.astype(np.float64) - values.max())
    probabilities /= probabilities.sum()
    order = np.lexsort((np.arange(len(values)), values.max() - values.astype(np.float64)))
    reached = np.cumsum(probabilities[order])
    count = int(np.searchsorted(reached, top_p)) + 1
    target = uniform * reached[min(count, len(order)) - 1]
    nucleus = Nucleus(values, top_p)
    place = int(np.flatnonzero(order == nucleus.draw(uniform))[0])
    # Sums round otherwise in another order.
    assert place < count or reached[count - 1] == pytest.approx(top_p, abs=1e-12)
    before = reached[place - 1] if place else 0.0
    assert before - 1e-12 <= target <= reached[place] + 1e-12


@given(logits=LOGITS)
def test_log_probabilities_are_those_of_all_tokens(logits: list[float]) -> None:
    nucleus = Nucleus(np.array(logits, dtype=np.float32), 0.5)
    total = sum(np.exp(nucleus.log_probability(token)) for token in range(len(logits)))
    assert total == pytest.approx(1)
