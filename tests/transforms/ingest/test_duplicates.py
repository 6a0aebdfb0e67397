"""Which row is kept depends on what the rows hold, and on nothing else."""

from collections import Counter
from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.ingest.small_ingest import Ingested, SourcePart, ingest

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
