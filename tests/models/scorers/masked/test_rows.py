"""The masked rows of a unit, on tokenisations made by hand."""

import pytest

from versebench.models.scorers.masked.convention import KINDS
from versebench.models.scorers.masked.rows import (
    MaskedRow,
    Target,
    batch_rows,
    batches,
    masked_spans,
    row_ids,
    unit_rows,
)
from versebench.models.scorers.tokenised import Tokenised

CLS, SEP, MASK = 101, 102, 103
LIMERICK = Tokenised(
    "a limerick was", (CLS, 1, 20, 21, 22, 3, SEP), (1, 2, 3, 4, 5), ((0, 1), (2, 5), (5, 7), (7, 10), (11, 14))
)


def shown(text: Tokenised, *kinds: str) -> list[list[int]]:
    rows = unit_rows([text], [kind for kind in KINDS if kind in kinds], MASK)
    return [row_ids(row, text, MASK).tolist() for row in rows.rows]


def test_originally_each_token_is_masked_alone() -> None:
    assert list(masked_spans("original", (1, 4, 4, 4, 5))) == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    assert shown(LIMERICK, "original") == [
        [CLS, MASK, 20, 21, 22, 3, SEP],
        [CLS, 1, MASK, 21, 22, 3, SEP],
        [CLS, 1, 20, MASK, 22, 3, SEP],
        [CLS, 1, 20, 21, MASK, 3, SEP],
        [CLS, 1, 20, 21, 22, MASK, SEP],
    ]


def test_within_a_word_the_later_tokens_are_masked_too() -> None:
    assert list(masked_spans("within-word-l2r", (1, 4, 4, 4, 5))) == [(0, 1), (1, 4), (2, 4), (3, 4), (4, 5)]
    assert shown(LIMERICK, "within-word-l2r") == [
        [CLS, MASK, 20, 21, 22, 3, SEP],
        [CLS, 1, MASK, MASK, MASK, 3, SEP],
        [CLS, 1, 20, MASK, MASK, 3, SEP],
        [CLS, 1, 20, 21, MASK, 3, SEP],
        [CLS, 1, 20, 21, 22, MASK, SEP],
    ]


def test_both_kinds_share_the_rows_of_last_tokens() -> None:
    rows = unit_rows([LIMERICK], KINDS, MASK)
    assert len(rows.rows) == 7
    assert rows.wanted[0, "original"] == (0, 1, 2, 3, 4)
    assert rows.wanted[0, "within-word-l2r"] == (0, 5, 6, 3, 4)
    assert rows.rows[5] == MaskedRow(0, 2, 5)


def test_texts_that_differ_in_one_token_share_its_row_and_not_its_target() -> None:
    one = Tokenised("a cat", (CLS, 1, 2, SEP), (1, 2), ((0, 1), (2, 5)))
    other = Tokenised("a dog", (CLS, 1, 4, SEP), (1, 2), ((0, 1), (2, 5)))
    rows = unit_rows([one, other], ["original"], MASK)
    assert rows.rows == (MaskedRow(0, 1, 2), MaskedRow(0, 2, 3), MaskedRow(1, 1, 2))
    assert rows.targets == (Target(0, 1), Target(1, 2), Target(2, 1), Target(1, 4))
    assert rows.wanted == {(0, "original"): (0, 1), (1, "original"): (2, 3)}


def test_equal_rows_that_ask_for_different_places_are_different() -> None:
    masked_already = Tokenised("a b", (CLS, MASK, MASK, SEP), (1, 2), ((0, 1), (2, 3)))
    assert len(unit_rows([masked_already], ["original"], MASK).rows) == 2


def test_a_text_that_comes_last_moves_no_row() -> None:
    longer = Tokenised("a limerick", (CLS, 1, 20, 21, 22, SEP), (1, 2, 3, 4), LIMERICK.spans[:4])
    before, after = unit_rows([LIMERICK], KINDS, MASK), unit_rows([LIMERICK, longer, LIMERICK], KINDS, MASK)
    assert after.rows[: len(before.rows)] == before.rows
    assert after.targets[: len(before.targets)] == before.targets
    assert after.wanted[2, "original"] == after.wanted[0, "original"]


def test_the_order_of_the_kinds_asked_for_changes_nothing() -> None:
    assert unit_rows([LIMERICK], KINDS[::-1], MASK) == unit_rows([LIMERICK], KINDS, MASK)


def test_no_texts_need_no_rows() -> None:
    assert unit_rows([], KINDS, MASK).rows == ()


def test_batches_hold_rows_of_one_length_and_their_size_follows_from_it() -> None:
    assert list(batches([7, 8, 7], lambda length: 9 - length)) == [([0, 2], 2), ([1], 1)]
    assert list(batches([5] * 7, lambda _: 4)) == [([0, 1, 2, 3], 4), ([4, 5, 6], 4)]
    assert list(batches([], lambda _: 4)) == []


def test_rows_of_a_batch_are_bounded_by_their_tokens_and_their_logits() -> None:
    assert [batch_rows(length, 50_000) for length in (7, 32, 33, 100, 512, 513, 8192)] == [16, 16, 15, 5, 1, 1, 1]
    assert [batch_rows(20, 20 * vocabulary) for vocabulary in (1_000, 60_000, 250_000, 2_000_000)] == [16, 13, 3, 1]


@pytest.mark.parametrize("vocabulary", [100, 30_522, 50_368, 250_002])
@pytest.mark.parametrize("length", [3, 20, 200, 512, 2_700, 8_192])
def test_the_logits_of_a_batch_take_64_mebibytes_at_most_or_are_those_of_one_row(length: int, vocabulary: int) -> None:
    for logits in (vocabulary, length * vocabulary):
        assert batch_rows(length, logits) == 1 or batch_rows(length, logits) * logits * 4 <= 64 << 20
