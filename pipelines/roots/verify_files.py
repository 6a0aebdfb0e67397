"""What is wrong with the table files of a directory: their bytes, and whether they hold every shard once."""

import hashlib
from collections.abc import Iterator

from versebench.release.folder.layout import is_split
from versebench.release.folder.read import WHOLE_TABLES
from versebench.schemas.registry import TABLES
from versebench.schemas.splits import SPLITS
from versebench.storage import filesystem
from versebench.storage.commit import ShardFile
from versebench.storage.manifest import NAME, Manifest, TableEntry

_PIECE = 1 << 20


def check_bytes(directory: str, file: ShardFile, names: set[str]) -> Iterator[str]:
    """One sentence where a file is missing, has another size, or another sha256; it is read piece by piece."""
    if file.name not in names:
        yield f"{file.name}: is missing"
        return
    size, digest = 0, hashlib.sha256()
    with filesystem.open_reader(filesystem.join(directory, file.name)) as reader:
        while piece := reader.read(_PIECE):
            size += len(piece)
            digest.update(piece)
    if size != file.size:
        yield f"{file.name}: has {size} bytes, {file.size} were committed"
    if digest.hexdigest() != file.sha256:
        yield f"{file.name}: its sha256 is not the one that was committed"


def is_whole(manifest: Manifest, table: str) -> bool:
    """Whether a table has one shard, however many the others have."""
    return manifest.stage == "release" and table in WHOLE_TABLES


def check_layout(manifest: Manifest, table: str) -> Iterator[str]:
    """One sentence where the files of a table do not hold every shard once in each split, or not as many rows."""
    entry = manifest.tables[table]
    shards, held = 1 if is_whole(manifest, table) else manifest.shards, _shards_held(entry)
    if any(number != shards for number in held.values()) or not held or (None in held and len(held) > 1):
        said = ", ".join(f"{number} in {split or 'all'}" for split, number in held.items()) or "none"
        yield f"{NAME}: its files of {table} hold {said}, and {shards} shards were committed"
    elif any(file.shards < 1 for file in entry.files):
        yield f"{NAME}: a file of {table} holds no shard"
    elif None not in held and not _may_be_split(manifest, table):
        yield f"{NAME}: its files of {table} are of splits, and nothing says in which split their rows are"
    elif sum(file.rows for file in entry.files) != entry.rows:
        yield f"{NAME}: says {entry.rows} rows of {table}, and its files have other numbers of rows"


def _may_be_split(manifest: Manifest, table: str) -> bool:
    return SPLITS.name in manifest.tables and (table not in TABLES or is_split(TABLES[table]))


def _shards_held(entry: TableEntry) -> dict[str | None, int]:
    held: dict[str | None, int] = {}
    for file in entry.files:
        held[file.split] = held.get(file.split, 0) + file.shards
    return held
