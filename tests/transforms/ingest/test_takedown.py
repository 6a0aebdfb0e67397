"""What is taken down leaves an id and a reason, and nothing of what it was; everything else is as it would be."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.transforms.ingest.small_ingest import Ingested, SourcePart, ingest
from versebench.transforms.ingest.takedown import Takedown, check_each_once, detail_of, orders_of
from versebench.transforms.text.keys import work_id

ON = date(2026, 1, 31)
TEXT, OTHER = "a poem of\nsecrets", "a poem of\nnone"


def order(**named: Any) -> Takedown:
    return Takedown(on=ON, reason="legal", **named)


def everything(ingested: Ingested) -> str:
    """All that poems and rejects hold, as text."""
    return json.dumps([ingested.rows("poems"), ingested.rows("rejects")], ensure_ascii=False)


def taken(ingested: Ingested) -> list[tuple[str, str | None]]:
    """Source and source id of the rows that are taken down."""
    found = [row for row in ingested.rows("rejects") if row["reason"] == "taken_down"]
    for row in found:
        assert (row["original"], row["original_size"], row["kept_work_id"]) == ("", 0, None)
    assert ingested.total("rejected.taken_down") == len(found)
    return sorted((row["source"], row["source_id"]) for row in found)


POEMS = [
    SourcePart("s", [{"text": TEXT, "id": "1", "author": "Ann  Lee"}, {"text": OTHER, "id": "2", "author": "Bo"}]),
    SourcePart("t", [{"text": "a third", "id": "1", "author": "ANN LEE"}, {"text": "a fourth", "id": "2"}]),
]


@pytest.mark.parametrize(
    ("named", "rows"),
    [
        ({"work_id": work_id("s", "1", "")}, [("s", "1")]),
        ({"source_id": "1", "source": "s"}, [("s", "1")]),
        ({"author": "ann lee"}, [("s", "1"), ("t", "1")]),
        ({"author": " Ann Lee ", "source": "t"}, [("t", "1")]),
        ({"author": "Ann"}, []),
        ({"source_id": "1", "source": "u"}, []),
        ({"author": "ann lee", "lifted": ON}, []),
    ],
)
def test_what_an_order_names(named: dict[str, Any], rows: list[tuple[str, str]]) -> None:
    ingested = ingest(POEMS, 2, 2, takedowns=[order(**named)])
    assert taken(ingested) == rows
    assert ingested.total("in") == 4
    assert ingested.total("out") == 4 - len(rows)
    assert ("secrets" in everything(ingested)) == (("s", "1") not in rows)
    assert ingested.total(f"taken_down/{order(**named).order}") == len(rows)


def test_the_same_text_goes_wherever_it_stands() -> None:
    parts = [
        SourcePart("s", [{"text": "a poem of\n\nsecrets ", "id": "8"}, {"text": TEXT, "id": "9", "author": "Zed"}]),
        SourcePart("t", [{"text": TEXT, "id": "1", "author": "Ann Lee"}, {"text": OTHER, "id": "2"}]),
    ]
    ingested = ingest(parts, 3, 2, takedowns=[order(author="Ann Lee")])
    assert taken(ingested) == [("s", "8"), ("s", "9"), ("t", "1")]
    assert [poem["text"] for poem in ingested.rows("poems")] == [OTHER]
    for word in ("secrets", "Ann", "Zed"):
        assert word not in everything(ingested)
    assert {row["work_id"] for row in ingested.rows("rejects")} == {
        work_id(source, name, "") for source, name in taken(ingested)
    }


def test_both_texts_under_one_id_go() -> None:
    rows = [{"text": TEXT, "id": "7"}, {"text": "secrets, corrected", "id": "7"}, {"text": OTHER, "id": "6"}]
    ingested = ingest([SourcePart("s", rows)], takedowns=[order(source_id="7", source="s")])
    assert taken(ingested) == [("s", "7"), ("s", "7")]
    assert "secrets" not in everything(ingested)


@pytest.mark.parametrize(
    "bad",
    [
        {"text": "secrets\u0000", "id": "1", "author": "Ann Lee"},
        {"text": "secrets", "id": "1", "author": "Ann Lee", "title": {}},
        {"text": ["secrets" * 5_000], "id": ["x"], "note": "by ann lee"},
        '{"text": "secrets", "author": "Ann Lee"',
        '{"text": "secrets", "author": "\\u0041nn Lee"',
    ],
)
def test_a_row_that_is_no_poem_goes_too(bad: Any) -> None:
    rows: list[Any] = [bad, {"text": OTHER, "id": "2"}, {"text": " ", "id": "3", "author": "Joann Leeds"}]
    ingested = ingest([SourcePart("s", rows)], takedowns=[order(author="Ann Lee")])
    assert [row["reason"] for row in ingested.rows("rejects")].count("taken_down") == 1
    assert "secrets" not in everything(ingested)
    assert "Joann Leeds" in everything(ingested)
    assert ingested.read[0].taken_down == 1
    assert ingested.read[0].unreadable == 1


@pytest.mark.parametrize("bad", [{"text": "secrets\u0000", "by": 'Ann "Bee" Lee'}, r'{"author": "Ann \"Bee\" Lee"'])
def test_a_name_is_found_as_json_writes_it(bad: Any) -> None:
    ingested = ingest([SourcePart("s", [bad, {"text": OTHER}])], takedowns=[order(author='ann "bee" lee')])
    assert ingested.total("rejected.taken_down") == 1
    assert "Bee" not in everything(ingested)


def test_a_row_that_is_no_poem_goes_by_its_id() -> None:
    rows: list[dict[str, Any]] = [{"text": "secrets\u0000", "id": 1}, {"text": OTHER, "id": "2"}]
    for named in ({"source_id": "1", "source": "s"}, {"work_id": work_id("s", "1", "")}):
        ingested = ingest([SourcePart("s", rows)], takedowns=[order(**named)])
        assert taken(ingested) == [("s", "1")]
        assert "secrets" not in everything(ingested)


def test_a_row_that_two_orders_name_tells_of_both() -> None:
    both = [order(author="Ann Lee"), order(source_id="1", source="s")]
    ingested = ingest(POEMS, takedowns=both)
    (first,) = (row for row in ingested.rows("rejects") if row["source"] == "s")
    assert orders_of(first["detail"]) == sorted(one.order for one in both)
    assert [ingested.total(f"taken_down/{one.order}") for one in both] == [2, 1]


def test_spill_files_hold_nothing_of_it(tmp_path: Path) -> None:
    ingest(POEMS, 2, 2, tmp_path, [order(author="Ann Lee")])
    spills = list(tmp_path.glob("*.arrow"))
    assert spills
    assert not any(b"secrets" in path.read_bytes() or b"Ann" in path.read_bytes() for path in spills)


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["s", "t"]),
        st.fixed_dictionaries(
            {"text": st.sampled_from(["one\ntwo", "one\n\ntwo", "three", "four"])},
            optional={"id": st.sampled_from(["1", "2"]), "author": st.sampled_from(["A", "B"])},
        ),
    ),
    min_size=1,
    max_size=10,
)
ORDERS = st.sampled_from([{"author": "A"}, {"author": "B", "source": "s"}, {"source_id": "1", "source": "t"}])


def is_named(source: str, row: dict[str, str], named: dict[str, str]) -> bool:
    if source not in (named.get("source"), source if "source" not in named else None):
        return False
    return row.get("author") == named["author"] if "author" in named else row.get("id") == named["source_id"]


@settings(max_examples=60, deadline=None)
@given(ROWS, ORDERS, st.integers(1, 3), st.integers(1, 3), st.randoms())
def test_the_others_are_as_if_it_had_never_been_there(
    rows: list[tuple[str, dict[str, str]]], named: dict[str, str], shards: int, partitions: int, random: Any
) -> None:
    gone = {row["text"].replace("\n\n", "\n") for source, row in rows if is_named(source, row, named)}
    left = [(source, row) for source, row in rows if row["text"].replace("\n\n", "\n") not in gone]
    shuffled = random.sample(rows, len(rows))
    with_order = ingest(parts_of(shuffled), shards, partitions, takedowns=[order(**named)])
    without = ingest(parts_of(left), shards, partitions)
    assert with_order.tables["poems"].equals(without.tables["poems"])
    others = [row for row in with_order.rows("rejects") if row["reason"] != "taken_down"]
    assert others == without.rows("rejects")
    assert with_order.total("rejected.taken_down") == len(rows) - len(left)


def parts_of(rows: Sequence[tuple[str, dict[str, str]]]) -> list[SourcePart]:
    """The rows in a file of each source; both are there, as an empty one changes nothing."""
    return [SourcePart(name, [row for source, row in rows if source == name]) for name in ("s", "t")]


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ({}, "give exactly one of work_id, author and source_id"),
        ({"author": "A", "source_id": "1", "source": "s"}, "give exactly one of"),
        ({"source_id": "1"}, "give the source too"),
        ({"work_id": "0" * 20, "source": "s"}, "remove the key source"),
        ({"work_id": "1a2b"}, "should match pattern"),
        ({"author": " "}, "the author is blank"),
    ],
)
def test_what_names_nothing(named: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        order(**named)


def test_an_order_is_known_by_what_it_names_alone() -> None:
    one = order(author="Ann Lee")
    assert one.order == Takedown(author="ANN  LEE", on=date(2020, 1, 1), reason="other").order
    assert one.order != order(author="Ann Lee", source="s").order
    assert "ann" not in one.order
    with pytest.raises(ValueError, match="takedowns 0 and 1 name the same work, author or row; remove one of them"):
        check_each_once([one, order(author="ann lee")])
    assert orders_of(detail_of(["b", "a"])) == ["a", "b"]
