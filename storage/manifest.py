"""The manifest of a run. It is written last and commits the run; readers follow manifests only."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import pyarrow as pa
from pydantic import TypeAdapter, ValidationError

from versebench.schemas.registry import TABLES
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError, ShardFile, Sidecar, read_file
from versebench.storage.content_hash import combine
from versebench.storage.object_store import ObjectStoreError
from versebench.storage.row_groups import ParquetFileError, places, read_joined
from versebench.storage.run import Run, canonical_json
from versebench.storage.spread import Spread, spread_of

FORMAT = "versebench-manifest.v1"
NAME = "manifest.json"
MOST_BYTES = 1 << 30
"""Bytes of the largest manifest, or other note, that is read."""


@dataclass(frozen=True)
class TableEntry:
    """One table of a run: its schema, the rows of all shards, and its files, by split and in the order of the shards.

    The content hash combines the hashes of the shards' rows and does not depend on the files: a table has the same
    content hash in its run and in every release. ``shard_rows`` and ``shard_bytes`` describe how rows and bytes are
    spread over the files; older manifests lack them.
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
    """A file of a release that is not a table. ``size`` is in bytes."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The inputs and the content of a run. It does not depend on when, where or by whom the run was made."""

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
        """The files of all tables, followed by the documents."""
        return [*self.files, *self.documents]

    @property
    def content_hashes(self) -> dict[str, str]:
        """The content hash of each table."""
        return {name: entry.content_hash for name, entry in self.tables.items()}

    def to_json(self) -> str:
        """The text of the manifest's file."""
        values = asdict(self)
        for name, entry in self.tables.items():
            values["tables"][name]["files"] = [file.to_values() for file in entry.files]
        return canonical_json(values) + "\n"


def assemble(run: Run, made_of: Mapping[str, Any], sidecars: Sequence[Sidecar]) -> Manifest:
    """The manifest of a run from the sidecars of all its shards. Raises ``ValueError`` if one is missing."""
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
    """The entry of a table in a manifest, from its files in the order of the shards."""
    table = TABLES[name]
    rows, sizes = spread_of([file.rows for file in files]), spread_of([file.size for file in files])
    content = combine([file.content_hash for file in files])
    return TableEntry(table.version, table.fingerprint, rows.sum, content, files, rows, sizes)


def write_manifest(run: Run, manifest: Manifest) -> None:
    """Commit a run by writing its manifest."""
    filesystem.write_bytes(run.path(NAME), manifest.to_json().encode())


def read_manifest(directory: str) -> Manifest | None:
    """The manifest of a directory; None if the directory does not contain a committed run.

    Raises :class:`DamagedShardError` if the manifest cannot be read or has another format.
    """
    path = filesystem.join(directory, NAME)
    try:
        content = filesystem.read_bytes(path, MOST_BYTES)
    except FileNotFoundError:
        return None
    except ObjectStoreError:
        raise
    except OSError as error:
        raise DamagedShardError(f"{path} cannot be read: {error.strerror}") from None
    try:
        manifest = TypeAdapter(Manifest).validate_json(content)
    except ValidationError as error:
        _check_format(path, _format_of(content))
        raise DamagedShardError(f"{path} is not a valid manifest of versebench: {error.errors()[0]['msg']}") from None
    _check_format(path, manifest.format)
    return manifest


def read_run_manifest(run: Run, made_of: Mapping[str, Any]) -> Manifest | None:
    """The manifest of a run; None if the run is not committed.

    Raises :class:`DamagedShardError` if the manifest cannot be read, or is not that of this run made of these inputs.
    """
    manifest = read_manifest(run.directory)
    if manifest is not None and (fault := _fault(run, made_of, manifest)) is not None:
        raise DamagedShardError(
            f"{run.path(NAME)} is not the manifest of this run: {fault}; it may have been copied here; "
            f"delete {run.directory} and run again"
        )
    return manifest


def _fault(run: Run, made_of: Mapping[str, Any], manifest: Manifest) -> str | None:
    """Where a manifest differs from what this run commits; None if it is the run's."""
    for what, value, wanted in (
        ("stage", manifest.stage, run.stage),
        ("run id", manifest.run_id, run.run_id),
        ("number of shards", manifest.shards, run.shards),
        ("tables", sorted(manifest.tables), sorted(made_of.get("tables", manifest.tables))),
    ):
        if value != wanted:
            return f"its {what} is {value!r}, not {wanted!r}"
    if canonical_json(manifest.made_of) != canonical_json(made_of):
        return "it was made of other inputs"
    for name, entry in manifest.tables.items():
        names = [run.table_name(name, shard) for shard in range(run.shards)]
        if [file.name for file in entry.files] != names:
            return f"its files of {name} are not those of its shards"
        if name not in TABLES or entry != replace(table_entry(name, entry.files), **_unstated(entry)):
            return f"its entry of {name} does not follow from its files"
    return None


def _unstated(entry: TableEntry) -> dict[str, Any]:
    """The spreads that older manifests lack."""
    return {} if entry.shard_rows else {"shard_rows": None, "shard_bytes": None}


@dataclass(frozen=True)
class _Formatted:
    """A manifest of any format."""

    format: str


def _format_of(content: bytes) -> str:
    try:
        return TypeAdapter(_Formatted).validate_json(content).format
    except ValidationError:
        return FORMAT


def _check_format(path: str, name: str) -> None:
    if name != FORMAT:
        raise DamagedShardError(
            f"{path} has the manifest format {name[:80]!r}, but this version of versebench reads {FORMAT!r}; use the "
            "version that wrote it"
        )


def read_table(
    directory: str, manifest: Manifest, table: str, shard: int, columns: Sequence[str] | None = None
) -> pa.Table:
    """One shard of a table of a committed run or of a release, or some of its columns.

    The rows of all splits come in the order in which they were assembled.

    Raises :class:`DamagedShardError` if the shard is damaged. The sha256 of a file with one shard is checked. Of a file
    with several shards, only one row group is read, and its page checksums are checked.
    """
    shard_places = places(manifest.tables[table].files, shard)
    if len(shard_places) == 1 and shard_places[0].row_group is None:
        return read_file(directory, shard_places[0].file, columns)
    try:
        return read_joined(directory, table, shard_places, columns)
    except FileNotFoundError as error:
        raise DamagedShardError(f"{error.filename} is missing; {_REMEDY}") from None
    except ParquetFileError as error:
        names = ", ".join(filesystem.join(directory, place.file.name) for place in shard_places)
        raise DamagedShardError(f"{names} cannot be read ({error}); {_REMEDY}") from None


_REMEDY = (
    "fetch the release again, or delete it and run again; versebench verify lists everything that is missing or damaged"
)
