"""The places of a shard's rows in the files of a table, and how they are read.

A stage writes one file for each shard. A release merges shards: a file then contains several consecutive shards, each
as one row group. If the release has splits, each file contains the rows of one split.
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

_DAMAGE_ERRNOS = (None, errno.EINVAL)
"""System error numbers, or None, of errors that a damaged file causes by pointing beyond its end."""


class ParquetFileError(Exception):
    """A file is not valid Parquet, or does not have one row group per shard. The message states what is wrong."""


@dataclass(frozen=True)
class Place:
    """The place of a shard's rows: a row group of a file, or the whole file if ``row_group`` is None."""

    file: ShardFile
    row_group: int | None


def shards_of(files: Sequence[ShardFile]) -> int:
    """The number of shards in the files of a table. It is the same for every split."""
    return sum(file.shards for file in files if file.split == files[0].split)


def places(files: Sequence[ShardFile], shard: int) -> list[Place]:
    """The places of a shard's rows in the files of a table: one place, or one for every split."""
    shard_places: list[Place] = []
    first: dict[str | None, int] = {}
    for file in files:
        place = shard - first.get(file.split, 0)
        if 0 <= place < file.shards:
            shard_places.append(Place(file, place if file.shards > 1 else None))
        first[file.split] = first.get(file.split, 0) + file.shards
    return shard_places


def read_place(directory: str, place: Place, columns: Sequence[str] | None = None) -> pa.Table:
    """The rows at a place, or some of their columns, with the page checksums verified. No other rows are read.

    Raises :class:`ParquetFileError`, or ``FileNotFoundError`` if the file does not exist.
    """
    path = filesystem.join(directory, place.file.name)
    with filesystem.open_reader(path) as reader:
        try:
            # No pre_buffer: its threads can outlive the reader and then abort the process at its end.
            file = pq.ParquetFile(reader, page_checksum_verification=True)
            if place.row_group is None:
                return file.read(columns)
            if file.num_row_groups != place.file.shards:
                raise ParquetFileError(
                    f"it has {file.num_row_groups} row groups, but {place.file.shards} were committed"
                )
            return file.read_row_group(place.row_group, columns)
        except (pa.ArrowException, OSError, ValueError) as error:
            if isinstance(error, ObjectStoreError) or getattr(error, "errno", None) not in _DAMAGE_ERRNOS:
                raise  # The disk or the store has failed; the file may be intact.
            raise ParquetFileError(next(iter(str(error).splitlines()), "")) from None


def join_splits(table: str, parts: Sequence[pa.Table]) -> pa.Table:
    """The rows of a shard from the rows of its splits, in the order that they had before they were split.

    The rows of a shard are sorted by the first column of the table's key. Rows with equal values there belong to one
    work, and so to one split. A stable sort by that column therefore restores the order. If the table's key is not
    known, the splits follow each other.
    """
    if len(parts) == 1:
        return parts[0]
    rows = pa.concat_tables(parts)
    return rows.sort_by(TABLES[table].key[0]) if table in TABLES else rows


def read_joined(directory: str, table: str, shard_places: Sequence[Place], columns: Sequence[str] | None) -> pa.Table:
    """The rows of a shard, or some of their columns, from all its places. Raises the errors of :func:`read_place`."""
    if columns is None or len(shard_places) == 1 or table not in TABLES:
        return join_splits(table, [read_place(directory, place, columns) for place in shard_places])
    with_key = list(dict.fromkeys([*columns, TABLES[table].key[0]]))
    return join_splits(table, [read_place(directory, place, with_key) for place in shard_places]).select(list(columns))
