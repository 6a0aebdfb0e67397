"""Checks of the table files of a directory: their bytes, and whether they contain every shard once."""

import os
import stat
from collections.abc import Iterator

from versebench.release.folder.layout import is_split
from versebench.release.folder.read import WHOLE_TABLES
from versebench.schemas.registry import TABLES
from versebench.schemas.splits import SPLITS
from versebench.storage import filesystem
from versebench.storage.commit import ShardFile
from versebench.storage.manifest import MOST_BYTES, NAME, Manifest, TableEntry


def check_bytes(directory: str, file: ShardFile, names: set[str]) -> Iterator[str]:
    """Yield one sentence if a file is missing, or has another size or sha256.

    The file is read piece by piece, and not at all if its size is wrong.
    """
    if file.name not in names:
        yield f"{file.name}: is missing"
        return
    path = filesystem.join(directory, file.name)
    if (size := size_of(path)) != file.size:
        yield f"{file.name}: has {size} bytes, but {file.size} were committed"
    if size != file.size or filesystem.sha256_of(path) != file.sha256:
        yield f"{file.name}: its sha256 is not the one that was committed"


def size_of(path: str) -> int:
    """The bytes of a file that exists."""
    return sum(size for name, size in filesystem.glob(path) if name == path)


def check_kinds(directory: str, manifest: Manifest, names: set[str]) -> dict[str, str]:
    """One sentence for each name that is not a file that can be read: a folder, a pipe, a device, a dangling link.

    The same for a note that is too large to be one; the sizes of other files are in the manifest.
    """
    listed = {file.name for file in manifest.contents}
    if not filesystem.is_local(directory):
        return {}
    sentences = {}
    for name in names:
        try:
            status = os.stat(filesystem.join(directory, name))
        except OSError as error:
            sentences[name] = f"{name}: cannot be read: {error.strerror}"
            continue
        if not stat.S_ISREG(status.st_mode):
            kind = next(kind for is_kind, kind in _KINDS if is_kind(status.st_mode))
            sentences[name] = f"{name}: is {kind}, not a file"
        elif status.st_size > MOST_BYTES and name not in listed:
            sentences[name] = f"{name}: has {status.st_size} bytes, too many for a note"
    return sentences


_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def is_whole(manifest: Manifest, table: str) -> bool:
    """Whether a table always has one shard, however many the others have."""
    return manifest.stage == "release" and table in WHOLE_TABLES


def check_layout(manifest: Manifest, table: str) -> Iterator[str]:
    """Yield one sentence if the files of a table lack or repeat a shard of a split, or have another number of rows."""
    entry = manifest.tables[table]
    shards, held = 1 if is_whole(manifest, table) else manifest.shards, _shards_held(entry)
    if any(number != shards for number in held.values()) or not held or (None in held and len(held) > 1):
        numbers = ", ".join(f"{number} in {split or 'all'}" for split, number in held.items()) or "none"
        yield f"{NAME}: the files of {table} contain other shards ({numbers}) than the {shards} that were committed"
    elif any(file.shards < 1 for file in entry.files):
        yield f"{NAME}: a file of {table} contains no shard"
    elif None not in held and not _may_be_split(manifest, table):
        yield f"{NAME}: the files of {table} are divided by split, but the table cannot be"
    elif (rows := sum(file.rows for file in entry.files)) != entry.rows:
        yield f"{NAME}: states {entry.rows} rows of {table}, but its files have {rows}"


def _may_be_split(manifest: Manifest, table: str) -> bool:
    return SPLITS.name in manifest.tables and (table not in TABLES or is_split(TABLES[table]))


def _shards_held(entry: TableEntry) -> dict[str | None, int]:
    held: dict[str | None, int] = {}
    for file in entry.files:
        held[file.split] = held.get(file.split, 0) + file.shards
    return held
