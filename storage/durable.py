"""Local files and folders that survive a power cut: what is written is forced to the disk before it counts.

A file system may keep what was written in memory for some time, and may write names and contents in any order. So the
content of a file is forced to the disk before the file gets its name, and the name before the caller goes on.
"""

import errno
import os

_NO_SYNC = (errno.EINVAL, errno.ENOTSUP)
"""Errors of file systems that cannot force a folder to the disk."""


def make_folder(path: str) -> None:
    """Make a folder, with the folders above it, that survives a power cut. An existing folder is left as it is."""
    missing = []
    folder = os.path.abspath(path)
    while not os.path.isdir(folder) and folder != os.path.dirname(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    os.makedirs(path, exist_ok=True)
    for made in reversed(missing):
        sync_folder(os.path.dirname(made))


def sync_folder(path: str) -> None:
    """Force the names in a folder to the disk."""
    handle = os.open(path or ".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(handle)


def replace(source: str, target: str) -> None:
    """Give a file whose content is on the disk its final name, which survives a power cut."""
    os.replace(source, target)
    sync_folder(os.path.dirname(target))


def rename_tree(source: str, target: str) -> None:
    """Force a folder with all its files to the disk, then give it its final name, which survives a power cut."""
    for folder, _, names in os.walk(source):
        for name in names:
            sync_file(os.path.join(folder, name))
        sync_folder(folder)
    os.rename(source, target)
    sync_folder(os.path.dirname(target))


def sync_file(path: str) -> None:
    """Force the content of a file to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
