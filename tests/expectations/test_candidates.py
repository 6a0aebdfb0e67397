"""Derived columns of completions, synonyms and attempts: what they accept and what they detect."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.expectations import tables
from versebench.expectations import derive
from versebench.expectations.rows import Rows
from versebench.expectations.shard import validate_shard
from versebench.schemas.registry import TABLES


def derived(name: str, column: str, rows: tables.Rows) -> list[bool]:
    data = tables.arrow_tables(rows)
    values: list[bool] = derive.frame(Rows(name, data[name], data, 0, 2))[column].tolist()
    return values


def several(name: str, *cells: tables.Row) -> tables.Rows:
    """The first row of a table, repeated with each of the changes."""
    rows = tables.good_rows()
    rows[name] = [{**rows[name][0], **changed} for changed in cells]
    return rows


# Numbers that follow the order of a value


@given(st.lists(st.lists(st.sampled_from([-0.5, -1.0, -1.5, -2.0]), max_size=4), min_size=1, max_size=4), st.randoms())
def test_numbers_by_value_are_valid_in_any_order_of_the_rows(groups: list[list[float]], random: Any) -> None:
    cells = [
        {"work_id": tables.hex_id(group), "completion": place, "log_probability": value}
        for group, values in enumerate(groups)
        for place, value in enumerate(sorted(values, reverse=True))
    ]
    random.shuffle(cells)
    if cells:
        assert derived("completions", "numbered", several("completions", *cells)) == [True] * len(cells)


@pytest.mark.parametrize(
    ("numbers", "values", "expected"),
    [
        ([0, 1, 2], [-1.0, -1.0, -2.0], [True, True, True]),
        ([0, 1, 2], [-2.0, -1.0, -1.5], [True, False, True]),
        ([0, 2, 3], [-1.0, -1.5, -2.0], [True, False, False]),
        ([1, 2], [-1.0, -2.0], [False, False]),
        ([0, 0], [-1.0, -1.0], [True, False]),
        ([0, None], [-1.0, -1.0], [True, False]),
        ([0, 1], [None, -1.0], [True, False]),
    ],
)
def test_gaps_and_wrong_orders_are_detected(numbers: list[int], values: list[float], expected: list[bool]) -> None:
    cells = [{"completion": number, "log_probability": value} for number, value in zip(numbers, values, strict=True)]
    assert derived("completions", "numbered", several("completions", *cells)) == expected


def test_each_line_of_a_poem_has_its_own_ranks() -> None:
    rows = several(
        "synonyms",
        {"line": 1, "similarity": 0.2},
        {"line": 2, "similarity": 0.9, "similarity_rank": 1},
        {"line": 2, "similarity": 0.8, "similarity_rank": 2},
    )
    assert derived("synonyms", "similarity_ranked", rows) == [True, True, True]
    rows["synonyms"][1]["similarity"] = 0.7
    assert derived("synonyms", "similarity_ranked", rows) == [True, True, False]


# A line and the columns about it


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        ("and the cat sat on a hat.", "hat", True),
        ('"it was art—still!")', "still", True),
        ("he went walkin'.", "walkin'", True),
        ("a hat is a hat?", "hat", True),
        ("and the cat sat on a hat.", "cat", False),
        ("and the cat sat on that.", "hat", False),
        ("and the cat sat on a hat.", "Hat", False),
        ("and the cat sat on a hat.", "a hat", False),
        ("and the cat sat on a hat.", ".", False),
        ("and the cat sat on a hat.", "", False),
        ("and the cat sat on a hat.", None, False),
        (None, "hat", False),
    ],
)
def test_end_word_is_the_last_word_of_the_line(line: str | None, word: str | None, expected: bool) -> None:
    rows = several("completions", {"line": line, "end_word": word})
    assert derived("completions", "end_word_stands", rows) == [expected]


@pytest.mark.parametrize(("line", "words"), [("one", 1), ("one — two.", 3), ("a well-bred man's hat!", 4)])
def test_words_are_the_strings_between_spaces(line: str, words: int) -> None:
    rows = several("completions", {"line": line, "words": words}, {"line": line, "words": words + 1})
    assert derived("completions", "words_hold", rows) == [True, False]


@pytest.mark.parametrize(
    ("line", "accepted"),
    [("so he did.", True), ('"so he did?"', True), ("(so he did!)", True), ("so he did…", False), ("so, he", False)],
)
def test_a_completion_ends_with_a_final_mark(line: str, accepted: bool) -> None:
    data = tables.arrow_tables(several("completions", {"line": line}))
    verdicts = validate_shard(0, 2, {"completions": data["completions"]}, data)
    (mark,) = [verdict for verdict in verdicts if "[.!?]" in verdict.expectation]
    assert mark.success is accepted


# A word and its place in the poem


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({}, True),
        ({"line": 1, "word": "Peru", "start": 24, "end": 28}, True),
        ({"line": 1}, False),
        ({"word": "hoe", "start": 59}, True),
        ({"line": 2, "word": "his", "start": 54, "end": 57}, False),
        ({"end": 61}, False),
        ({"end": 99}, False),
        ({"start": -5, "end": -1}, False),
        ({"start": None}, False),
        ({"word": None}, False),
        ({"work_id": tables.ABSENT}, False),
    ],
)
def test_word_is_at_its_stated_place(cells: tables.Row, expected: bool) -> None:
    assert derived("synonyms", "word_stands", several("synonyms", cells)) == [expected]


# Attempts


@pytest.mark.parametrize(
    ("reasons", "counts", "expected"),
    [
        ([], [], True),
        (["a"], [1], True),
        (["a", "b"], [1, 2], True),
        (["b", "a"], [1, 2], False),
        (["a", "a"], [1, 2], False),
        (["a"], [1, 2], False),
        (["a"], [0], False),
        (["a"], [None], False),
        ([""], [1], False),
        ([None], [1], False),
        (None, [], False),
        ([], None, False),
    ],
)
def test_refusals_are_valid(reasons: list[str] | None, counts: list[int] | None, expected: bool) -> None:
    rows = several("attempts", {"refused_reasons": reasons, "refused_counts": counts})
    assert derived("attempts", "refusals_hold", rows) == [expected]


@pytest.mark.parametrize(
    ("found", "kept", "counts", "expected"),
    [(3, 3, [], True), (6, 3, [1, 2], True), (5, 3, [1, 2], False), (3, 3, [None], False), (None, 3, [], False)],
)
def test_conserved(found: int | None, kept: int, counts: list[int | None], expected: bool) -> None:
    rows = several("attempts", {"found": found, "kept": kept, "refused_counts": counts}, {})
    assert derived("attempts", "conserved", rows) == [expected, True]


@pytest.mark.parametrize(
    ("reason", "most_tokens", "runs", "found", "expected"),
    [
        ("not_tried", 0, 0, 0, True),
        ("prompt_longer_than_context", 12, 0, 0, True),
        ("not_tried", 0, 1, 0, False),
        ("not_tried", 0, 0, 1, False),
        (None, 12, 1, 0, True),
        (None, 12, 0, 0, False),
        (None, 0, 0, 0, True),
        (None, 0, 0, 5, True),
    ],
)
def test_reason_agrees_with_the_runs(
    reason: str | None, most_tokens: int, runs: int, found: int, expected: bool
) -> None:
    cells = {"reason": reason, "most_tokens": most_tokens, "runs": runs, "found": found}
    assert derived("attempts", "reason_holds", several("attempts", cells)) == [expected]


def test_a_lost_completion_is_detected_in_both_tables() -> None:
    rows = tables.good_rows()
    rows["attempts"][0]["kept"] = 2
    assert derived("completions", "attempt_exists", rows) == [False, True]
    assert derived("attempts", "kept_there", rows) == [False, True, True, True]


def test_the_loss_of_the_only_completion_of_a_poem_is_detected() -> None:
    rows = tables.good_rows()
    del rows["completions"][0]
    assert derived("attempts", "kept_there", rows) == [False, True, True, True]


def test_an_attempt_that_kept_nothing_needs_no_candidates() -> None:
    rows = tables.good_rows()
    del rows["synonyms"][0]
    rows["attempts"][1].update(kept=0, found=0, refused_reasons=[], refused_counts=[])
    assert derived("attempts", "kept_there", rows) == [True] * 4


def test_kept_candidates_are_not_checked_against_a_missing_table() -> None:
    data = tables.arrow_tables(tables.good_rows())
    for names in (["poems"], ["poems", "completions"]):
        frame = derive.frame(Rows("attempts", data["attempts"], {name: data[name] for name in names}, 0, 2))
        assert frame["kept_there"].all()


def test_shards_without_candidates_pass() -> None:
    data = tables.arrow_tables(tables.good_rows())
    empty = {name: TABLES[name].empty() for name in ("completions", "synonyms", "attempts")}
    verdicts = validate_shard(0, 2, empty, {"poems": data["poems"]})
    assert [verdict.success for verdict in verdicts] == [True] * 3
