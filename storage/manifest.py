"""The manifest of a run: written last, it commits the whole; readers follow manifests only."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa
from pydantic import TypeAdapter, ValidationError

from versebench.schemas.registry import TABLES
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError, ShardFile, Sidecar, read_file
from versebench.storage.content_hash import combine
from versebench.storage.row_groups import NoParquetError, places, read_joined
from versebench.storage.run import Run, canonical_json
from versebench.storage.spread import Spread, spread_of

FORMAT = "versebench-manifest.v1"
NAME = "manifest.json"


@dataclass(frozen=True)
class TableEntry:
    """One table of a run: its schema, its rows in all shards, and its files by split and in the order of the shards.

    The content hash is that of the hashes of the shards' rows, whatever files they lie in: a table has the same one in
    a run and in every release that it is part of. ``shard_rows`` and ``shard_bytes`` say how rows and bytes are spread
    over the files; older manifests lack them.
    """

    schema_version: str
    fingerprint: str
    rows: int
    content_hash: str
    files: tuple[ShardFile, ...]
    shard_rows: Spread | None = None
    shard_bytes: Spread | None = None


@dataclass(frozen=True)
class Document:
    """A file of a release that is no table. ``size`` is in bytes."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What a run is made of and what it holds. Nothing in it depends on when, where or by whom it was made."""

    format: str
    stage: str
    run_id: str
    shards: int
    made_of: Mapping[str, Any]
    counts: Mapping[str, int]
    tables: Mapping[str, TableEntry]
    documents: tuple[Document, ...] = ()

    @property
    def files(self) -> list[ShardFile]:
        """The files of all tables."""
        return [file for entry in self.tables.values() for file in entry.files]

    @property
    def contents(self) -> list[ShardFile | Document]:
        """The files of all tables, and the documents."""
        return [*self.files, *self.documents]

    def to_json(self) -> str:
        """The manifest as it is written."""
        values = asdict(self)
        for name, entry in self.tables.items():
            values["tables"][name]["files"] = [file.to_values() for file in entry.files]
        return canonical_json(values) + "\n"


def assemble(run: Run, made_of: Mapping[str, Any], sidecars: Sequence[Sidecar]) -> Manifest:
    """The manifest of a run from the commits of all its shards."""
    ordered = sorted(sidecars, key=lambda sidecar: sidecar.shard)
    if [sidecar.shard for sidecar in ordered] != list(range(run.shards)):
        raise ValueError(f"{run.directory}: {len(ordered)} of {run.shards} shards are committed")
    files: dict[str, list[ShardFile]] = {}
    counts: dict[str, int] = {}
    for sidecar in ordered:
        for file in sidecar.files:
            files.setdefault(file.table, []).append(file)
        for name, count in sidecar.counts.items():
            counts[name] = counts.get(name, 0) + count
    tables = {name: table_entry(name, tuple(parts)) for name, parts in sorted(files.items())}
    return Manifest(FORMAT, run.stage, run.run_id, run.shards, made_of, dict(sorted(counts.items())), tables)


def table_entry(name: str, files: tuple[ShardFile, ...]) -> TableEntry:
    """What a manifest says of a table, from its files in the order of the shards."""
    table = TABLES[name]
    rows, sizes = spread_of([file.rows for file in files]), spread_of([file.size for file in files])
    content = combine([file.content_hash for file in files])
    return TableEntry(table.version, table.fingerprint, rows.sum, content, files, rows, sizes)


def write_manifest(run: Run, manifest: Manifest) -> None:
    """Commit a run."""
    filesystem.write_bytes(run.path(NAME), manifest.to_json().encode())


def read_manifest(directory: str) -> Manifest | None:
    """The manifest of a directory, or None where it holds no committed run.

    Raises :class:`DamagedShardError` where there is a manifest that cannot be read, or that has another format.
    """
    path = filesystem.join(directory, NAME)
    try:
        content = filesystem.read_bytes(path)
    except FileNotFoundError:
        return None
    try:
        manifest = TypeAdapter(Manifest).validate_json(content)
    except ValidationError as error:
        _check_format(path, _format_of(content))
        raise DamagedShardError(f"{path} is no manifest of versebench: {error.errors()[0]['msg']}") from None
    _check_format(path, manifest.format)
    return manifest


@dataclass(frozen=True)
class _Formatted:
    """A manifest of any format."""

    format: str


def _format_of(content: bytes) -> str:
    try:
        return TypeAdapter(_Formatted).validate_json(content).format
    except ValidationError:
        return FORMAT


def _check_format(path: str, found: str) -> None:
    if found != FORMAT:
        raise DamagedShardError(
            f"{path} is a manifest of the format {found[:80]!r}, and this versebench reads {FORMAT}: use the one that "
            "made it"
        )


def read_table(
    directory: str, manifest: Manifest, table: str, shard: int, columns: Sequence[str] | None = None
) -> pa.Table:
    """One shard of a table of a committed run or of a release, or some columns of it.

    Its rows are those of all splits, in the order in which they were assembled.

    Raises :class:`DamagedShardError` where it is damaged. Of a file of one shard the sha256 is checked; of a file of
    several one row group is read, and its page checksums are checked.
    """
    found = places(manifest.tables[table].files, shard)
    if len(found) == 1 and found[0].row_group is None:
        return read_file(directory, found[0].file, columns)
    try:
        return read_joined(directory, table, found, columns)
    except FileNotFoundError as error:
        raise DamagedShardError(f"{error.filename} is missing; {_ANEW}") from None
    except NoParquetError as error:
        names = ", ".join(filesystem.join(directory, place.file.name) for place in found)
        raise DamagedShardError(f"{names} cannot be read ({error}); {_ANEW}") from None


_ANEW = "versebench verify says what else is; fetch the release again, or delete it and run again"
