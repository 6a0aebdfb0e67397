"""Files under a root: a local folder, or an object store that Beam can reach.

A file appears whole or not at all: locally it is written under a name of its own and moved into place, on an object
store a PUT does the same.
"""

import contextlib
import errno
import fcntl
import glob as globbing
import os
import re
import shutil
import uuid
from collections.abc import Iterator
from typing import BinaryIO

from versebench.storage import object_store

_ATTEMPT = re.compile(r"\.[0-9a-f]{32}\.tmp$")


def is_local(path: str) -> bool:
    """Whether a path lies on this machine and not on an object store."""
    return "://" not in path


def join(root: str, *parts: str) -> str:
    """A path below a root."""
    return "/".join([root.rstrip("/"), *parts])


def exists(path: str) -> bool:
    """Whether there is a file at the path."""
    return os.path.exists(path) if is_local(path) else object_store.exists(path)


def is_folder(path: str) -> bool:
    """Whether a path is a folder on this machine."""
    return is_local(path) and os.path.isdir(path)


def read_bytes(path: str) -> bytes:
    """The content of a file. Raises ``FileNotFoundError`` where there is none."""
    if not is_local(path):
        return object_store.read(path)
    with open(path, "rb") as file:
        return file.read()


def write_bytes(path: str, content: bytes) -> None:
    """Write a file so that it appears whole or not at all; an attempt that fails leaves nothing behind."""
    if not is_local(path):
        object_store.write(path, content)
        return
    try:
        _write_local(path, content)
    except FileNotFoundError:  # Another process swept the attempt in the moment before it was held.
        _write_local(path, content)


def _write_local(path: str, content: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    attempt = _attempt(path)
    try:
        with open(attempt, "xb") as local, _held(attempt):
            local.write(content)
            local.flush()
            if (size := os.fstat(local.fileno()).st_size) != len(content):  # some file systems lose what they accept
                raise OSError(
                    errno.EIO, f"{size} of {len(content)} bytes were written; run again, or choose another --root", path
                )
            os.replace(attempt, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(attempt)
        raise


@contextlib.contextmanager
def temporary_folder(path: str) -> Iterator[str]:
    """A new folder beside ``path`` for this block alone; at its end the folder is deleted, unless it was renamed.

    What processes that were killed left beside it is swept first. On an object store nothing is swept.
    """
    attempt, parent = _attempt(path), os.path.dirname(path)
    try:
        if not is_local(path):
            yield attempt
            return
        os.makedirs(parent, exist_ok=True)
        sweep(parent)
        with contextlib.ExitStack() as stack:
            with _held(parent):  # so that nobody sweeps between the two lines
                os.mkdir(attempt)
                stack.enter_context(_held(attempt))
            yield attempt
    finally:
        delete_folder(attempt)


def sweep(directory: str) -> None:
    """Delete the attempts in a directory whose process is gone.

    A process holds a lock on every attempt of its own, which the system releases however the process ends: so what
    another process is just writing stays, whatever its age. Where the file system has no locks, nothing is deleted.
    """
    attempts = [name for name in list_names(directory) if is_attempt(name)] if is_local(directory) else []
    if not attempts:
        return
    with _held(directory):
        for name in attempts:
            _delete_unless_held(join(directory, name))


def is_attempt(name: str) -> bool:
    """Whether a name is that of an attempt: a file or folder that has not taken its own name."""
    return bool(_ATTEMPT.search(name))


def delete_attempt(path: str) -> None:
    """Delete an attempt; on this machine only where its process is gone."""
    if not is_local(path):
        object_store.delete_folder(path)
        object_store.delete([path])
        return
    with _held(os.path.dirname(path)):
        _delete_unless_held(path)


def _attempt(path: str) -> str:
    return f"{path}.{uuid.uuid4().hex}.tmp"


@contextlib.contextmanager
def _held(path: str) -> Iterator[None]:
    handle = os.open(path, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # Some network file systems have no locks.
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _delete_unless_held(path: str) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.isdir(path):
                delete_folder(path)
            else:
                os.remove(path)
        finally:
            os.close(handle)


def open_writer(path: str) -> BinaryIO:
    """A new file to write to in a stream; it is seen before it is complete, so its commit is written after it."""
    if not is_local(path):
        return object_store.open_writer(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return open(path, "xb")


def open_reader(path: str) -> BinaryIO:
    """A file to read and seek in. Raises ``FileNotFoundError`` where there is none."""
    return open(path, "rb") if is_local(path) else object_store.open_reader(path)


def glob(pattern: str) -> list[tuple[str, int]]:
    """Files that match a pattern, sorted, with their size in bytes. A path that names a file matches itself."""
    if is_local(pattern):
        names = [pattern] if os.path.isfile(pattern) else sorted(globbing.glob(pattern, recursive=True))
        return [(name, os.path.getsize(name)) for name in names if os.path.isfile(name)]
    return sorted(object_store.match(pattern))


def list_names(directory: str) -> list[str]:
    """Names of the files in a directory, sorted; none where there is no such directory."""
    if is_local(directory):
        return sorted(os.listdir(directory)) if os.path.isdir(directory) else []
    return sorted(object_store.list_names(directory))


def delete(paths: list[str]) -> None:
    """Delete files; those that are gone already do not matter."""
    object_store.delete([path for path in paths if not is_local(path)])
    for path in filter(is_local, paths):
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)


def delete_folder(path: str) -> None:
    """Delete a folder with all that is in it, where there is one."""
    if is_local(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        object_store.delete_folder(path)
