"""Trigrams of an artist: probabilities that sum to one, and that are worked out by hand."""

from collections.abc import Sequence
from itertools import product
from math import exp, isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.styles import trigrams as module
from versebench.models.styles.registry import STYLE_MODELS, WORDS, Learnt, Lines
from versebench.models.styles.trigrams import VERSE_END, Trigrams

WORD = st.sampled_from("abc")
LINE = st.lists(WORD, min_size=1, max_size=4).map(tuple)
VERSES = st.lists(st.lists(LINE, min_size=1, max_size=3).map(tuple), max_size=4)


def trigrams(verses: Sequence[Lines]) -> Trigrams:
    return module.trigrams(Learnt("A. Poet", verses))


def test_a_verse_of_one_word_has_the_probability_by_hand() -> None:
    model = trigrams([(("a",),)])
    # Of "a" and the end: each context was seen once with one follower, so it halves the share below.
    # Below both, two tokens with two followers: (1 + 2 / WORDS) / 4.
    single = (1 + 2 / WORDS) / 4
    second = (1 + single) / 2
    third = (1 + second) / 2
    found = model.probability((("a",),))
    assert found.tokens == 2
    assert isclose(found.log_probability, 2 * log(third), rel_tol=1e-12)


@given(VERSES, st.lists(WORD, max_size=2))
def test_the_shares_of_all_tokens_after_a_context_sum_to_one(verses: list[Lines], context: list[str]) -> None:
    model = trigrams(verses)
    before = (*[VERSE_END] * (2 - len(context)), *context)
    known = {*"abc", "\n", VERSE_END}
    shares = [model.share((*before, token)) for token in known]
    unknown = model.share((*before, "never used"))
    assert isclose(sum(shares) + (WORDS - len(known)) * unknown, 1, rel_tol=1e-9)


def test_an_artists_own_words_are_more_probable_and_unknown_ones_are_possible() -> None:
    sea, town = trigrams([(("the", "sea", "was", "grey"),)] * 3), trigrams([(("the", "town", "was", "loud"),)] * 3)
    verse = (("the", "sea", "was", "loud"),)
    assert sea.probability(verse).log_probability > town.probability((("the", "sea", "was", "grey"),)).log_probability
    assert sea.probability((("quite", "other", "words"),)).log_probability > -60


@given(VERSES)
def test_the_order_of_verses_changes_nothing(verses: list[Lines]) -> None:
    verse = (("a", "b"), ("c",))
    assert trigrams(verses).probability(verse) == trigrams(verses[::-1]).probability(verse)


def test_ends_of_lines_count_as_tokens() -> None:
    model = trigrams([(("a", "b"), ("c",))])
    assert model.probability((("a", "b"), ("c",))).tokens == 5
    assert model.probability((("a", "b", "c"),)).tokens == 4
    assert (
        model.probability((("a", "b"), ("c",))).log_probability > model.probability((("a", "b", "c"),)).log_probability
    )


@pytest.mark.parametrize("length", [1, 2, 3])
def test_probabilities_of_all_verses_of_a_length_are_below_one(length: int) -> None:
    model = trigrams([(("a", "b"),), (("b", "a"),)])
    total = sum(exp(model.probability((words,)).log_probability) for words in product("ab", repeat=length))
    assert 0 < total < 1


def test_the_model_is_registered() -> None:
    assert STYLE_MODELS["trigrams.v1"].train is module.trigrams
