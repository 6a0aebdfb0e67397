"""What a disk holds after a power cut: what was forced to it, and a random part of what was not.

The calls of ``os`` that force and rename files are followed while a program runs on real files. At a chosen call the
power is cut: the disk is rebuilt in another folder, and every later call fails. A name or content that was forced to
the disk is there. Of the others, each may be there or not, and a content that was not forced may be cut short or zeros.
"""

import contextlib
import os
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from versebench.storage import filesystem

Names = dict[str, int]
"""The inodes of the names in a folder."""


class PowerCutError(OSError):
    """The power is off."""


@dataclass
class SyncedDisk:
    """The disk below a folder. ``cut_at`` is the number of the call at which the power is cut; None: never.

    ``lost`` is the probability with which a name or content that was not forced to the disk is lost.
    """

    root: Path
    after: Path
    random: Random
    cut_at: int | None = None
    lost: float = 1.0
    calls: int = 0
    is_off: bool = False
    acknowledged: dict[str, bytes] = field(default_factory=dict)
    _contents: dict[int, bytes] = field(default_factory=dict)
    _folders: dict[int, Names] = field(default_factory=dict)
    _kept: dict[int, int] = field(default_factory=dict)
    _lock: Any = field(default_factory=threading.RLock)

    def note_existing(self) -> None:
        """What exists before the program starts has long been on the disk."""
        for folder, _, names in os.walk(self.root):
            for path in (folder, *(os.path.join(folder, name) for name in names)):
                self._note(path)

    def called(self) -> None:
        """Count a call, and cut the power if it is the one."""
        with self._lock:
            if not self.is_off and self.calls == self.cut_at:
                self.cut()
            if self.is_off:
                raise PowerCutError("the power is off")
            self.calls += 1

    def cut(self) -> None:
        """Cut the power: rebuild the disk in the other folder."""
        with self._lock:
            self.is_off = True
            self._rebuild(os.stat(self.root).st_ino, self.root, self.after)

    def is_ours(self, path: str) -> bool:
        """Whether a path is on this disk."""
        return path == str(self.root) or path.startswith(f"{self.root}/")

    def forced(self, handle: int) -> None:
        """A file or folder was forced to the disk."""
        with self._lock:
            self._note(f"/proc/self/fd/{handle}")

    def _note(self, path: str) -> None:
        status = os.stat(path)
        if status.st_ino not in self._kept:
            self._kept[status.st_ino] = os.open(path, os.O_RDONLY)  # so that its number is not used again
        if stat.S_ISDIR(status.st_mode):
            self._folders[status.st_ino] = _names(path)
        else:
            self._contents[status.st_ino] = Path(path).read_bytes()

    def _rebuild(self, folder: int, now: Path | None, target: Path) -> None:
        """Rebuild a folder from what was forced to the disk and, at random, from what it contains now."""
        target.mkdir(parents=True)
        old, new = self._folders.get(folder, {}), _names(str(now)) if now is not None else {}
        for name in sorted(old.keys() | new.keys()):
            inode = old.get(name) if self.random.random() < self.lost else new.get(name)
            if inode is None:
                continue
            place = now / name if now is not None and new.get(name) == inode else None
            if inode in self._folders or (place is not None and place.is_dir()):
                self._rebuild(inode, place, target / name)
            else:
                (target / name).write_bytes(self._content(inode, place))

    def _content(self, inode: int, place: Path | None) -> bytes:
        forced = self._contents.get(inode)
        now = forced if place is None else place.read_bytes()
        if forced is not None and (now == forced or self.random.random() < self.lost):
            return forced
        content = now or b""
        return self.random.choice([b"", content[: len(content) // 2], bytes(len(content)), content])

    def close(self) -> None:
        """Close the files that were kept."""
        for handle in self._kept.values():
            os.close(handle)


def _names(folder: str) -> Names:
    return {entry.name: entry.inode() for entry in os.scandir(folder)}


@contextlib.contextmanager
def synced_disk(disk: SyncedDisk) -> Iterator[SyncedDisk]:
    """Follow this process's calls below the root of a disk. A file that was written and returned is acknowledged."""
    fsync, replace, rename, write = os.fsync, os.replace, os.rename, filesystem.write_bytes

    def forced(handle: int) -> None:
        if not disk.is_ours(os.readlink(f"/proc/self/fd/{handle}")):
            return
        disk.called()
        fsync(handle)
        disk.forced(handle)

    def renaming(real: Any) -> Any:
        def renamed(source: str, target: str) -> None:
            if disk.is_ours(str(target)):
                disk.called()
            real(source, target)

        return renamed

    def written(path: str, content: bytes, *, sync_name: bool = True) -> None:
        write(path, content, sync_name=sync_name)
        if sync_name and not disk.is_off:
            disk.acknowledged[path] = content

    disk.note_existing()
    try:
        with (
            patch("os.fsync", forced),
            patch("os.replace", renaming(replace)),
            patch("os.rename", renaming(rename)),
            patch.object(filesystem, "write_bytes", written),
        ):
            yield disk
    finally:
        disk.close()
