"""The split of a shard: tables, counts, and what is noted of other shards."""

from pathlib import Path

import numpy as np
import pytest

from tests.transforms.near_duplicates.cleaned import Earlier, poems_table, work
from versebench.schemas.poems import POEMS, REJECTS
from versebench.schemas.splits import SPLITS
from versebench.storage.commit import DamagedShardError, from_parquet
from versebench.transforms.near_duplicates.clusters import EDGE, Edges, edges_between
from versebench.transforms.near_duplicates.works import works_of
from versebench.transforms.splits.cluster import Side, split_cluster
from versebench.transforms.splits.note import NoteSides, SplitNote, members, read_note
from versebench.transforms.splits.settings import Splits
from versebench.transforms.splits.shard import split_poems

TEXTS = {"a": "a cat\non a mat", "b": "a dog", "lear/c": "a hen", "d": "a cow"}
NOTE = NoteSides(Splits(), 7)


def edge(*names: str, **known: tuple[str, str]) -> Edges:
    """A pair of near-duplicates; ``known`` gives side and cluster of those that an earlier release has."""
    works = works_of(poems_table(dict.fromkeys(names, "text")), ["lear"], Earlier(known).shard("splits", 0, 1))
    return edges_between(works[:1], works[1:])


def noted(path: Path, *edges: Edges) -> SplitNote:
    path.write_bytes(NOTE(np.concatenate(edges)))
    return read_note(str(path), poems_table(TEXTS).column("work_id"))


def test_works_are_what_is_known_of_them() -> None:
    poems = poems_table(TEXTS)
    earlier = Earlier({"a": ("test", "b"), "gone": ("train", "gone")}).shard("splits", 0, 1)
    known = {one.work: one for one in members(works_of(poems, ["lear"], earlier))}
    assert [one.work for one in members(works_of(poems, [], None))] == poems.column("work_id").to_pylist()
    assert (known[work("a")].split, known[work("a")].cluster, known[work("a")].held_out) == ("test", work("b"), False)
    assert (known[work("b")].split, known[work("b")].cluster) == (None, None)
    assert [one.work for one in known.values() if one.held_out] == [work("lear/c")]


def test_the_note_says_where_each_cluster_is_and_what_is_across(tmp_path: Path) -> None:
    pair, apart = edge("a", "b"), edge("d", "e", d=("train", "d"), e=("test", "e"))
    found = noted(tmp_path / "note", pair, apart)
    assert found.sides == {
        side.work: side
        for side in split_cluster(
            sorted(members(pair["first"]) + members(pair["second"]), key=lambda one: one.work), Splits(), 7
        )
    }
    first = min(work("d"), work("e"))
    assert found.across == ({first: 1} if first == work("d") else {})
    assert NOTE(np.concatenate([pair, apart])) == NOTE(np.concatenate([apart, pair, pair]))
    assert from_parquet(NOTE(np.zeros(0, EDGE))).num_rows == 0


@pytest.mark.parametrize("damage", [slice(0, 100), slice(8, None), slice(0, 0)])
def test_a_note_that_is_damaged_is_named(tmp_path: Path, damage: slice) -> None:
    path = tmp_path / "note"
    path.write_bytes(NOTE(edge("a", "b"))[damage])
    with pytest.raises(DamagedShardError, match=r"note is damaged; delete the file and run again"):
        read_note(str(path), poems_table(TEXTS).column("work_id"))


def test_a_page_of_a_note_that_is_damaged_is_found_by_its_checksum(tmp_path: Path) -> None:
    note = bytearray(NOTE(edge("a", "b")))
    note[40] ^= 1
    (tmp_path / "note").write_bytes(note)
    with pytest.raises(DamagedShardError):
        read_note(str(tmp_path / "note"), poems_table(TEXTS).column("work_id"))


def test_a_newcomer_between_two_sides_becomes_a_reject_and_the_others_are_kept(tmp_path: Path) -> None:
    known = {"a": ("train", "a"), "d": ("test", "d")}
    found = noted(tmp_path / "note", edge("a", "b", a=known["a"]), edge("b", "d", d=known["d"]))
    poems = poems_table(TEXTS)
    sides = [found.sides.get(one, Side(one, "test", one)) for one in poems.column("work_id").to_pylist()]
    made = split_poems(poems, sides, found)
    kept = {row["work_id"]: (row["split"], row["cluster"]) for row in made.tables["splits"].to_pylist()}
    assert kept == {
        work("a"): ("train", work("a")),
        work("d"): ("test", work("d")),
        work("lear/c"): ("test", work("lear/c")),
    }
    assert made.tables["poems"].column("work_id").to_pylist() == sorted(kept)
    [reject] = made.tables["rejects"].to_pylist()
    detail = f"near-duplicates on two sides of the split: {work('a')} in train, {work('d')} in test"
    told = (
        reject["reject_id"],
        reject["work_id"],
        reject["stage"],
        reject["reason"],
        reject["detail"],
        reject["original"],
    )
    assert told == (work("b"), work("b"), "split", "joins_splits", detail, "a dog")
    assert made.counts == {
        "in": 4,
        "out": 3,
        "rejected.joins_splits": 1,
        "split/train": 1,
        "split/test": 2,
        "near_duplicates": 2,
        "across": 0,
    }
    schemas = {name: table.schema for name, table in made.tables.items()}
    assert schemas == {"poems": POEMS.schema, "splits": SPLITS.schema, "rejects": REJECTS.schema}


def test_a_shard_without_poems_has_its_tables() -> None:
    made = split_poems(poems_table({}), [], SplitNote({}, {}))
    assert {name: len(table) for name, table in made.tables.items()} == {"poems": 0, "splits": 0, "rejects": 0}
