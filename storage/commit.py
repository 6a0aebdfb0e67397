"""Writing, committing and reading the shards of a run.

A sidecar commits a shard of a stage. It is a small JSON file that is written last and names every table file with its
rows, hashes and counts. A file that no sidecar names does not count as part of the run.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import TypeAdapter

from versebench.schemas.registry import TABLES
from versebench.storage import filesystem
from versebench.storage.content_hash import content_hash
from versebench.storage.run import Run, canonical_json

PARQUET_OPTIONS: Mapping[str, Any] = {"compression": "zstd", "write_page_checksum": True, "store_schema": True}
"""Options for writing every table file. The bytes of a file do not depend on time or machine."""


class DamagedShardError(Exception):
    """A committed file is missing or has changed. The message names the file and the remedy."""


@dataclass(frozen=True)
class ShardFile:
    """One file of a table as committed. ``size`` is in bytes.

    A stage writes one file for each shard. In a release, one file may contain several consecutive ``shards``, each as
    one row group. If the release has splits, the file contains only the rows of its ``split``. The content hash of a
    file with one shard is the hash of its rows; with several shards, it is the combined hash of the row groups.
    """

    table: str
    name: str
    rows: int
    size: int
    sha256: str
    content_hash: str
    split: str | None = None
    shards: int = 1

    def to_values(self) -> dict[str, Any]:
        """The file as JSON values. Without a split and with one shard, they are the same as in older versions."""
        values = asdict(self)
        if self.split is None and self.shards == 1:
            del values["split"], values["shards"]
        return values


@dataclass(frozen=True)
class Sidecar:
    """The commit of a shard: its files, and the counts of the stage."""

    shard: int
    files: tuple[ShardFile, ...]
    counts: Mapping[str, int]

    def to_json(self) -> str:
        """The text of the sidecar's file."""
        return canonical_json({**asdict(self), "files": [file.to_values() for file in self.files]}) + "\n"

    @staticmethod
    def from_json(text: str) -> "Sidecar":
        """The sidecar from the text of its file. Raises ``ValueError`` if the text is not a sidecar."""
        return TypeAdapter(Sidecar).validate_json(text, strict=True)


@dataclass(frozen=True)
class ShardOutput:
    """The output of a stage for one shard: tables by name, and counts by name."""

    tables: Mapping[str, pa.Table]
    counts: Mapping[str, int] = field(default_factory=dict)


PARQUET_FAULTS = (pa.ArrowException, OSError, ValueError)
"""Errors from reading damaged Parquet; ``ValueError`` is raised if a name is not UTF-8."""


def to_parquet(table: pa.Table) -> bytes:
    """The bytes of a table as Parquet."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, **PARQUET_OPTIONS)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def from_parquet(content: bytes, columns: Sequence[str] | None = None) -> pa.Table:
    """The table in Parquet bytes, or some of its columns, with the page checksums verified.

    Raises one of ``PARQUET_FAULTS`` if the bytes are not valid Parquet.
    """
    return pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True).read(columns)


def commit_shard(run: Run, shard: int, output: ShardOutput) -> Sidecar:
    """Write the tables of a shard, then the sidecar that commits them, which also secures their names."""
    files = tuple(_write_table(run, shard, name, table) for name, table in sorted(output.tables.items()))
    sidecar = Sidecar(shard, files, dict(sorted(output.counts.items())))
    filesystem.write_bytes(run.path(run.sidecar_name(shard)), sidecar.to_json().encode())
    return sidecar


def _write_table(run: Run, shard: int, name: str, table: pa.Table) -> ShardFile:
    if not table.schema.equals(TABLES[name].schema):
        raise TypeError(f"the {run.stage} stage made a {name} table with another schema:\n{table.schema}")
    content, file = to_parquet(table), run.table_name(name, shard)
    filesystem.write_bytes(run.path(file), content, sync_name=False)
    return shard_file(name, file, table, content)


def shard_file(table: str, name: str, rows: pa.Table, content: bytes) -> ShardFile:
    """The entry in a sidecar or manifest for a table file with these rows and bytes."""
    return ShardFile(table, name, len(rows), len(content), hashlib.sha256(content).hexdigest(), content_hash(rows))


def read_sidecar(run: Run, shard: int) -> Sidecar | None:
    """The commit of a shard; None if it is not committed or the sidecar cannot be read."""
    try:
        return Sidecar.from_json(filesystem.read_bytes(run.path(run.sidecar_name(shard))).decode())
    except (FileNotFoundError, ValueError):
        return None


def is_committed(run: Run, shard: int) -> bool:
    """Whether a shard is committed and every file in its sidecar is whole."""
    return committed_sidecar(run, shard) is not None


def committed_sidecar(run: Run, shard: int) -> Sidecar | None:
    """The commit of a shard; None if it is not committed, or a file of it is missing or has changed."""
    sidecar = read_sidecar(run, shard)
    if sidecar is None or sidecar.shard != shard:
        return None
    names = {run.table_name(file.table, shard) for file in sidecar.files}
    whole = {file.name for file in sidecar.files} == names and all(_is_whole(run, file) for file in sidecar.files)
    return sidecar if whole else None


def _is_whole(run: Run, file: ShardFile) -> bool:
    """Whether a file has the bytes that were committed; on an object store, which keeps no torn files, their number."""
    path = run.path(file.name)
    if [size for _, size in filesystem.glob(path)] != [file.size]:
        return False
    if not filesystem.is_local(path):
        return True
    try:
        with open(path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest() == file.sha256
    except FileNotFoundError:
        return False


def read_file(directory: str, file: ShardFile, columns: Sequence[str] | None = None) -> pa.Table:
    """A committed table of a shard, or some of its columns.

    Raises :class:`DamagedShardError` if its bytes are not those that were committed.
    """
    content = read_content(directory, file)
    try:
        return from_parquet(content, columns)
    except PARQUET_FAULTS as error:
        path, reason = filesystem.join(directory, file.name), next(iter(str(error).splitlines()), "")
        raise DamagedShardError(
            f"{path} is not a valid Parquet file: {reason}; delete {directory} and run again"
        ) from None


def read_content(directory: str, file: ShardFile) -> bytes:
    """The bytes of a committed file. Raises :class:`DamagedShardError` if they are not those that were committed."""
    path = filesystem.join(directory, file.name)
    try:
        content = filesystem.read_bytes(path)
    except FileNotFoundError:
        raise DamagedShardError(f"{path} is missing; delete {directory} and run again") from None
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise DamagedShardError(
            f"{path} has changed since it was committed (sha256 differs); delete {directory} and run again"
        )
    return content
