"""Write a release: a flat folder of data, then metadata, then the manifest, then SHA256SUMS, and only then its name."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from release import checksums
from schemas.registry import TABLES
from transforms.shards import storage
from transforms.shards.commit import ShardFile, read_content, shard_file, to_parquet
from transforms.shards.manifest import FORMAT, NAME, Document, Manifest, table_entry
from transforms.shards.run import run_id


@dataclass(frozen=True)
class Contents:
    """What a release is made from: committed shards, tables of one file, the documents around them, and lineage."""

    shards: int
    shard_folder: str
    shard_files: Sequence[ShardFile]
    tables: Mapping[str, pa.Table]
    made_of: Mapping[str, Any]
    counts: Mapping[str, int]
    render: Callable[[Sequence[ShardFile]], Mapping[str, str]]
    """The documents by file name, given the table files."""

    @property
    def release_id(self) -> str:
        """Id of the release: of everything but the pages, which follow from it."""
        return run_id({"made_of": self.made_of, "counts": self.counts})


def write_release(folder: str, contents: Contents) -> Manifest:
    """Write a release into a folder that appears complete or not at all."""
    with _appearing(folder) as place:
        files = [_copy(contents.shard_folder, place, file) for file in contents.shard_files]
        files += [_write_table(place, name, table) for name, table in sorted(contents.tables.items())]
        documents = _write_documents(place, contents.render(files))
        manifest = _manifest(contents, files, documents)
        storage.write_bytes(storage.join(place, NAME), manifest.to_json().encode())
        digests = {file.name: file.sha256 for file in files} | {page.name: page.sha256 for page in documents}
        digests[NAME] = checksums.sha256(manifest.to_json().encode())
        storage.write_bytes(storage.join(place, checksums.NAME), checksums.write(digests).encode())
    return manifest


@contextmanager
def _appearing(folder: str) -> Iterator[str]:
    """A folder to write in that takes its name at the end. On an object store, SHA256SUMS is what makes it complete."""
    if not storage.is_local(folder):
        storage.delete_folder(folder)  # what a release that was stopped has left
        yield folder
        return
    with storage.temporary_folder(folder) as attempt:
        yield attempt
        os.rename(attempt, folder)


def _copy(source: str, place: str, file: ShardFile) -> ShardFile:
    storage.write_bytes(storage.join(place, file.name), read_content(source, file))
    return file


def _write_table(place: str, name: str, table: pa.Table) -> ShardFile:
    content, file = to_parquet(table), f"{name}-00000-of-00001.parquet"
    storage.write_bytes(storage.join(place, file), content)
    return shard_file(name, file, table, content)


def _write_documents(place: str, documents: Mapping[str, str]) -> tuple[Document, ...]:
    written = []
    for name, text in sorted(documents.items()):
        content = text.encode()
        storage.write_bytes(storage.join(place, name), content)
        written.append(Document(name, len(content), checksums.sha256(content)))
    return tuple(written)


def _manifest(contents: Contents, files: Sequence[ShardFile], documents: tuple[Document, ...]) -> Manifest:
    by_table: dict[str, list[ShardFile]] = {}
    for file in files:
        by_table.setdefault(file.table, []).append(file)
    tables = {name: table_entry(name, tuple(by_table[name])) for name in TABLES if name in by_table}
    made = Manifest(FORMAT, "release", contents.release_id, contents.shards, contents.made_of, contents.counts, tables)
    return replace(made, documents=documents)
