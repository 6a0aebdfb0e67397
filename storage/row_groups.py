"""Where the rows of a shard lie in the files of a table, and how they are read from there.

A stage writes a file for each shard. A release merges shards: a file then holds several that follow each other, one row
group for each, and where there are splits each file holds the rows of one.
"""

import errno
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.parquet as pq

from versebench.schemas.registry import TABLES
from versebench.storage import filesystem
from versebench.storage.commit import ShardFile
from versebench.storage.object_store import ObjectStoreError

_OF_WRONG_OFFSETS = (None, errno.EINVAL)
"""What an error says of the system where a damaged file points to a place that it has not: nothing, or this."""


class NoParquetError(Exception):
    """A file is no Parquet, or has not a row group for each of its shards; the message says what is wrong."""


@dataclass(frozen=True)
class Place:
    """Where rows of a shard lie: in this row group of the file, or, where that is None, in all of it."""

    file: ShardFile
    row_group: int | None


def shards_of(files: Sequence[ShardFile]) -> int:
    """Over how many shards the files of a table go; every split goes over the same."""
    return sum(file.shards for file in files if file.split == files[0].split)


def places(files: Sequence[ShardFile], shard: int) -> list[Place]:
    """Where the rows of a shard lie in the files of a table: one place, or one for every split."""
    found: list[Place] = []
    first: dict[str | None, int] = {}
    for file in files:
        place = shard - first.get(file.split, 0)
        if 0 <= place < file.shards:
            found.append(Place(file, place if file.shards > 1 else None))
        first[file.split] = first.get(file.split, 0) + file.shards
    return found


def read_place(directory: str, place: Place, columns: Sequence[str] | None = None) -> pa.Table:
    """The rows at a place, or some columns of them, with the page checksums verified; no other row is read.

    Raises :class:`NoParquetError`, and ``FileNotFoundError`` where there is no such file.
    """
    path = filesystem.join(directory, place.file.name)
    with filesystem.open_reader(path) as reader:
        try:
            # Without pre_buffer: its threads can outlive the reader, and then abort the process when it ends.
            file = pq.ParquetFile(reader, page_checksum_verification=True)
            if place.row_group is None:
                return file.read(columns)
            if file.num_row_groups != place.file.shards:
                raise NoParquetError(f"it has {file.num_row_groups} row groups, {place.file.shards} were committed")
            return file.read_row_group(place.row_group, columns)
        except (pa.ArrowException, OSError, ValueError) as error:
            if isinstance(error, ObjectStoreError) or getattr(error, "errno", None) not in _OF_WRONG_OFFSETS:
                raise  # The disk or the store fails, and not the file.
            raise NoParquetError(next(iter(str(error).splitlines()), "")) from None


def join_splits(table: str, parts: Sequence[pa.Table]) -> pa.Table:
    """The rows of a shard from those of its splits, in the order that they had before they were split.

    Rows of a shard are sorted by the first column of the table's key, and rows that are equal in it are of one work and
    so of one split: a stable sort by that column puts every row back in its place. Of a table whose key is not known
    here one split follows the other.
    """
    if len(parts) == 1:
        return parts[0]
    rows = pa.concat_tables(parts)
    return rows.sort_by(TABLES[table].key[0]) if table in TABLES else rows


def read_joined(directory: str, table: str, found: Sequence[Place], columns: Sequence[str] | None) -> pa.Table:
    """The rows of a shard, or some columns of them, from all its places. Raises as :func:`read_place` does."""
    if columns is None or len(found) == 1 or table not in TABLES:
        return join_splits(table, [read_place(directory, place, columns) for place in found])
    with_key = list(dict.fromkeys([*columns, TABLES[table].key[0]]))
    return join_splits(table, [read_place(directory, place, with_key) for place in found]).select(list(columns))
