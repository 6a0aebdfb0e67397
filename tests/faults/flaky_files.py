"""Real files that fail now and then: errors, short writes, slowness and a full disk, by a seeded plan."""

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from versebench.storage import filesystem

KINDS = ("error", "short", "slow", "full", "no rename")


@dataclass
class Flaky:
    """Files below a root of which one in so many is hit. ``hits`` counts what was done to them."""

    root: Path
    random: Random
    one_in: int
    hits: dict[str, int] = field(default_factory=dict)

    def draw(self, path: str) -> str | None:
        """What happens to a file that is opened."""
        if not path.startswith(str(self.root)) or self.random.randrange(self.one_in):
            return None
        kind = self.random.choice(KINDS)
        self.hits[kind] = self.hits.get(kind, 0) + 1
        return kind

    def open(self, path: str, mode: str = "r", **how: Any) -> Any:
        """As the builtin."""
        kind = self.draw(path)
        if kind == "slow":
            time.sleep(0.02)
        if "x" in mode and kind in ("short", "full"):
            return _Broken(path, kind, self.random)
        if kind == "error":
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)
        return open(path, mode, **how)

    def replace(self, source: str, target: str) -> None:
        """As that of ``os``."""
        if self.draw(target) == "no rename":
            raise OSError(errno.EIO, os.strerror(errno.EIO), target)
        _REPLACE(source, target)


_REPLACE = os.replace


class _Broken:
    """A new file that keeps only a part of what is written: it says so where the disk is full, else it says nothing."""

    def __init__(self, path: str, kind: str, random: Random) -> None:
        self._file = open(path, "xb")  # noqa: SIM115
        self._kind, self._random, self._path = kind, random, path

    def write(self, content: Any) -> int:
        """All but a part."""
        size = memoryview(content).nbytes
        self._file.write(memoryview(content).cast("B")[: self._random.randrange(max(1, size))])
        if self._kind == "full":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._path)
        return size

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> "_Broken":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


@contextlib.contextmanager
def flaky_files(root: Path, random: Random, one_in: int) -> Iterator[Flaky]:
    """Everything that this process reads and writes below a root through ``versebench.storage.filesystem`` is flaky."""
    flaky = Flaky(root, random, one_in)
    with (
        patch.object(filesystem, "open", flaky.open, create=True),
        patch("os.replace", flaky.replace),
    ):
        yield flaky
