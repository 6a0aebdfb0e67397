"""Hashes of titles: what is written is read, and what is no table of hashes is refused."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from versebench.models.poets.training_titles import hashes_of, read_hashes, text_hash, write_hashes


def test_hashes_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_hashes(hashes_of(["静夜思", "春晓", "静夜思"]), tmp_path / "titles.parquet")
    assert read_hashes(tmp_path / "titles.parquet") == {text_hash("静夜思"), text_hash("春晓")}
    assert all(0 <= text_hash(title) < 1 << 30 for title in ("", "静夜思"))


def test_no_titles_are_no_hashes(tmp_path: Path) -> None:
    write_hashes(hashes_of([]), tmp_path / "none.parquet")
    assert read_hashes(tmp_path / "none.parquet") == frozenset()


@pytest.mark.parametrize("table", [{"hash": pa.array([1], pa.int64())}, {"title": pa.array([1], pa.uint32())}])
def test_another_table_is_refused_by_name(tmp_path: Path, table: dict[str, pa.Array]) -> None:
    pq.write_table(pa.table(table), tmp_path / "other.parquet")
    with pytest.raises(ValueError, match=r"other\.parquet does not hold hashes of a training"):
        read_hashes(tmp_path / "other.parquet")
