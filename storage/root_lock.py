"""One run at a time on a root: the next one waits, and then finds everything done."""

import fcntl
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from versebench.storage import filesystem

_LOCKS = Path("/proc/locks")


@cache
def lock_root(root: str, waiting: Callable[[int | None], None]) -> None:
    """Hold a root until this process ends, however it ends; ``waiting`` is told once which process holds it now.

    It is told None where the system does not say. On an object store, and where the file system has no locks, nothing
    is held: two runs there write the same bytes.
    """
    if not filesystem.is_local(root):
        return
    os.makedirs(root, exist_ok=True)
    # Never closed: the lock lives as long as the process.
    handle = os.open(root, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        waiting(_holder(handle))
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError:
        os.close(handle)


def _holder(handle: int) -> int | None:
    """The process that holds the lock of an open folder."""
    inode = str(os.fstat(handle).st_ino)
    locks = _LOCKS.read_text().splitlines() if _LOCKS.exists() else []
    # As in "1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF"; those who wait have "->" after the number.
    held = (line.split() for line in locks)
    return next((int(one[4]) for one in held if one[1] == "FLOCK" and one[5].rpartition(":")[2] == inode), None)
