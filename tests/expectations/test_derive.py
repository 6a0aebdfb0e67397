from typing import Any

import pyarrow as pa
import pytest

from tests.expectations import tables
from versebench.expectations import derive
from versebench.expectations.checks import scored, word_lists
from versebench.expectations.rows import Rows
from versebench.schemas.registry import TABLES


def derived(name: str, column: str, rows: tables.Rows, shard: int = 0, shards: int = 2) -> list[bool]:
    data = tables.arrow_tables(rows)
    frame = derive.frame(Rows(name, data[name], data, shard, shards))
    values: list[bool] = frame[column].tolist()
    return values


def changed(name: str, **cells: Any) -> tables.Rows:
    rows = tables.good_rows()
    rows[name][0].update(cells)
    return rows


@pytest.mark.parametrize("name", TABLES)
def test_frame_has_exactly_the_scalar_and_derived_columns(name: str) -> None:
    data = tables.arrow_tables(tables.good_rows())
    frame = derive.frame(Rows(name, data[name], data, 0, 2))
    assert set(frame.columns) == derive.columns(TABLES[name])
    assert len(frame) == data[name].num_rows


@pytest.mark.parametrize("name", TABLES)
def test_chunked_and_sliced_tables_give_the_same_frame(name: str) -> None:
    data = tables.arrow_tables(tables.good_rows())
    pieces = {key: pa.concat_tables([table.slice(0, 1), table.slice(1)]) for key, table in data.items()}
    left = derive.frame(Rows(name, data[name], data, 0, 2))
    assert derive.frame(Rows(name, pieces[name], pieces, 0, 2)).equals(left)
    sliced = derive.frame(Rows(name, data[name].slice(1), data, 0, 2))
    assert sliced.equals(left.iloc[1:].reset_index(drop=True))


@pytest.mark.parametrize(
    ("key", "shard", "shards", "expected"),
    [
        ("00000000" + "0" * 12, 0, 7, True),
        ("ffffffff" + "0" * 12, 6, 7, True),
        ("ffffffff" + "0" * 12, 0, 7, False),
        ("80000000" + "0" * 12, 1, 2, True),
        ("7fffffff" + "f" * 12, 0, 2, True),
        ("not an id", 0, 1, False),
        ("", 0, 1, False),
        (None, 0, 1, False),
    ],
)
def test_in_range(key: str | None, shard: int, shards: int, expected: bool) -> None:
    assert derived("poems", "in_range", changed("poems", work_id=key), shard, shards)[0] is expected


@pytest.mark.parametrize(
    ("reject", "work", "expected"),
    [
        (tables.hex_id(9), None, True),
        (tables.hex_id(9), tables.ELSEWHERE, True),
        (tables.ELSEWHERE, tables.hex_id(9), True),
        (tables.ELSEWHERE, tables.ELSEWHERE, False),
        (tables.ELSEWHERE, None, False),
    ],
)
def test_a_reject_must_be_in_the_shard_of_its_id_or_of_its_work(reject: str, work: str | None, expected: bool) -> None:
    assert derived("rejects", "in_range", changed("rejects", reject_id=reject, work_id=work)) == [expected, True]


def test_place_of_a_reject_is_in_the_shard_of_the_reject() -> None:
    rows = changed("provenance", row_id=tables.ELSEWHERE)
    assert derived("provenance", "in_range", rows) == [False, True]
    rows["rejects"][0]["reject_id"] = tables.ELSEWHERE
    assert derived("provenance", "in_range", rows) == [True, True]


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        ({}, True),
        ({name: [] for name in ("word_line", *word_lists.BORDERS, "word_upos")}, True),
        ({"word_upos": None}, False),
        ({"token_end": [5, 9, 32]}, False),
        ({"token_start": [-1, 6, 29, 33]}, False),
        ({"token_end": [5, 9, 32, 999]}, False),
        ({"word_start": [0, 10, 29, 33]}, False),
        ({"token_end": [7, 9, 32, 39]}, False),
        ({"word_start": [0, None, 29, 33]}, False),
        ({"work_id": tables.ABSENT}, False),
    ],
)
def test_parallel(lists: dict[str, Any], expected: bool) -> None:
    assert derived("annotation", "parallel", changed("annotation", **lists)) == [expected, True]


@pytest.mark.parametrize(
    ("lines", "expected"), [([0, 1, 0, 1], False), ([-1, 0, 0, 1], False), (None, False), ([], True), ([1] * 4, True)]
)
def test_lines_in_scheme(lines: list[int] | None, expected: bool) -> None:
    cells = changed("annotation", word_line=lines)
    if lines == []:
        cells["annotation"][0].update({name: [] for name in word_lists.LISTS})
    assert derived("annotation", "lines_in_scheme", cells) == [expected, True]


def test_text_of_the_corruption_counts_as_existing() -> None:
    assert derived("scores", "text_exists", changed("scores", text_id=tables.hex_id(201))) == [True, True]


def test_text_of_a_pair_of_another_poem_does_not_exist() -> None:
    assert derived("scores", "text_exists", changed("scores", text_id=tables.hex_id(102))) == [False, True]


NO_TOKENS: dict[str, None] = dict.fromkeys(scored.TOKEN_LISTS)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({}, True),
        (NO_TOKENS, True),
        ({"token_log_probabilities": [-1.0]}, False),
        ({"token_pieces": None}, False),
        ({**NO_TOKENS, "token_pieces": ["There", " was"]}, False),
        ({"token_starts": [], "token_ends": []}, False),
        ({"tokens": None}, False),
    ],
)
def test_per_token(cells: dict[str, Any], expected: bool) -> None:
    assert derived("scores", "per_token", changed("scores", **cells)) == [expected, True]


@pytest.mark.parametrize(
    ("starts", "ends", "expected"),
    [
        (None, None, True),
        ([0, 0], [0, 66], True),
        ([0, 5], [4, 67], False),
        ([0, 5], [0, 4], False),
        ([-1, 5], [4, 6], False),
        ([0], [4, 6], False),
        ([0, None], [4, 6], False),
        (None, [4, 6], False),
    ],
)
def test_spans_hold(starts: list[int] | None, ends: list[int] | None, expected: bool) -> None:
    assert derived("scores", "spans_hold", changed("scores", token_starts=starts, token_ends=ends)) == [expected, True]


@pytest.mark.parametrize(
    ("given", "expected"), [(None, True), (-3.0, True), (float("-inf"), False), (float("nan"), False)]
)
def test_unigrams_finite(given: float | None, expected: bool) -> None:
    assert derived("scores", "unigrams_finite", changed("scores", unigram_log_probability=given))[0] is expected


@pytest.mark.parametrize(
    ("margin", "correct", "tie", "expected"),
    [
        (1.0, True, False, True),
        (0.0, False, True, True),
        (-1.0, False, False, True),
        (-1.0, True, False, False),
        (0.0, True, True, False),
        (1.0, True, True, False),
        (None, True, False, False),
    ],
)
def test_consistent(margin: float | None, correct: bool, tie: bool, expected: bool) -> None:
    cells = changed("decisions", margin=margin, correct=correct, tie=tie)
    assert derived("decisions", "consistent", cells)[0] is expected


@pytest.mark.parametrize(
    ("success", "unexpected", "error", "expected"),
    [
        (True, 0, None, True),
        (False, 2, None, True),
        (False, 0, "ValueError: x", True),
        (True, 1, None, False),
        (True, 0, "ValueError: x", False),
        (False, 3, None, False),
        (None, 0, None, False),
    ],
)
def test_verdict_consistent(success: bool | None, unexpected: int, error: str | None, expected: bool) -> None:
    cells = changed("verdicts", success=success, unexpected=unexpected, error=error)
    assert derived("verdicts", "consistent", cells)[0] is expected


def test_outcome_must_be_pair_if_and_only_if_the_pair_exists() -> None:
    rows = tables.good_rows()
    rows["outcomes"][2]["outcome"] = "pair"
    rows["outcomes"][1]["outcome"] = "not_sampled"
    assert derived("outcomes", "pair_exists", rows) == [True, False, False, True]


def test_a_missing_reason_of_a_task_that_is_not_applicable_is_detected() -> None:
    rows = tables.good_rows()
    rows["outcomes"][3]["reason"] = None
    assert derived("outcomes", "reason_given", rows) == [True, True, True, False]


def test_nothing_exists_in_an_empty_sibling() -> None:
    data = tables.arrow_tables(tables.good_rows())
    empty = {name: table.empty() for name, table in TABLES.items()}
    for name, column in [("annotation", "poem_exists"), ("annotation", "parallel"), ("pairs", "poem_exists")]:
        assert not derive.frame(Rows(name, data[name], empty, 0, 2))[column].any()
    assert not derive.frame(Rows("scores", data["scores"], empty, 0, 2))["text_exists"].any()


def test_siblings_list_all_tables_that_are_used_for_lookups() -> None:
    data = tables.arrow_tables(tables.good_rows())
    for name in TABLES:
        siblings = {other: data[other] for other in derive.SIBLINGS.get(name, ())}
        derive.frame(Rows(name, data[name], siblings, 0, 2))


@pytest.mark.parametrize(
    ("name", "sibling"), [(name, other) for name in derive.SIBLINGS for other in derive.SIBLINGS[name]]
)
def test_missing_sibling_is_named(name: str, sibling: str) -> None:
    data = tables.arrow_tables(tables.good_rows())
    others = {other: data[other] for other in derive.SIBLINGS[name] if other != sibling}
    with pytest.raises(LookupError, match=f"checked against {sibling}, but {sibling} is missing"):
        derive.frame(Rows(name, data[name], others, 0, 2))
