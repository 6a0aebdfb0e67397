"""Folders of tables about studies: Parquet files of one shard or more, and a manifest that commits them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from versebench.pipelines.errors import DataError
from versebench.schemas.table import Table
from versebench.storage import filesystem
from versebench.storage.commit import ShardFile, Sidecar, shard_file, to_parquet
from versebench.storage.content_hash import combine
from versebench.storage.manifest import FORMAT, Manifest, TableEntry, read_manifest, read_table, write_manifest
from versebench.storage.row_groups import shards_of
from versebench.storage.run import Run, run_id
from versebench.storage.spread import spread_of


def read_tables(
    directory: str, tables: Mapping[str, Table], columns: Mapping[str, Sequence[str]]
) -> dict[str, pa.Table]:
    """The tables of a folder, of which some have only some columns; a table that the folder lacks is empty.

    Raises :class:`DataError` if the folder has no manifest, or a table another schema, and ``DamagedShardError`` if a
    file is not the one that was committed.
    """
    manifest = export_manifest(directory)
    return {name: _read(directory, manifest, table, columns.get(name)) for name, table in tables.items()}


def export_folder(directory: str) -> str:
    """The folder of an export: the one that is named, or the only one below it, where ``study export`` puts it."""
    if filesystem.is_local(directory) and read_manifest(directory) is None:
        below = sorted(Path(directory).glob("study-export/*/manifest.json"))
        if len(below) == 1:
            return str(below[0].parent)
    return directory


def export_manifest(directory: str) -> Manifest:
    """The manifest of an export. Raises :class:`DataError` if the folder has none."""
    manifest = read_manifest(directory)
    if manifest is None:
        raise DataError(f"{directory} is not an export of a study: it has no manifest.json; name the folder of one")
    return manifest


def _read(directory: str, manifest: Manifest, table: Table, columns: Sequence[str] | None) -> pa.Table:
    names = list(columns or table.schema.names)
    entry = manifest.tables.get(table.name)
    if entry is None or not entry.files:
        return table.empty().select(names)
    if entry.fingerprint != table.fingerprint:
        raise DataError(
            f"{directory}: the table {table.name} {entry.schema_version} has other fields than {table.version}, which "
            "this version of versebench reads; export the study again"
        )
    rows = pa.concat_tables(
        read_table(directory, manifest, table.name, shard, names) for shard in range(shards_of(entry.files))
    )
    if not rows.schema.equals(pa.schema([table.schema.field(name) for name in names])):  # an empty table needs pandas
        raise DataError(f"{directory}: the files of {table.name} lack fields of its schema; export the study again")
    return rows


def folder_id(stage: str, made_of: Mapping[str, object], shards: int = 1) -> str:
    """The id of a folder, which is that of a run of a stage."""
    return run_id({"stage": stage, "shards": shards, "made_of": dict(made_of)})


def write_tables(
    root: str,
    stage: str,
    tables: Mapping[Table, Sequence[pa.Table]],
    made_of: Mapping[str, object],
    figures: Mapping[str, int] | None = None,
) -> tuple[Run, Manifest]:
    """Write tables, each as so many shards, to a folder that is named by what they are made of, and commit it.

    ``figures`` stand among the counts of the manifest, beside the rows of each table.
    """
    shards = max(map(len, tables.values()))
    run = Run(root, stage, folder_id(stage, made_of, shards), shards)
    entries = {table.name: _write(run, table, parts) for table, parts in tables.items()}
    for shard in range(shards):
        _write_sidecar(run, shard, entries, (figures or {}) if shard == 0 else {})
    counts = {f"rows/{name}": entry.rows for name, entry in entries.items()} | dict(figures or {})
    counts = dict(sorted(counts.items()))
    manifest = Manifest(FORMAT, stage, run.run_id, shards, dict(made_of), counts, dict(sorted(entries.items())))
    write_manifest(run, manifest)
    return run, manifest


def _write_sidecar(run: Run, shard: int, entries: Mapping[str, TableEntry], figures: Mapping[str, int]) -> None:
    files = tuple(entry.files[shard] for _, entry in sorted(entries.items()) if shard < len(entry.files))
    counts = {f"rows/{file.table}": file.rows for file in files} | dict(figures)
    sidecar = Sidecar(shard, files, dict(sorted(counts.items())))
    filesystem.write_bytes(run.path(run.sidecar_name(shard)), sidecar.to_json().encode())


def _write(run: Run, table: Table, parts: Sequence[pa.Table]) -> TableEntry:
    files: list[ShardFile] = []
    for shard, rows in enumerate(parts):
        name, content = run.table_name(table.name, shard), to_parquet(rows)
        filesystem.write_bytes(run.path(name), content, sync_name=False)
        files.append(shard_file(table.name, name, rows, content))
    rows_spread, sizes = spread_of([file.rows for file in files]), spread_of([file.size for file in files])
    content_hash = combine([file.content_hash for file in files])
    return TableEntry(table.version, table.fingerprint, rows_spread.sum, content_hash, tuple(files), rows_spread, sizes)
