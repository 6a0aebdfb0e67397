"""Spill files: rows distributed over partitions, each of which can be read by itself."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from versebench.schemas.poems import POEMS
from versebench.storage import filesystem

SPILL = pa.schema(
    [
        pa.field("key", pa.string()),
        *(pa.field(field.name, field.type) for field in POEMS.schema),
        pa.field("whole", pa.string()),
        pa.field("file", pa.string()),
        pa.field("row", pa.int64()),
        pa.field("reason", pa.string()),
        pa.field("detail", pa.string()),
        pa.field("kept_work_id", pa.string()),
        pa.field("original", pa.string()),
        pa.field("original_size", pa.int64()),
    ]
)
"""A poem or, if ``reason`` is given, a reject. ``key`` is the hash by which the next step distributes rows, and
``whole`` the text that a unit was cut from."""

_FLUSH_CHARACTERS = 1 << 24


class SpillWriter:
    """Gathers rows by partition, and writes a batch for every partition once enough rows have come together.

    Batch ``n`` of the file belongs to partition ``n % partitions``, so that no index is needed.
    """

    def __init__(self, writer: Any, partitions: int) -> None:
        self._writer, self._partitions = writer, partitions
        self._rows: list[list[dict[str, Any]]] = [[] for _ in range(partitions)]
        self._characters = 0

    def add(self, partition: int, row: dict[str, Any]) -> None:
        """Add a row."""
        self._rows[partition].append(row)
        self._characters += 500 + len(row["text"] or "") + len(row["original"] or "")
        if self._characters > _FLUSH_CHARACTERS:
            self.flush()

    def flush(self) -> None:
        """Write the gathered rows."""
        for partition in range(self._partitions):
            self._writer.write_batch(pa.RecordBatch.from_pylist(self._rows[partition], SPILL))
            self._rows[partition] = []
        self._characters = 0

    def write_tables(self, tables: Sequence[pa.Table]) -> None:
        """Write one table for each partition."""
        for table in tables:
            batch = table.combine_chunks().to_batches()
            self._writer.write_batch(batch[0] if batch else pa.RecordBatch.from_pylist([], SPILL))


@contextmanager
def spill_writer(path: str, partitions: int) -> Iterator[SpillWriter]:
    """Opens a writer of a spill file; the file is complete when the block ends."""
    with filesystem.open_writer(path) as sink, pa.ipc.new_file(sink, SPILL) as writer:
        spill = SpillWriter(writer, partitions)
        yield spill
        spill.flush()


@dataclass(frozen=True)
class Spill:
    """A finished spill file."""

    path: str
    partitions: int


def read_partition(spills: Sequence[Spill], partition: int) -> pa.Table:
    """The rows of one partition of some spill files, in the order of the files."""
    tables = [SPILL.empty_table()]
    for spill in spills:
        with filesystem.open_reader(spill.path) as source, pa.ipc.open_file(source) as reader:
            batches = range(partition, reader.num_record_batches, spill.partitions)
            tables += [pa.Table.from_batches([reader.get_batch(batch)]) for batch in batches]
    return pa.concat_tables(tables).combine_chunks()
