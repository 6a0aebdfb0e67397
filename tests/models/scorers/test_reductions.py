"""One number for a text, against values worked out by hand."""

from collections.abc import Callable
from math import log

import numpy as np
import pytest

from versebench.models.scorers.reductions import mean_lp, pen_lp, per_character, per_word, slor, unigram_lp


def test_mean_lp_is_a_token() -> None:
    assert mean_lp(-12.0, 8.0) == -1.5


def test_pen_lp_takes_off_less_than_the_length() -> None:
    assert pen_lp(-12.0, 1.0) == -12.0
    assert pen_lp(-12.0, 7.0) == pytest.approx(-12.0 / 2**0.8)
    assert pen_lp(-10.0, 40.0) == pytest.approx(-1.99504, abs=1e-5)


def test_words_and_characters() -> None:
    assert per_word(-12.0, 6.0) == -2.0
    assert per_character(-12.0, 48.0) == -0.25


def test_slor_takes_off_what_the_words_alone_cost() -> None:
    assert slor(-12.0, -20.0, 4.0) == 2.0
    assert slor(-20.0, -20.0, 4.0) == 0.0


def test_unigrams_are_counted_with_one_added() -> None:
    assert unigram_lp(np.array([9, 0]), 90, 10) == pytest.approx(log(10 / 100) + log(1 / 100))
    assert unigram_lp(np.array([], dtype=np.int64), 90, 10) == 0.0
    whole = sum(np.exp(unigram_lp(np.array([count]), 6, 4)) for count in (3, 2, 1, 0))
    assert whole == pytest.approx(1.0)


@pytest.mark.parametrize(("counts", "tokens", "vocabulary"), [([-1], 5, 5), ([6], 5, 5), ([0], 0, 0), ([0], -1, 5)])
def test_counts_that_no_corpus_has_are_refused(counts: list[int], tokens: int, vocabulary: int) -> None:
    with pytest.raises(ValueError, match="count the corpus again"):
        unigram_lp(np.array(counts), tokens, vocabulary)


@pytest.mark.parametrize("reduction", [mean_lp, pen_lp, per_word, per_character])
def test_arrays_give_what_their_elements_give(reduction: Callable[..., np.ndarray]) -> None:
    sums, lengths = np.array([-1.0, -30.5, -7.25]), np.array([1, 20, 3])
    expected = [reduction(float(one), float(length)) for one, length in zip(sums, lengths, strict=True)]
    assert reduction(sums, lengths).tolist() == expected


@pytest.mark.parametrize("reduction", [mean_lp, pen_lp, per_word, per_character])
@pytest.mark.parametrize("lengths", [0.0, np.array([3, 0])])
def test_a_text_without_length_is_refused(reduction: Callable[..., object], lengths: float | np.ndarray) -> None:
    with pytest.raises(ValueError, match="leave it out"):
        reduction(np.array([-1.0, -1.0]) if isinstance(lengths, np.ndarray) else -1.0, lengths)
    with pytest.raises(ValueError, match="a text without tokens"):
        slor(-1.0, -2.0, 0.0)
