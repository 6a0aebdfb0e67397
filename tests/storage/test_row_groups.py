"""The rows of a shard are found in the files of a table, whatever its layout, and are read unchanged."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.storage.tables import places as rows_of
from versebench.schemas.registry import TABLES
from versebench.storage.commit import PARQUET_OPTIONS, DamagedShardError, ShardFile, to_parquet
from versebench.storage.manifest import FORMAT, Manifest, read_table, table_entry
from versebench.storage.row_groups import ParquetFileError, Place, join_splits, places, read_place, shards_of


def file_of(name: str, shards: int, split: str | None = None) -> ShardFile:
    return ShardFile("provenance", name, 3 * shards, 0, "", "", split, shards)


def write_groups(path: Path, groups: list[pa.Table]) -> None:
    with pq.ParquetWriter(path, TABLES["provenance"].schema, **PARQUET_OPTIONS) as writer:
        for group in groups:
            writer.write_table(group)


@given(st.lists(st.integers(1, 4), min_size=1), st.sampled_from([(None,), ("train", "test")]))
def test_every_shard_has_one_place_in_each_split(counts: list[int], splits: tuple[str | None, ...]) -> None:
    files = [file_of(f"{split}-{number}", count, split) for split in splits for number, count in enumerate(counts)]
    assert shards_of(files) == sum(counts)
    for split in splits:
        actual = [place for shard in range(sum(counts)) for place in places(files, shard) if place.file.split == split]
        expected = [
            Place(file, group if file.shards > 1 else None)
            for file in files
            if file.split == split
            for group in range(file.shards)
        ]
        assert actual == expected
    assert places(files, sum(counts)) == []


def test_one_row_group_is_read_from_a_file_of_several_shards(tmp_path: Path) -> None:
    groups = [rows_of(0), rows_of(1, 0), rows_of(2)]
    write_groups(tmp_path / "a.parquet", groups)
    for shard, group in enumerate(groups):
        (place,) = places([file_of("a.parquet", 3)], shard)
        assert read_place(str(tmp_path), place).equals(group, check_metadata=True)
        assert read_place(str(tmp_path), place, ["row"]).equals(group.select(["row"]))


def test_a_file_of_one_shard_may_have_any_row_groups(tmp_path: Path) -> None:
    write_groups(tmp_path / "a.parquet", [rows_of(0), rows_of(1)])
    whole = read_place(str(tmp_path), Place(file_of("a.parquet", 1), None))
    assert whole.equals(pa.concat_tables([rows_of(0), rows_of(1)]))


def test_a_file_with_more_shards_than_row_groups_is_refused(tmp_path: Path) -> None:
    write_groups(tmp_path / "a.parquet", [rows_of(0), rows_of(1)])
    with pytest.raises(ParquetFileError, match="it has 2 row groups, but 3 were committed"):
        read_place(str(tmp_path), Place(file_of("a.parquet", 3), 0))


def test_rows_keep_their_order_even_if_it_is_not_the_order_of_the_whole_key() -> None:
    rows = TABLES["outcomes"].build(
        {
            "work_id": ["a", "a", "b", "c", "c"],
            "task": ["z", "a", "z", "z", "a"],
            "edit": [1, 0, 0, 0, 0],
            "outcome": ["pair"] * 5,
            "reason": [None] * 5,
        }
    )
    train, test = rows.take([0, 1, 3, 4]), rows.take([2])
    assert join_splits("outcomes", [train, test]).equals(rows)
    assert join_splits("outcomes", [test, train]).equals(rows)
    assert join_splits("outcomes", [rows, rows.slice(0, 0)]).equals(rows)


def test_splits_of_an_unknown_table_follow_each_other() -> None:
    train, test = (pa.table({"work_id": works}) for works in (["b", "c"], ["a"]))
    assert join_splits("readings", [train, test])["work_id"].to_pylist() == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: path.unlink(), "a.parquet is missing; fetch the release again"),
        (lambda path: path.write_bytes(b"PAR1"), r"a.parquet cannot be read \(Parquet file size is 4 bytes"),
        (
            lambda path: path.write_bytes(to_parquet(rows_of(0))),
            r"a.parquet cannot be read \(it has 1 row groups, but 2 were",
        ),
    ],
)
def test_damage_is_named(tmp_path: Path, damage: object, message: str) -> None:
    write_groups(tmp_path / "a.parquet", [rows_of(0), rows_of(1)])
    manifest = Manifest(
        FORMAT, "release", "0", 2, {}, {}, {"provenance": table_entry("provenance", (file_of("a.parquet", 2),))}
    )
    assert read_table(str(tmp_path), manifest, "provenance", 1).equals(rows_of(1))
    assert callable(damage)
    damage(tmp_path / "a.parquet")
    with pytest.raises(DamagedShardError, match=message):
        read_table(str(tmp_path), manifest, "provenance", 1)


def test_a_flipped_bit_is_found_by_the_checksum_of_its_page(tmp_path: Path) -> None:
    write_groups(tmp_path / "a.parquet", [rows_of(0, 5000), rows_of(1, 5000)])
    content = bytearray((tmp_path / "a.parquet").read_bytes())
    content[len(content) // 4] ^= 1
    (tmp_path / "a.parquet").write_bytes(content)
    with pytest.raises(ParquetFileError):
        read_place(str(tmp_path), Place(file_of("a.parquet", 2), 0))
    assert read_place(str(tmp_path), Place(file_of("a.parquet", 2), 1)).equals(rows_of(1, 5000))
