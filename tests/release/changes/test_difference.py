"""What differs between two states of a table."""

from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from versebench.release.changes.difference import TableDifference, compare_rows
from versebench.release.changes.difference_counts import from_counts, to_counts
from versebench.schemas.candidates import ATTEMPTS
from versebench.storage.commit import from_parquet, to_parquet

COUNTED = ("added", "removed", "changed")

attempt = st.fixed_dictionaries(
    {
        "work_id": st.sampled_from("abcd"),
        "task": st.sampled_from("xy"),
        "reason": st.none() | st.sampled_from(["", "r"]),
        "most_tokens": st.just(9),
        "runs": st.integers(0, 2),
        "found": st.just(0),
        "kept": st.just(0),
        "refused_reasons": st.lists(st.sampled_from(["long", "short"]), max_size=2),
        "refused_counts": st.lists(st.integers(0, 1), max_size=2),
    }
)
attempts = st.lists(attempt, max_size=6, unique_by=lambda row: (row["work_id"], row["task"]))


def table(rows: list[dict[str, Any]]) -> pa.Table:
    return from_parquet(to_parquet(ATTEMPTS.build_rows(rows)))


@given(attempts, attempts)
def test_rows_by_their_key(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    found = compare_rows("attempts", table(before), table(after))
    old, new = ({(row["work_id"], row["task"]): row for row in rows} for rows in (before, after))
    both = old.keys() & new.keys()
    differing = {field: sum(old[key][field] != new[key][field] for key in both) for field in ATTEMPTS.schema.names}
    assert (found.before, found.after) == (len(old), len(new))
    assert (found.added, found.removed) == (len(new.keys() - old.keys()), len(old.keys() - new.keys()))
    assert found.changed == sum(old[key] != new[key] for key in both)
    assert found.fields == {field: count for field, count in differing.items() if count}
    for example in found.examples:
        key = (example.key[0], example.key[1])
        assert (key in old, key in new) == {"added": (False, True), "removed": (True, False)}.get(
            example.change, (True, True)
        )
        if example.change == "changed":
            assert example.fields == tuple(sorted(name for name in old[key] if old[key][name] != new[key][name]))


@given(attempts, attempts, st.data())
def test_counts_of_shards_add_up_to_those_of_the_whole(
    before: list[dict[str, Any]], after: list[dict[str, Any]], data: st.DataObject
) -> None:
    first = set(data.draw(st.lists(st.sampled_from("abcd"))))
    parts = [
        [[row for row in rows if (row["work_id"] in first) == inside] for rows in (before, after)]
        for inside in (True, False)
    ]
    sums: dict[str, int] = {}
    for old, new in parts:
        for name, count in to_counts("attempts", compare_rows("attempts", table(old), table(new))).items():
            sums[name] = sums.get(name, 0) + count
    whole, added_up = compare_rows("attempts", table(before), table(after)), from_counts(sums)["attempts"]
    assert [getattr(added_up, name) for name in COUNTED] == [getattr(whole, name) for name in COUNTED]
    assert added_up.fields == whole.fields
    assert {one.change for one in added_up.examples} == {one.change for one in whole.examples}


def test_a_null_an_empty_list_and_an_empty_string_are_three_things() -> None:
    def rows(tags: list[list[str] | None], texts: list[str | None]) -> pa.Table:
        kind = pa.list_(pa.string())
        return pa.table({"work_id": list("abc"), "topics": pa.array(tags, kind), "text": pa.array(texts, pa.string())})

    found = compare_rows("poems", rows([None, [], [""]], [None, "", "x"]), rows([[], [""], [""]], ["", None, "x"]))
    assert found.fields == {"topics": 2, "text": 2}
    assert found.changed == 2
    assert [example.key for example in found.examples] == [("a",), ("b",)]


def scored(*values: float | None) -> pa.Table:
    numbers = pa.array(values, pa.float64())
    return pa.table({"work_id": [str(place) for place in range(len(values))], "log_probability": numbers})


def completions(*values: float | None) -> pa.Table:
    rows = scored(*values)
    count = len(rows)
    return rows.append_column("task", [["x"] * count]).append_column("completion", [[0] * count])


def test_numbers_of_models_are_the_same_as_far_as_processors_differ() -> None:
    nan, infinite = float("nan"), float("-inf")
    before = completions(-4.0, -4.0, nan, infinite, None, -4.0)
    after = completions(-4.00009, -4.0002, nan, infinite, None, None)
    found = compare_rows("completions", before, after)
    assert found.changed == 2
    assert [example.key[0] for example in found.examples] == ["1", "5"]


def test_fields_that_come_go_and_change_their_type() -> None:
    before = pa.table({"work_id": ["a"], "text": ["x"], "rank": pa.array([1], pa.int32()), "old": ["y"]})
    after = pa.table({"work_id": ["a"], "text": ["x"], "rank": pa.array([1], pa.int64()), "new": ["y"]})
    found = compare_rows("poems", before, after)
    assert (found.fields_added, found.fields_removed, found.fields_retyped) == (("new",), ("old",), ("rank",))
    assert (found.added, found.removed, found.changed) == (0, 0, 0)
    assert from_counts(to_counts("poems", found))["poems"] == found


def test_rows_of_another_key_are_other_rows() -> None:
    before, after = pa.table({"id": ["a"]}), pa.table({"work_id": ["a"]})
    found = compare_rows("poems", before, after)
    assert (found.added, found.removed, found.changed) == (1, 1, 0)
    assert [(example.change, example.key) for example in found.examples] == [("added", ("a",))]


def test_a_moved_row_is_changed_and_a_new_cluster_alone_is_not() -> None:
    before = pa.table({"work_id": list("abc"), "split": ["train"] * 3, "cluster": list("abc")})
    after = pa.table({"work_id": list("abc"), "split": ["train", "test", "train"], "cluster": list("aaa")})
    found = compare_rows("splits", before, after)
    assert (found.changed, found.moved, found.fields) == (1, 1, {"split": 1, "cluster": 2})
    assert [(example.change, example.key, example.fields) for example in found.examples] == [
        ("moved", ("b",), ("cluster", "split"))
    ]


def test_the_rows_that_are_named_are_few() -> None:
    before, after = (pa.table({"work_id": [f"{start + place}" for place in range(50)]}) for start in (0, 1000))
    found = compare_rows("poems", before, after)
    assert (found.added, found.removed, len(found.examples)) == (50, 50, 6)


def test_no_rows_at_all() -> None:
    empty = ATTEMPTS.empty()
    assert compare_rows("attempts", empty, empty) == TableDifference(0, 0)
