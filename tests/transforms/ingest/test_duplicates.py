"""Which row is kept depends on what the rows hold, and on nothing else."""

from collections import Counter
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.ingest.small_ingest import Ingested, SourcePart, ingest
from versebench.transforms.text.keys import text_id

TEXTS = ["one\ntwo", "one\n\ntwo", " one \r\ntwo", "three", "four\nfive", "", "a\u0000b"]
POEM = st.fixed_dictionaries(
    {"text": st.sampled_from(TEXTS)},
    optional={
        "id": st.sampled_from(["1", "2", "3"]),
        "author": st.sampled_from(["A", "B", " A "]),
        "title": st.sampled_from(["T", "U"]),
    },
)
BAD = st.sampled_from(["{", "[]", '{"text": 3}', "{}", "{"])
ROWS = st.lists(st.tuples(st.sampled_from(["s", "t"]), POEM | BAD), min_size=1, max_size=14)


def in_files(rows: list[tuple[str, Any]], files: int) -> list[SourcePart]:
    """The rows in files of one source each."""
    dealt: dict[tuple[str, int], list[Any]] = {}
    for place, (source, row) in enumerate(rows):
        dealt.setdefault((source, place % files), []).append(row)
    return [SourcePart(source, lines) for (source, _), lines in dealt.items()]


def content(ingested: Ingested) -> list[pa.Table]:
    """What is released of an ingest, whatever its shards, and the ids of the places."""
    sorted_ = {"poems": "work_id", "rejects": "reject_id", "provenance": "row_id"}
    tables = [ingested.tables[name].sort_by(key).combine_chunks() for name, key in sorted_.items()]
    return [*tables[:2], tables[2].select(["row_id"])]


@given(ROWS, st.randoms(use_true_random=False), st.integers(1, 4), st.integers(1, 5), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_order_files_partitions_and_shards_do_not_matter(
    rows: list[tuple[str, Any]], random: Any, files: int, partitions: int, shards: int
) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)
    parts = in_files(shuffled, files)
    random.shuffle(parts)
    one, other = ingest(in_files(rows, 1)), ingest(parts, shards, partitions)
    assert [table.to_pylist() for table in content(one)] == [table.to_pylist() for table in content(other)]


@given(ROWS, st.integers(1, 3), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_every_row_is_kept_or_refused_once_and_its_place_is_known(
    rows: list[tuple[str, Any]], files: int, shards: int
) -> None:
    parts = in_files(rows, files)
    ingested = ingest(parts, shards, files)
    poems, rejects, places = (ingested.rows(name) for name in ("poems", "rejects", "provenance"))
    assert ingested.total("in") == len(rows) == len(poems) + len(rejects)
    assert ingested.total("out") == len(poems)
    reasons = Counter(f"rejected.{reject['reason']}" for reject in rejects)
    assert {name: ingested.total(name) for name in reasons} == reasons
    ids = [poem["work_id"] for poem in poems] + [reject["reject_id"] for reject in rejects]
    assert len(set(ids)) == len(ids)
    assert sorted(place["row_id"] for place in places) == sorted(ids)
    wanted = [
        (path, row + 1) for path, part in zip(ingested.files, parts, strict=True) for row in range(len(part.lines))
    ]
    assert sorted((place["file"], place["row"]) for place in places) == sorted(wanted)


@given(ROWS)
@settings(max_examples=40, deadline=None)
def test_no_text_and_no_work_is_kept_twice_and_every_duplicate_names_one(rows: list[tuple[str, Any]]) -> None:
    ingested = ingest(in_files(rows, 2), 2, 2)
    poems = ingested.rows("poems")
    for key in ("work_id", "text_id"):
        assert len({poem[key] for poem in poems}) == len(poems)
    kept = {poem["work_id"] for poem in poems}
    for reject in ingested.rows("rejects"):
        assert (reject["kept_work_id"] in kept) == reject["reason"].startswith("duplicate")


def test_the_least_by_source_author_and_id_is_kept() -> None:
    parts = [
        SourcePart("t", [{"text": "x", "id": "1", "author": "A"}]),
        SourcePart("s", [{"text": "x", "id": "3", "author": "A"}, {"text": "x", "id": "1", "author": "B"}]),
        SourcePart("s", [{"text": "x", "id": "2", "author": "A"}]),
    ]
    ingested = ingest(parts)
    (poem,) = ingested.rows("poems")
    assert (poem["source"], poem["author"], poem["source_id"]) == ("s", "A", "2")
    rejects = ingested.rows("rejects")
    assert {(reject["source"], reject["source_id"]) for reject in rejects} == {("t", "1"), ("s", "3"), ("s", "1")}
    for reject in rejects:
        assert (reject["reason"], reject["kept_work_id"]) == ("duplicate_text", poem["work_id"])
        assert reject["detail"] == f"the same text as {poem['work_id']}"
        assert (reject["original"], reject["original_size"]) == ("x", 1)


def test_texts_that_differ_in_stanza_breaks_alone_are_one_whatever_their_order() -> None:
    rows = [{"text": text} for text in ("one\n\ntwo", "one\ntwo")]
    one, other = (content(ingest([SourcePart("s", order)])) for order in (rows, rows[::-1]))
    assert [table.to_pylist() for table in one] == [table.to_pylist() for table in other]


def test_another_text_under_the_same_source_id_is_refused() -> None:
    rows = [{"text": text, "id": "7"} for text in ("one", "two", "three")]
    for order in (rows, rows[::-1]):
        ingested = ingest([SourcePart("s", order)], 3, 2)
        (poem,) = ingested.rows("poems")
        rejects = ingested.rows("rejects")
        assert {poem["text"], *(reject["original"] for reject in rejects)} == {"one", "two", "three"}
        for reject in rejects:
            assert (reject["reason"], reject["work_id"]) == ("duplicate_source_id", poem["work_id"])
            assert reject["detail"] == "another text has the id 7 in s"
    assert poem["text_id"] < min(row["reject_id"] for row in rejects)


def stanza(name: str) -> str:
    return "\n".join(f"{name} {line}." for line in range(4))


WORKS = st.lists(
    st.fixed_dictionaries(
        {"text": st.lists(st.sampled_from("abcd"), min_size=1, max_size=3).map(lambda names: stanzas(*names))},
        optional={"id": st.sampled_from("12"), "author": st.sampled_from("AB")},
    ),
    min_size=1,
    max_size=6,
)


def stanzas(*names: str) -> str:
    return "\n\n".join(map(stanza, names))


@pytest.mark.parametrize("shards", [1, 50])
def test_of_two_texts_under_one_id_that_are_cut_one_is_kept_whole(shards: int) -> None:
    texts = [stanzas("a", "b", "c"), stanzas("a", "d", "c", "e")]
    kept = min(texts, key=text_id)
    rows = [
        {"text": text, "id": "7", "author": author}
        for text, author in zip(texts, "AB" if kept == texts[1] else "BA", strict=True)
    ]
    ingested = ingest([SourcePart("s", rows, "quatrain")], shards, 3)
    poems, rejects = ingested.rows("poems"), ingested.rows("rejects")
    assert [poem["text"] for poem in sorted(poems, key=lambda poem: poem["first_line"])] == kept.split("\n\n")
    assert len({poem["parent_id"] for poem in poems}) == 1
    assert len(poems) + len(rejects) == 7
    reasons = Counter((reject["reason"], reject["detail"][:12]) for reject in rejects)
    assert reasons == {("duplicate_text", "the same tex"): 2, ("duplicate_source_id", "another text"): 5 - len(poems)}
    assert {reject["kept_work_id"] for reject in rejects} <= {poem["work_id"] for poem in poems}


def test_a_text_that_is_cut_and_one_that_is_not_are_in_conflict_too() -> None:
    texts = [stanza("a"), stanzas("b", "c")]
    ingested = ingest([SourcePart("s", [{"text": text, "id": "7"} for text in texts], "quatrain")], 20, 2)
    assert {poem["text"] for poem in ingested.rows("poems")} == set(min(texts, key=text_id).split("\n\n"))
    assert {reject["reason"] for reject in ingested.rows("rejects")} == {"duplicate_source_id"}


def test_texts_without_an_id_that_are_cut_at_other_stanzas_are_not_mixed() -> None:
    lines = [f"line {number}." for number in range(20)]
    texts = ["\n\n".join("\n".join(part) for part in (lines[:border], lines[border:])) for border in (8, 10)]
    ingested = ingest([SourcePart("s", [{"text": text} for text in texts], "blank-verse")], 20, 2)
    poems = sorted(ingested.rows("poems"), key=lambda poem: poem["first_line"] or 0)
    assert "\n".join(poem["text"].replace("\n\n", "\n") for poem in poems) == "\n".join(lines)


@pytest.mark.parametrize("sources", ["ss", "st"])
def test_a_text_that_two_forms_cut_at_other_places_is_kept_once(sources: str) -> None:
    row = {"text": "\n".join(f"line {number}." for number in range(16)), **({"id": "7"} if sources == "ss" else {})}
    parts = [SourcePart(source, [row], form) for source, form in zip(sources, ("quatrain", "blank-verse"), strict=True)]
    ingested = ingest(parts, 20, 2)
    poems, rejects = ingested.rows("poems"), ingested.rows("rejects")
    assert len({poem["work_id"] for poem in poems}) == len(poems)
    assert len({poem["form"] for poem in poems}) == 1
    assert len(poems) + len(rejects) == 6
    assert {reject["reason"] for reject in rejects} == {"duplicate_source_id" if sources == "ss" else "duplicate_text"}


@given(WORKS, st.randoms(use_true_random=False), st.integers(1, 40), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_no_work_mixes_two_texts_and_no_unit_is_lost(
    rows: list[dict[str, str]], random: Any, shards: int, partitions: int
) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)
    ingested = ingest([SourcePart("s", shuffled, "quatrain")], shards, partitions)
    again = ingest([SourcePart("s", rows, "quatrain")])
    assert [table.to_pylist() for table in content(ingested)] == [table.to_pylist() for table in content(again)]
    poems, rejects = ingested.rows("poems"), ingested.rows("rejects")
    assert len(poems) + len(rejects) == sum(row["text"].count("\n\n") + 1 for row in rows)
    units: dict[str, set[tuple[int, str]]] = {}
    for poem in poems:
        units.setdefault(poem["parent_id"] or poem["work_id"], set()).add((poem["first_line"] or 1, poem["text"]))
    pieces = [{(place * 4 + 1, piece) for place, piece in enumerate(row["text"].split("\n\n"))} for row in rows]
    assert all(any(kept <= text for text in pieces) for kept in units.values())


def test_the_same_id_in_two_sources_is_two_works() -> None:
    ingested = ingest([SourcePart(source, [{"text": f"poem of {source}", "id": "7"}]) for source in ("s", "t")])
    assert len({poem["work_id"] for poem in ingested.rows("poems")}) == 2


def test_rejects_that_are_alike_are_told_apart() -> None:
    ingested = ingest([SourcePart("s", ["{", "{", "{"]), SourcePart("s", ["{"]), SourcePart("t", ["{"])], 2, 2)
    rejects = ingested.rows("rejects")
    assert len({reject["reject_id"] for reject in rejects}) == 5
    assert sorted(reject["reject_id"][20:] for reject in rejects) == ["", "", ".1", ".2", ".3"]
    by_id = {place["row_id"]: (place["file"].split("/")[-1], place["row"]) for place in ingested.rows("provenance")}
    assert sorted(by_id.values()) == [
        ("s-0.jsonl", 1),
        ("s-0.jsonl", 2),
        ("s-0.jsonl", 3),
        ("s-1.jsonl", 1),
        ("t-2.jsonl", 1),
    ]


def test_shards_hold_ranges_of_work_ids_in_order() -> None:
    parts = [SourcePart("s", [{"text": f"poem {number}"} for number in range(60)])]
    works = [poem["work_id"] for poem in ingest(parts, 4, 3).rows("poems")]
    assert works == sorted(works)
    assert len(works) == 60
