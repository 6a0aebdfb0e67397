"""Lines trade places."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.tasks.poems import annotated, corrupt, every_corruption, generated_poems, made
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.contract import Corruption, NotApplicable
from versebench.transforms.tasks.swaps import SwapLines, ends_finally
from versebench.transforms.text.words import starts_quotation

SWAP = SwapLines()


def test_all_swaps_of_a_limerick() -> None:
    poem = annotated("one.\ntwo,\nthree\nfour\nfive!")
    assert every_corruption(SWAP, poem) == {
        "two,\none.\nthree\nfour\nfive!",
        "five!\ntwo,\nthree\nfour\none.",
        "one.\ntwo,\nfour\nthree\nfive!",
    }


def test_lines_that_start_a_quotation_stay() -> None:
    poem = annotated('"one."\ntwo.\n“three\nfour\n\'Tis five.')
    assert every_corruption(SWAP, poem) == {'"one."\n\'Tis five.\n“three\nfour\ntwo.'}


def test_what_is_recorded() -> None:
    result = corrupt(SWAP, annotated("🎂.\nthe “two”!\nthree\n3\nfour", scheme="AABCD"))
    assert result == Corruption("the “two”!\n🎂.\nthree\n3\nfour", ((0, 2), (3, 13)), ((0, 10), (11, 13)), ("two",))


@pytest.mark.parametrize(
    "line", ["end.", "end!", "end?", "end…", "end...", "end—", 'end."', "end!”", "end.’)", "end.»", "end?]}", "end.'\""]
)
def test_final_marks(line: str) -> None:
    assert ends_finally(line)


@pytest.mark.parametrize(
    "line", ["end", "end,", "end;", "end:", "end-", "end–", 'end,"', 'end"', "end. and", "end.,", ""]
)
def test_no_final_marks(line: str) -> None:
    assert not ends_finally(line)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a cat.\nA cat!\na dog\n“A dog”\na cat", "equal_lines"),
        ('"a cat.\nan owl\n"a dog\na cow\n"a hen', "starts_quotation"),
        ('"a cat.\nan owl\na dog\na dog\na hen', "ends_on_nonfinal_mark"),
        ('"a cat.\nan owl,\na dog\na dog\na hen.', "ends_on_nonfinal_mark"),
    ],
)
def test_why_nothing_can_be_swapped(text: str, reason: str) -> None:
    assert corrupt(SWAP, annotated(text)) == NotApplicable(reason)


@given(generated_poems(), st.integers(0, 1_000))
def test_two_lines_of_a_group_trade_places_and_the_others_stay(poem: AnnotatedPoem, seed: int) -> None:
    before, after = poem.text.split("\n"), made(SWAP, poem, seed).text.split("\n")
    assert Counter(before) == Counter(after)
    one, other = [line for line in range(5) if before[line] != after[line]]
    assert (after[one], after[other]) == (before[other], before[one])
    assert poem.scheme[one] == poem.scheme[other]


@given(generated_poems(), st.integers(0, 1_000))
def test_no_quotation_moves_and_no_new_end_is_unfinished(poem: AnnotatedPoem, seed: int) -> None:
    before, after = poem.text.split("\n"), made(SWAP, poem, seed).text.split("\n")
    assert not any(starts_quotation(old) for old, new in zip(before, after, strict=True) if old != new)
    assert after[4] == before[4] or ends_finally(after[4])
