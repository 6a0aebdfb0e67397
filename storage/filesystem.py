"""Files under a root: a local folder, or an object store that Beam can reach.

A file appears complete or not at all. A local file is written under a temporary name, forced to the disk, and then
renamed (:mod:`versebench.storage.durable`). On an object store, a single PUT has the same effect.
"""

import contextlib
import errno
import fcntl
import glob as globbing
import hashlib
import os
import re
import shutil
import stat
import uuid
from collections.abc import Iterator
from typing import BinaryIO

from versebench.storage import durable, object_store

_ATTEMPT = re.compile(r"\.[0-9a-f]{32}\.tmp$")
_PIECE = 1 << 20
"""Bytes of a file that are hashed at once."""


def is_local(path: str) -> bool:
    """Whether a path is on this machine and not on an object store."""
    return "://" not in path


def join(root: str, *parts: str) -> str:
    """A path below a root."""
    return "/".join([root.rstrip("/"), *parts])


def exists(path: str) -> bool:
    """Whether a file exists at the path."""
    return os.path.exists(path) if is_local(path) else object_store.exists(path)


def is_folder(path: str) -> bool:
    """Whether a path is a folder on this machine."""
    return is_local(path) and os.path.isdir(path)


def read_bytes(path: str, most: int = -1) -> bytes:
    """The content of a file.

    Raises ``FileNotFoundError`` if it does not exist, ``OSError`` if it is a pipe or a device, or if it has more than
    ``most`` bytes; -1 is no limit.
    """
    if is_local(path):
        with _open_regular(path) as file:
            content = file.read(most + 1 if most >= 0 else -1)
    else:
        content = object_store.read(path)
    if 0 <= most < len(content):
        raise OSError(errno.EFBIG, f"it has more than {most} bytes", path)
    return content


def sha256_of(path: str) -> str:
    """The SHA-256 of a file of any size, in hex."""
    digest = hashlib.sha256()
    with open_reader(path) as reader:
        while piece := reader.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _open_regular(path: str) -> BinaryIO:
    """Open a file for reading. A pipe or a device would never end, or block until somebody writes to it."""
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is not a regular file", path)
    return file


def write_bytes(path: str, content: bytes, *, sync_name: bool = True) -> None:
    """Write a file so that it appears complete or not at all. A failed attempt leaves nothing behind.

    Afterwards a local file survives a power cut. Without ``sync_name`` only its content does; the next file that is
    written to the folder with ``sync_name`` secures the names of all of them.
    """
    if not is_local(path):
        object_store.write(path, content)
        return
    try:
        _write_local(path, content)
    except FileNotFoundError:  # Another process swept the attempt before it was locked.
        _write_local(path, content)
    if sync_name:
        durable.sync_folder(os.path.dirname(path))


def _write_local(path: str, content: bytes) -> None:
    durable.make_folder(os.path.dirname(path))
    attempt = _attempt(path)
    try:
        with open(attempt, "xb") as local, _held(attempt):
            local.write(content)
            local.flush()
            if (size := os.fstat(local.fileno()).st_size) != len(content):  # some file systems lose accepted bytes
                raise OSError(
                    errno.EIO,
                    f"only {size} of {len(content)} bytes were written; run again, or choose another --root",
                    path,
                )
            os.fsync(local.fileno())
            os.replace(attempt, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(attempt)
        raise


@contextlib.contextmanager
def temporary_folder(path: str) -> Iterator[str]:
    """A new folder next to ``path`` for this block. At the end the folder is deleted, unless it was renamed.

    Leftovers of killed processes next to it are deleted first, except on an object store.
    """
    attempt, parent = _attempt(path), os.path.dirname(path)
    try:
        if not is_local(path):
            yield attempt
            return
        durable.make_folder(parent)
        sweep(parent)
        with contextlib.ExitStack() as stack:
            with _held(parent):  # so that no other process sweeps between the next two lines
                os.mkdir(attempt)
                stack.enter_context(_held(attempt))
            yield attempt
    finally:
        delete_folder(attempt)


def sweep(directory: str) -> None:
    """Delete the attempts in a directory whose process no longer runs.

    A process locks each of its attempts, and the system releases the lock however the process ends. Files that another
    process is still writing are therefore kept, whatever their age. Without locks in the file system, nothing is
    deleted.
    """
    attempts = [name for name in list_names(directory) if is_attempt(name)] if is_local(directory) else []
    if not attempts:
        return
    with _held(directory):
        for name in attempts:
            _delete_unless_held(join(directory, name))


def is_attempt(name: str) -> bool:
    """Whether a name belongs to an attempt: a file or folder that does not have its final name yet."""
    return bool(_ATTEMPT.search(name))


def delete_attempt(path: str) -> None:
    """Delete an attempt. A local attempt is deleted only if its process no longer runs."""
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
    """A stream that writes a new file. The file is visible before it is complete, so commit it afterwards."""
    if not is_local(path):
        return object_store.open_writer(path)
    durable.make_folder(os.path.dirname(path))
    return open(path, "xb")


def open_reader(path: str) -> BinaryIO:
    """A stream that reads a file and can seek.

    Raises ``FileNotFoundError`` if it does not exist, ``OSError`` if it is a pipe or a device.
    """
    return _open_regular(path) if is_local(path) else object_store.open_reader(path)


def glob(pattern: str) -> list[tuple[str, int]]:
    """Files that match a pattern, sorted, with their sizes in bytes. The path of an existing file matches itself."""
    if is_local(pattern):
        names = [pattern] if os.path.isfile(pattern) else sorted(globbing.glob(pattern, recursive=True))
        return [(name, os.path.getsize(name)) for name in names if os.path.isfile(name)]
    return sorted(object_store.match(pattern))


def list_names(directory: str) -> list[str]:
    """Names of the files in a directory, sorted; empty if the directory does not exist."""
    if is_local(directory):
        return sorted(os.listdir(directory)) if os.path.isdir(directory) else []
    return sorted(object_store.list_names(directory))


def delete(paths: list[str]) -> None:
    """Delete files. Missing files are ignored."""
    object_store.delete([path for path in paths if not is_local(path)])
    for path in filter(is_local, paths):
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)


def delete_folder(path: str) -> None:
    """Delete a folder with its content, if it exists."""
    if is_local(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        object_store.delete_folder(path)
