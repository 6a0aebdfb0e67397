"""The version that a difference asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.release.changes.difference import DECIDING, TableDifference
from versebench.release.changes.version import Change, change_of, next_version, numbers

SAME = TableDifference(5, 5)


@pytest.mark.parametrize(
    ("found", "change"),
    [
        (SAME, Change.PATCH),
        (TableDifference(5, 6, added=1), Change.MINOR),
        (TableDifference(5, 4, removed=1), Change.MAJOR),
        (TableDifference(5, 5, changed=1, fields={"text": 1}), Change.MAJOR),
        (TableDifference(5, 5, changed=1, moved=1, fields={"split": 1}), Change.MAJOR),
        (TableDifference(5, 5, fields={"cluster": 3}), Change.PATCH),
        (TableDifference(5, 5, fields_added=("new",)), Change.MINOR),
        (TableDifference(5, 5, fields_removed=("old",)), Change.MAJOR),
        (TableDifference(5, 5, fields_retyped=("rank",)), Change.MAJOR),
        (TableDifference(None, 5, added=5), Change.MINOR),
        (TableDifference(5, None, removed=5), Change.MAJOR),
    ],
)
def test_a_table_of_facts(found: TableDifference, change: Change) -> None:
    for table in DECIDING:
        assert change_of({"rejects": SAME, table: found}) == change


@pytest.mark.parametrize("table", ["outcomes", "attempts", "rejects", "results", "comparisons"])
def test_rows_of_accounts_and_sums_decide_nothing_and_their_fields_do(table: str) -> None:
    assert change_of({table: TableDifference(5, 6, added=2, removed=1, changed=3)}) == Change.PATCH
    assert change_of({table: TableDifference(5, 5, fields_removed=("old",))}) == Change.MAJOR
    assert change_of({table: TableDifference(None, 5)}) == Change.MINOR


def test_the_largest_change_decides() -> None:
    found = {"pairs": TableDifference(5, 6, added=1), "scores": TableDifference(5, 5, changed=1), "poems": SAME}
    assert change_of(found) == Change.MAJOR
    assert change_of({}) == Change.PATCH


@pytest.mark.parametrize(
    ("change", "version"), [(Change.PATCH, "1.9.11"), (Change.MINOR, "1.10.0"), (Change.MAJOR, "2.0.0")]
)
def test_the_next_version(change: Change, version: str) -> None:
    assert next_version("1.9.10", change) == version


@given(st.tuples(*[st.integers(0, 99)] * 3), st.sampled_from(Change), st.sampled_from(Change))
def test_versions_are_in_the_order_of_changes(parts: tuple[int, int, int], one: Change, other: Change) -> None:
    version = ".".join(map(str, parts))
    assert numbers(version) == parts < numbers(next_version(version, one))
    assert (one < other) == (numbers(next_version(version, one)) < numbers(next_version(version, other)))
