"""Several edits of one poem differ from each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.tasks.poems import annotated, corrupt, generated_poems
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.apply import edits
from versebench.transforms.tasks.contract import Corruption, NotApplicable
from versebench.transforms.tasks.deletions import DeleteWords
from versebench.transforms.tasks.swaps import SwapLines

POEM = annotated("one a\ntwo b\nthree\nfour\nfive c.")


def test_one_edit_is_what_the_task_makes_of_the_first_draws() -> None:
    assert edits(DeleteWords(words=1), POEM, 7) == [corrupt(DeleteWords(words=1), POEM, 7)]


@pytest.mark.parametrize("seed", range(20))
def test_edits_differ_and_what_is_left_is_no_further_edit(seed: int) -> None:
    made = edits(SwapLines(edits_per_poem=6), annotated("one.\ntwo.\nthree\nfour\nfive."), seed)
    texts = [each.text for each in made if isinstance(each, Corruption)]
    assert len(texts) == len(set(texts)) == 4
    assert [each for each in made if isinstance(each, NotApplicable)] == [NotApplicable("no_further_edit")] * 2


def test_more_edits_leave_the_first_ones_as_they_are() -> None:
    few, many = (edits(DeleteWords(words=1, edits_per_poem=count), POEM, 3) for count in (2, 5))
    assert many[:2] == few


def test_a_task_that_is_not_applicable_says_so_for_every_edit() -> None:
    made = edits(DeleteWords(words=9, edits_per_poem=3), POEM, 0)
    assert made == [NotApplicable("too_few_words")] * 3


@given(generated_poems(), st.integers(0, 99), st.integers(1, 5))
def test_no_text_comes_twice(poem: AnnotatedPoem, seed: int, count: int) -> None:
    made = edits(DeleteWords(words=1, edits_per_poem=count), poem, seed)
    texts = [each.text for each in made if isinstance(each, Corruption)]
    assert len(made) == count
    assert len({*texts, poem.text}) == len(texts) + 1
