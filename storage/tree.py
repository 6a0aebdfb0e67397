"""Every file below a folder or prefix, with its size and time of change."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from versebench.storage import filesystem, object_store


@dataclass(frozen=True)
class StoredFile:
    """A file with its path below the folder. ``size`` is in bytes, ``modified`` in seconds since 1970.

    An empty local folder counts as a file of 0 bytes whose path ends with a slash.
    """

    path: str
    size: int
    modified: float


def list_tree(directory: str) -> Iterator[StoredFile]:
    """Every file below a directory, in no particular order. Files that vanish during the listing are left out."""
    base = directory.rstrip("/")
    if filesystem.is_local(directory):
        yield from _local(base)
        return
    for path, size, modified in object_store.tree(base):
        yield StoredFile(path.removeprefix(f"{base}/"), size, modified)


def _local(base: str) -> Iterator[StoredFile]:
    for folder, folders, names in os.walk(base):
        below = f"{os.path.relpath(folder, base)}/".removeprefix("./")
        for name in names if names or folders else [""]:
            try:
                status = os.lstat(os.path.join(folder, name))
            except FileNotFoundError:
                continue
            yield StoredFile(below + name, status.st_size if name else 0, status.st_mtime)
