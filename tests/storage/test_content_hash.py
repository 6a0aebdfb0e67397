import itertools
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from versebench.storage.commit import from_parquet, to_parquet
from versebench.storage.content_hash import combine, content_hash

SCHEMA = pa.schema(
    [
        pa.field("s", pa.string()),
        pa.field("n", pa.int16()),
        pa.field("f", pa.float64()),
        pa.field("b", pa.bool_()),
        pa.field("l", pa.list_(pa.int32())),
        pa.field("w", pa.list_(pa.string())),
        pa.field("u", pa.uint64()),
    ]
)
ROWS: list[dict[str, Any]] = [
    {"s": "a", "n": 1, "f": 0.5, "b": True, "l": [1, 2], "w": ["x"], "u": 2**64 - 1},
    {"s": None, "n": None, "f": None, "b": None, "l": None, "w": [], "u": 0},
    {"s": "", "n": -2, "f": -1.0, "b": False, "l": [], "w": None, "u": None},
    {"s": "é\n", "n": 3, "f": 2.0, "b": True, "l": [3], "w": ["y", "zz"], "u": 1},
]

values = {
    "s": st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    "n": st.none() | st.integers(-(2**15), 2**15 - 1),
    "f": st.none() | st.floats(allow_nan=False),
    "b": st.none() | st.booleans(),
    "l": st.none() | st.lists(st.integers(-(2**31), 2**31 - 1), max_size=3),
    "w": st.none() | st.lists(st.none() | st.text("ab", max_size=2), max_size=3),
    "u": st.none() | st.integers(0, 2**64 - 1),
}
rows_of = st.lists(st.fixed_dictionaries(values), max_size=8)


def table(rows: list[dict[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(rows, SCHEMA)


def test_golden() -> None:
    # Published manifests contain these values: they must never change.
    assert content_hash(table(ROWS)) == "f501917d26455ac0e89561cd922317b5"
    assert content_hash(table([])) == "df0dc1c8600195c82ec4afe4deca18e9"
    assert combine(["a", "b"]) == "0c84cf75ee142f818515ab54bd107d86"


@given(rows_of, st.lists(st.integers(0, 8), max_size=3))
def test_chunks_and_slices_do_not_matter(rows: list[dict[str, Any]], cuts: list[int]) -> None:
    whole = table(rows)
    bounds = [0, *sorted(min(cut, len(rows)) for cut in cuts), len(rows)]
    chunked = pa.concat_tables([whole.slice(a, b - a) for a, b in itertools.pairwise(bounds)])
    inner = table(ROWS[:2] + rows + ROWS[2:]).slice(2, len(rows))
    assert content_hash(chunked) == content_hash(inner) == content_hash(whole)


@given(rows_of)
def test_parquet_keeps_the_hash(rows: list[dict[str, Any]]) -> None:
    assert content_hash(from_parquet(to_parquet(table(rows)))) == content_hash(table(rows))


@given(rows_of.filter(bool), st.data())
@settings(max_examples=100)
def test_any_other_value_null_or_order_differs(rows: list[dict[str, Any]], data: st.DataObject) -> None:
    before = table(rows)
    changed = [dict(row) for row in rows]
    column = data.draw(st.sampled_from(list(values)))
    changed[data.draw(st.integers(0, len(rows) - 1))][column] = data.draw(values[column])
    after = table(data.draw(st.sampled_from([changed, rows[::-1], rows[1:], [*rows, rows[0]]])))
    assert (content_hash(after) == content_hash(before)) == (repr(after.to_pylist()) == repr(before.to_pylist()))


def test_golden_rows_one_by_one() -> None:
    hashes = {content_hash(table([{**ROWS[0], column: None}])) for column in SCHEMA.names}
    assert len(hashes) == len(SCHEMA)
    assert content_hash(table(ROWS[:1])) not in hashes


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (pa.array(["ab", "c"]), pa.array(["a", "bc"])),
        (pa.array([""]), pa.array([None], pa.string())),
        (pa.array([0]), pa.array([None], pa.int64())),
        (pa.array([[1], [2]]), pa.array([[1, 2], []])),
        (pa.array([[]], pa.list_(pa.int64())), pa.array([None], pa.list_(pa.int64()))),
        (pa.array([["a", "b"]]), pa.array([["ab", ""]])),
        (pa.array([[""]]), pa.array([[None]], pa.list_(pa.string()))),
    ],
)
def test_similar_values_have_different_hashes(first: pa.Array, second: pa.Array) -> None:
    assert content_hash(pa.table({"c": first})) != content_hash(pa.table({"c": second}))


def test_names_matter_and_dictionary_encoding_does_not() -> None:
    assert content_hash(pa.table({"a": [1]})) != content_hash(pa.table({"b": [1]}))
    words = pa.array(["x", None, "x"])
    assert content_hash(pa.table({"a": words.dictionary_encode()})) == content_hash(pa.table({"a": words}))
    assert combine(["a", "b"]) != combine(["b", "a"])
