"""Source files in Parquet."""

import os
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import pyarrow as pa
import pyarrow.parquet as pq

from versebench.transforms.readers.bad_rows import bad_row, row_too_large
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.parquet_values import UNREADABLE, python_value

_MOST_ROWS = 128
_READ_BYTES = 65_536
_SMALL_BYTES = 64 << 20
"""A file up to this size is read by whole columns of a row group. A larger file is read page by page; for a page Arrow
allocates the size that the page states, up to 2 GiB, whatever the size of the file."""
_FREE_BYTES = 1 << 28
"""Bytes of values that are read whatever the size of the file."""
_MOST_RATIO = 200
"""How many times as large as the file its values may be in Arrow's representation."""
_FREE_ROWS = 1 << 20
"""Rows that are read whatever the size of the file; a larger number needs a byte of the file for each row."""
_FAULTS = (pa.ArrowException, OSError, ValueError, OverflowError)


def read_parquet(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    """Yields the rows of the file, row group by row group, with unchanged columns; page checksums are verified.

    Bad rows: ``row_too_large`` (more than ``max_row_bytes`` in Arrow's representation; its original is a preview),
    ``unreadable_value`` (one that Python cannot represent), and ``unreadable_row_group`` for every row of a row group
    after a fault, so that the number of rows is that of the file. Memory contains a page of every column (of a small
    file, a stored row group) and a few rows. ``stream`` must be seekable.

    Raises :class:`SourceFormatError` if the file is not a Parquet file, repeats a column name, or has many times more
    rows or values than its size allows.
    """
    file = _open(stream)
    number, budget = 1, _Budget(stream.seek(0, os.SEEK_END))
    for group in range(file.metadata.num_row_groups):
        for row in _group_rows(file, group, number, max_row_bytes, budget):
            yield row
            number = row.number + 1


class _Budget:
    """The bytes of values that a file may still have."""

    def __init__(self, size: int) -> None:
        self._size, self._left = size, max(_FREE_BYTES, _MOST_RATIO * size)

    def spend(self, values: int) -> None:
        """Take the bytes of a batch. Raises :class:`SourceFormatError` if they are more than are left."""
        self._left -= values
        if self._left < 0:
            raise SourceFormatError(
                f"has {self._size} bytes, and its values take more than {_MOST_RATIO} times as many; if that is "
                "intended, write it again without compression and dictionaries"
            )


def _open(stream: BinaryIO) -> Any:
    size = stream.seek(0, os.SEEK_END)
    buffer = _READ_BYTES if size > _SMALL_BYTES else 0
    try:
        file = pq.ParquetFile(stream, buffer_size=buffer, pre_buffer=False, page_checksum_verification=True)
        names = file.schema_arrow.names
        group_rows = [file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)]
    except _FAULTS as error:
        raise SourceFormatError(f"is not a Parquet file, or is damaged ({str(error)!a}); check its format") from error
    if repeated := {name for name in names if names.count(name) > 1}:
        raise SourceFormatError(f"repeats the column names {sorted(repeated)!a}; give every column its own")
    if min(group_rows, default=0) < 0 or sum(group_rows) != file.metadata.num_rows:
        raise SourceFormatError(
            f"has {file.metadata.num_rows} rows, but its row groups have {sum(group_rows)}; write the file again"
        )
    if file.metadata.num_row_groups > size or file.metadata.num_rows > max(_FREE_ROWS, size):
        raise SourceFormatError(
            f"has {size} bytes and states {file.metadata.num_rows} rows, which so few bytes cannot hold; write it again"
        )
    return file


def _group_rows(file: Any, group: int, first: int, max_row_bytes: int, budget: _Budget) -> Iterator[Row | BadRow]:
    rows, groups = file.metadata.row_group(group).num_rows, file.metadata.num_row_groups
    number, fault = first, "the row group ends early"
    try:
        for batch in _batches(file, group, max_row_bytes):
            budget.spend(batch.nbytes)
            for row in _batch_rows(batch, number, max_row_bytes):
                yield row
                number += 1
    except _FAULTS as error:
        fault = ascii(str(error))
    detail = f"row group {group + 1} of {groups} ({rows} rows): {fault}"
    for missing in range(number, first + rows):
        yield bad_row(missing, "unreadable_row_group", detail, "")


def _batches(file: Any, group: int, max_row_bytes: int) -> Iterator[Any]:
    metadata = file.metadata.row_group(group)
    mean_bytes = metadata.total_byte_size // max(metadata.num_rows, 1)
    rows = min(max(max_row_bytes // max(mean_bytes, 1), 1), _MOST_ROWS)
    return map(_without_dictionaries, file.iter_batches(batch_size=rows, row_groups=[group], use_threads=False))


def _batch_rows(batch: Any, first: int, max_row_bytes: int) -> Iterator[Row | BadRow]:
    rows = _converted(batch) if batch.nbytes <= max_row_bytes else None
    if rows is not None:
        yield from (Row(number, fields) for number, fields in enumerate(rows, first))
        return
    for index in range(batch.num_rows):
        yield _row(batch.slice(index, 1), first + index, max_row_bytes)


def _converted(batch: Any) -> list[dict[str, object]] | None:
    try:
        return cast(list[dict[str, object]], batch.to_pylist())
    except UNREADABLE:
        return None


def _row(batch: Any, number: int, max_row_bytes: int) -> Row | BadRow:
    if batch.nbytes > max_row_bytes:
        return row_too_large(number, max_row_bytes, str(batch), batch.nbytes)
    fields: dict[str, object] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        try:
            fields[name] = python_value(column[0])
        except UNREADABLE as error:
            return bad_row(number, "unreadable_value", ascii(f"column {name}: {error}"), str(batch), batch.nbytes)
    return Row(number, fields)


def _without_dictionaries(batch: Any) -> Any:
    # Otherwise a slice of one row would count as large as the dictionary of its whole column.
    columns = [
        column.dictionary_decode() if pa.types.is_dictionary(column.type) else column for column in batch.columns
    ]
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)
