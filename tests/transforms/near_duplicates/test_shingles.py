"""What counts as the same two words, and that a text's shingles depend on the text alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.near_duplicates.poems import sets
from versebench.transforms.near_duplicates.shingles import VERSION, shingles


def of(text: str) -> frozenset[int]:
    [found] = sets(shingles([text]))
    return found


@pytest.mark.parametrize(
    "same",
    [
        "a cat on the mat",
        "A CAT, on\nthe -- mat!",
        "à ĉat on thé mat",
        "a cat on\n\n the mat",
        "a c'at on the m’at",
        "ａ ｃａｔ on the mat",
    ],
)
def test_case_marks_accents_and_lines_do_not_count(same: str) -> None:
    assert of(same) == of("a cat on the mat")


def test_every_two_neighbouring_words_are_a_shingle_and_each_counts_once() -> None:
    assert len(of("a cat on the mat")) == 4
    assert len(of("on and on and on")) == 2
    assert of("the mat a cat") - of("a cat the mat") == of("mat a")
    assert of("a cat") != of("cat a")


def test_a_text_of_one_word_or_of_none_has_one_shingle() -> None:
    texts = ["cat", "mat", "…", "!", "cat cat", ""]
    found = sets(shingles(texts))
    assert [len(one) for one in found] == [1] * len(texts)
    assert len(set(found)) == len(texts)


@given(st.lists(st.text("ab é'!漢\n", max_size=20), max_size=8))
def test_a_text_has_the_same_shingles_whatever_stands_beside_it(texts: list[str]) -> None:
    together = shingles(texts)
    assert sets(together) == [of(text) for text in texts]
    assert together.counts.sum() == len(together.hashes)
    assert (together.counts > 0).all()
    order = np.arange(len(texts))[::-2]
    assert sets(together.take(order)) == [of(texts[place]) for place in order]


def test_the_name_pins_what_it_does() -> None:
    assert VERSION == "word-pairs.v1"
    wanted = [103004426842393587, 3760502560992003279, 9770918743528095898, 15200344013704053849]
    assert sorted(of("There was a young lady.")) == wanted
