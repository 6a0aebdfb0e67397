"""Every file below a folder or prefix, with its size and its age."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from versebench.storage import filesystem, object_store


@dataclass(frozen=True)
class StoredFile:
    """A file by its path below the folder; ``size`` is in bytes, ``modified`` in seconds since 1970.

    On this machine an empty folder counts as a file of no bytes, whose path ends on a slash.
    """

    path: str
    size: int
    modified: float


def list_tree(directory: str) -> Iterator[StoredFile]:
    """Every file below a directory, in no order. One that goes while they are listed is left out."""
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
                found = os.lstat(os.path.join(folder, name))
            except FileNotFoundError:
                continue
            yield StoredFile(below + name, found.st_size if name else 0, found.st_mtime)
