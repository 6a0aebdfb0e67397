"""Writing, committing and reading the shards of a run.

A shard of a stage is committed by its sidecar, a small JSON file that is written last and names every table file with
its rows, hashes and counts. What no sidecar names does not exist.
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
"""How every table file is written: nothing in it depends on time or machine."""


class DamagedShardError(Exception):
    """A committed file is missing or is not what was committed; the message names it and the remedy."""


@dataclass(frozen=True)
class ShardFile:
    """One file of a table as committed. ``size`` is in bytes.

    A stage writes a file for each shard. In a release one file may hold several ``shards`` that follow each other, one
    row group for each; where the release has splits, it holds of each shard the rows of its ``split``. The content hash
    of a file of one shard is that of its rows, of a file of several that of the hashes of its row groups.
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
        """What JSON says of the file; a file of one shard and no split is written as before there were such."""
        values = asdict(self)
        if self.split is None and self.shards == 1:
            del values["split"], values["shards"]
        return values


@dataclass(frozen=True)
class Sidecar:
    """The commit of a shard: its files, and what the stage counted in it."""

    shard: int
    files: tuple[ShardFile, ...]
    counts: Mapping[str, int]

    def to_json(self) -> str:
        """The sidecar as it is written."""
        return canonical_json({**asdict(self), "files": [file.to_values() for file in self.files]}) + "\n"

    @staticmethod
    def from_json(text: str) -> "Sidecar":
        """The sidecar of a file's text. Raises ``ValueError`` where it is none."""
        return TypeAdapter(Sidecar).validate_json(text, strict=True)


@dataclass(frozen=True)
class ShardOutput:
    """What a stage makes of one shard: its tables by name, and its counts by name."""

    tables: Mapping[str, pa.Table]
    counts: Mapping[str, int] = field(default_factory=dict)


PARQUET_FAULTS = (pa.ArrowException, OSError, ValueError)
"""What reading damaged Parquet raises; the last where a name is no UTF-8."""


def to_parquet(table: pa.Table) -> bytes:
    """The bytes of a table as Parquet."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, **PARQUET_OPTIONS)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def from_parquet(content: bytes, columns: Sequence[str] | None = None) -> pa.Table:
    """The table of Parquet bytes, or some columns of it, with the page checksums verified.

    Raises one of ``PARQUET_FAULTS`` where they are no Parquet.
    """
    return pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True).read(columns)


def commit_shard(run: Run, shard: int, output: ShardOutput) -> Sidecar:
    """Write the tables of a shard, then the sidecar that commits them."""
    files = tuple(_write_table(run, shard, name, table) for name, table in sorted(output.tables.items()))
    sidecar = Sidecar(shard, files, dict(sorted(output.counts.items())))
    filesystem.write_bytes(run.path(run.sidecar_name(shard)), sidecar.to_json().encode())
    return sidecar


def _write_table(run: Run, shard: int, name: str, table: pa.Table) -> ShardFile:
    if not table.schema.equals(TABLES[name].schema):
        raise TypeError(f"the {run.stage} stage made a {name} table of another schema:\n{table.schema}")
    content, file = to_parquet(table), run.table_name(name, shard)
    filesystem.write_bytes(run.path(file), content)
    return shard_file(name, file, table, content)


def shard_file(table: str, name: str, rows: pa.Table, content: bytes) -> ShardFile:
    """What a sidecar or manifest says of a table file with some rows and bytes."""
    return ShardFile(table, name, len(rows), len(content), hashlib.sha256(content).hexdigest(), content_hash(rows))


def read_sidecar(run: Run, shard: int) -> Sidecar | None:
    """The commit of a shard, or None where it is not committed or its commit cannot be read."""
    try:
        return Sidecar.from_json(filesystem.read_bytes(run.path(run.sidecar_name(shard))).decode())
    except (FileNotFoundError, ValueError):
        return None


def is_committed(run: Run, shard: int) -> bool:
    """Whether a shard is committed and every file that its commit names is there."""
    sidecar = read_sidecar(run, shard)
    return sidecar is not None and all(filesystem.exists(run.path(file.name)) for file in sidecar.files)


def read_file(directory: str, file: ShardFile, columns: Sequence[str] | None = None) -> pa.Table:
    """A committed table of a shard, or some columns of it.

    Raises :class:`DamagedShardError` where its bytes are not those committed.
    """
    content = read_content(directory, file)
    try:
        return from_parquet(content, columns)
    except PARQUET_FAULTS as error:
        path, reason = filesystem.join(directory, file.name), next(iter(str(error).splitlines()), "")
        raise DamagedShardError(f"{path} is no Parquet: {reason}; delete {directory} and run again") from None


def read_content(directory: str, file: ShardFile) -> bytes:
    """The bytes of a committed file. Raises :class:`DamagedShardError` where they are not those committed."""
    path = filesystem.join(directory, file.name)
    try:
        content = filesystem.read_bytes(path)
    except FileNotFoundError:
        raise DamagedShardError(f"{path} is missing; delete {directory} and run again") from None
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise DamagedShardError(f"{path} is not what was committed (sha256 differs); delete {directory} and run again")
    return content
