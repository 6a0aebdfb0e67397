"""Prove a release or a committed run intact: every byte, and every row against its expectations."""

from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa

from expectations.verdict import Verdict
from pipelines.errors import DataError
from pipelines.extras import require
from pipelines.verify_run import check_notes, check_rank_limits, note_names
from release import checksums
from schemas.registry import TABLES
from schemas.table import fingerprint
from transforms.shards import storage
from transforms.shards.commit import ShardFile, from_parquet
from transforms.shards.content_hash import combine, content_hash
from transforms.shards.manifest import NAME, Manifest, read_manifest


def verify(directory: str) -> Iterator[str]:
    """What is wrong with a directory, one sentence for every file or row; nothing where it is intact.

    Raises :class:`DataError` where the directory holds no committed data at all.
    """
    require("release", "verifying")
    manifest = read_manifest(directory)
    if manifest is None:
        raise DataError(f"{directory}: there is no {NAME}, so nothing here was committed; give a release or a run")
    names = set(storage.list_names(directory))
    yield from _unknown_files(manifest, names)
    intact: dict[str, dict[int, pa.Table]] = {}
    for table, entry in manifest.tables.items():
        for shard, file in enumerate(entry.files):
            problems, rows = _check_file(directory, file, entry.fingerprint)
            yield from problems
            if rows is not None and not problems:
                intact.setdefault(table, {})[shard] = rows
        if combine([file.content_hash for file in entry.files]) != entry.content_hash:
            yield f"{NAME}: the content hash of {table} is not that of its shards"
    yield from _check_documents(directory, manifest, names)
    if manifest.stage != "release":
        yield from check_notes(directory, manifest, names)
    if len(found := intact.get("eligibility", {})) == manifest.shards:
        yield from check_rank_limits(directory, names, list(found.values()))
    yield from _check_rows(manifest, intact)


def _unknown_files(manifest: Manifest, names: set[str]) -> Iterator[str]:
    listed = {file.name for entry in manifest.tables.values() for file in entry.files}
    listed |= {document.name for document in manifest.documents} | {NAME, checksums.NAME}
    for name in sorted(names - listed):
        if manifest.stage == "release" or name not in note_names(manifest, names):
            yield f"{name}: is in no list; it does not belong to the data"


def _check_file(directory: str, file: ShardFile, fields: str) -> tuple[list[str], pa.Table | None]:
    try:
        content = storage.read_bytes(storage.join(directory, file.name))
    except FileNotFoundError:
        return [f"{file.name}: is missing"], None
    problems = []
    if len(content) != file.size:
        problems.append(f"{file.name}: has {len(content)} bytes, {file.size} were committed")
    if checksums.sha256(content) != file.sha256:
        problems.append(f"{file.name}: its sha256 is not the one that was committed")
    try:
        rows = from_parquet(content)
    except (pa.ArrowException, OSError) as error:
        return [*problems, f"{file.name}: cannot be read as Parquet: {str(error).splitlines()[0]}"], None
    return problems + list(_check_content(file, rows, fields)), rows


def _check_content(file: ShardFile, rows: pa.Table, fields: str) -> Iterator[str]:
    if fingerprint(pa.schema([field.with_type(_of_arrow(field.type)) for field in rows.schema])) != fields:
        yield f"{file.name}: has other columns, or columns of other types, than were committed"
        return
    if len(rows) != file.rows:
        yield f"{file.name}: has {len(rows)} rows, {file.rows} were committed"
    if content_hash(rows) != file.content_hash:
        yield f"{file.name}: its rows are not those that were committed"


def _of_arrow(kind: pa.DataType) -> pa.DataType:
    """A type as schemas name it: Parquet calls the values of a list by another name."""
    return pa.list_(_of_arrow(kind.value_type)) if pa.types.is_list(kind) else kind


def _check_documents(directory: str, manifest: Manifest, names: set[str]) -> Iterator[str]:
    wanted = {document.name: document.sha256 for document in manifest.documents}
    for name, digest in wanted.items():
        if name not in names:
            yield f"{name}: is missing"
        elif checksums.sha256(storage.read_bytes(storage.join(directory, name))) != digest:
            yield f"{name}: its sha256 is not the one that was committed"
    if manifest.stage == "release":
        yield from _check_sums(directory, manifest, wanted, names)


def _check_sums(directory: str, manifest: Manifest, documents: Mapping[str, str], names: set[str]) -> Iterator[str]:
    if checksums.NAME not in names:
        yield f"{checksums.NAME}: is missing; the release was not finished"
        return
    content = storage.read_bytes(storage.join(directory, checksums.NAME))
    try:
        found = checksums.read(content.decode())
    except UnicodeDecodeError:
        yield f"{checksums.NAME}: is no text"
        return
    except ValueError as error:
        yield str(error)
        return
    if checksums.write(found).encode() != content:
        yield f"{checksums.NAME}: is not written as checksums are"
    files = {file.name: file.sha256 for entry in manifest.tables.values() for file in entry.files}
    wanted = {**files, **documents, NAME: checksums.sha256(storage.read_bytes(storage.join(directory, NAME)))}
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            yield f"{checksums.NAME}: does not agree with the manifest about {name}"


def _check_rows(manifest: Manifest, intact: Mapping[str, Mapping[int, pa.Table]]) -> Iterator[str]:
    """Run the suites over what can be read, so that a bad row is named even where someone made the hashes fit."""
    from expectations import suites
    from expectations.shard import validate_shard

    checked = [table for table in intact if table in suites.NAMES]
    for shard in range(manifest.shards):
        tables = {
            name: intact[name][shard] for name in checked if shard in intact[name] and _is_sharded(manifest, name)
        }
        yield from _failures(manifest, validate_shard(shard, manifest.shards, _judgeable(tables), tables))
    for name in checked:
        if not _is_sharded(manifest, name) and name in TABLES:
            yield from _failures(manifest, validate_shard(0, 1, {name: intact[name][0]}, {}))


def _judgeable(tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """The tables of a shard that can be checked: a table that refers to a damaged or absent one would seem wrong."""
    from expectations.derive import SIBLINGS

    return {name: table for name, table in tables.items() if tables.keys() >= set(SIBLINGS.get(name, ()))}


def _is_sharded(manifest: Manifest, table: str) -> bool:
    return len(manifest.tables[table].files) == manifest.shards and table not in ("results", "comparisons")


def _failures(manifest: Manifest, verdicts: Sequence[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        if not verdict.success:
            file = manifest.tables[verdict.table].files[verdict.shard or 0].name
            rows = "; ".join(verdict.examples) or verdict.error or ""
            yield f"{file}: {verdict.expectation}: {verdict.unexpected} of {verdict.rows} rows: {rows}"
