"""Write the tables of a release, with a row group for each shard and split. One shard is in memory at a time."""

import contextlib
import errno
import hashlib
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from versebench.release.folder.layout import FilePlan
from versebench.schemas.registry import TABLES
from versebench.storage import filesystem
from versebench.storage.commit import PARQUET_OPTIONS, ShardFile
from versebench.storage.content_hash import combine, combine_groups, content_hash


def write_table(
    folder: str,
    plans: Sequence[FilePlan],
    rows_of: Callable[[int], pa.Table],
    splits_of: Callable[[int], pa.Table],
) -> tuple[tuple[ShardFile, ...], str]:
    """Write the files of a table. Returns the files, and the content hash of the table, which does not depend on them.

    ``rows_of`` gives the rows of a shard and ``splits_of`` the rows of the table ``splits`` of the same works.
    """
    written: dict[FilePlan, ShardFile] = {}
    hashes: list[str] = []
    for group in sorted({plan.shards for plan in plans}, key=lambda shards: shards.start):
        mine = {plan.split: plan for plan in plans if plan.shards == group}
        with contextlib.ExitStack() as open_files:
            files = {
                split: open_files.enter_context(contextlib.closing(_TableFile(folder, plan)))
                for split, plan in mine.items()
            }
            for shard in group:
                rows = rows_of(shard)
                parts = {None: rows} if None in mine else divide(rows, splits_of(shard), [*filter(None, mine)])
                parts_hashes = [files[split].add(part) for split, part in parts.items()]
                hashes.append(parts_hashes[0] if len(parts_hashes) == 1 else content_hash(rows))
            written |= {mine[split]: file.finish() for split, file in files.items()}
    return tuple(written[plan] for plan in plans), combine(hashes)


def divide(rows: pa.Table, splits: pa.Table, names: Sequence[str]) -> Mapping[str | None, pa.Table]:
    """The rows of each split, in order. Raises ``ValueError`` if the work of a row is in no split."""
    places = pc.index_in(rows.column("work_id"), value_set=splits.column("work_id").combine_chunks())
    split = splits.column("split").take(places)
    parts: dict[str | None, pa.Table] = {name: rows.filter(pc.equal(split, name)) for name in names}
    if sum(map(len, parts.values())) != len(rows):
        raise ValueError(
            f"{len(rows) - sum(map(len, parts.values()))} of {len(rows)} rows belong to a work in no split"
        )
    return parts


class _TableFile:
    """A file of a table that grows by a row group for each shard."""

    def __init__(self, folder: str, plan: FilePlan) -> None:
        self._plan, self._path = plan, filesystem.join(folder, plan.name)
        self._schema = TABLES[plan.table].schema
        self._hashes: list[str] = []
        self._rows = 0
        self._sink = _HashedFile(filesystem.open_writer(self._path))
        self._writer = pq.ParquetWriter(self._sink, self._schema, **PARQUET_OPTIONS)

    def close(self) -> None:
        if not self._sink.closed:
            with self._sink:
                self._writer.close()

    def add(self, rows: pa.Table) -> str:
        """Write the rows of the next shard. The bytes do not depend on their chunks. Returns their content hash."""
        rows = rows.cast(self._schema).combine_chunks()
        self._writer.write_table(rows, row_group_size=max(1, len(rows)))
        self._hashes.append(content_hash(rows))
        self._rows += len(rows)
        return self._hashes[-1]

    def finish(self) -> ShardFile:
        """Close the file. Returns its entry for the manifest. Raises ``OSError`` if the file is incomplete."""
        self.close()
        ((_, size),) = filesystem.glob(self._path)
        if size != self._sink.size:
            message = f"{size} of {self._sink.size} bytes were written; run again, or choose another --root"
            raise OSError(errno.EIO, message, self._path)
        return ShardFile(
            self._plan.table,
            self._plan.name,
            self._rows,
            size,
            self._sink.sha256,
            combine_groups(self._hashes),
            self._plan.split,
            len(self._hashes),
        )


class _HashedFile(io.RawIOBase):
    """A writable file that counts the bytes written and computes their sha256."""

    def __init__(self, file: Any) -> None:
        self._file, self._digest = file, hashlib.sha256()
        self.size = 0

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._file.write(content)
        self._digest.update(content)
        self.size += len(content)
        return len(content)

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._file.close()
