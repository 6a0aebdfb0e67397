"""Write a release: a flat folder of data, metadata, the manifest and SHA256SUMS, which gets its name last."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pyarrow as pa

from versebench.release.folder import checksums
from versebench.release.folder.layout import MOST_TABLE_FILES, FilePlan, plan_files
from versebench.release.folder.read import stream_release_table
from versebench.release.folder.seal import seal
from versebench.release.folder.table_files import write_table
from versebench.release.zenodo.limits import check_limits
from versebench.release.zenodo.publishable import record_sizes
from versebench.schemas.registry import TABLES
from versebench.schemas.splits import SPLITS
from versebench.storage import durable, filesystem
from versebench.storage.commit import ShardFile, shard_file, to_parquet
from versebench.storage.manifest import FORMAT, Document, Manifest, TableEntry, read_table, table_entry
from versebench.storage.run import run_id


@dataclass(frozen=True)
class Contents:
    """What a release is made from: assembled shards, whole tables, documents and lineage."""

    assembled_folder: str
    assembled: Manifest
    whole: Mapping[str, pa.Table]
    made_of: Mapping[str, Any]
    counts: Mapping[str, int]
    render: Callable[[Sequence[ShardFile]], Mapping[str, str | bytes]]
    """The documents by file name, given the table files."""

    @property
    def release_id(self) -> str:
        """Id of the release. It does not depend on the layout and the pages, which follow from the rest."""
        return run_id({"made_of": self.made_of, "counts": self.counts})


def write_release(folder: str, contents: Contents, most_table_files: int = MOST_TABLE_FILES) -> Manifest:
    """Write a release into a folder that appears complete or not at all.

    Raises :class:`versebench.release.zenodo.errors.ZenodoError` if the release exceeds the limits of a Zenodo record.
    If the assembled tables already exceed them, nothing is written.
    """
    check_limits({name: sum(file.size for file in entry.files) for name, entry in contents.assembled.tables.items()})
    with _appearing(folder) as place:
        tables = _write_tables(place, contents, most_table_files)
        files = [file for entry in tables.values() for file in entry.files]
        pages = {name: _content(page) for name, page in sorted(contents.render(files).items())}
        documents = tuple(Document(name, len(page), checksums.sha256(page)) for name, page in pages.items())
        manifest = _manifest(contents, tables, documents)
        check_limits(record_sizes(manifest))
        for name, page in pages.items():
            filesystem.write_bytes(filesystem.join(place, name), page)
        seal(place, manifest)
    return manifest


@contextmanager
def _appearing(folder: str) -> Iterator[str]:
    """A folder to write to, which gets its name at the end. On an object store, SHA256SUMS marks it as complete."""
    if not filesystem.is_local(folder):
        filesystem.delete_folder(folder)  # left by an interrupted release
        yield folder
        return
    with filesystem.temporary_folder(folder) as attempt:
        yield attempt
        durable.rename_tree(attempt, folder)


def _write_tables(place: str, contents: Contents, most: int) -> dict[str, TableEntry]:
    assembled = contents.assembled
    names = [name for name in TABLES if name in assembled.tables]
    plans = plan_files(
        [TABLES[name] for name in names], assembled.shards, _splits(contents), most - len(contents.whole)
    )
    entries = {}
    for name in names:
        rows_of = partial(read_table, contents.assembled_folder, assembled, name)
        splits_of = partial(read_table, contents.assembled_folder, assembled, SPLITS.name)
        files, content = write_table(place, plans[name], rows_of, splits_of)
        entries[name] = replace(table_entry(name, files), content_hash=content)
    entries |= {name: _write_whole(place, name, table) for name, table in contents.whole.items()}
    return {name: entries[name] for name in TABLES if name in entries}


def _splits(contents: Contents) -> set[str]:
    """The splits with at least one poem; empty if the release has no splits."""
    if SPLITS.name not in contents.assembled.tables:
        return set()
    shards = stream_release_table(contents.assembled_folder, contents.assembled, SPLITS.name, ["split"])
    return {split for rows in shards for split in rows.column("split").unique().to_pylist()}


def _write_whole(place: str, name: str, table: pa.Table) -> TableEntry:
    content, file = to_parquet(table), FilePlan(name, None, 0, 1, range(1)).name
    filesystem.write_bytes(filesystem.join(place, file), content)
    return table_entry(name, (shard_file(name, file, table, content),))


def _content(page: str | bytes) -> bytes:
    return page.encode() if isinstance(page, str) else page


def _manifest(contents: Contents, tables: Mapping[str, TableEntry], documents: tuple[Document, ...]) -> Manifest:
    release_id, shards = contents.release_id, contents.assembled.shards
    made = Manifest(FORMAT, "release", release_id, shards, contents.made_of, contents.counts, tables)
    return replace(made, documents=documents)
