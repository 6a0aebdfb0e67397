"""One run at a time on a root: a second run waits, and then finds the work done."""

import fcntl
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from versebench.storage import durable, filesystem

_LOCKS = Path("/proc/locks")


@cache
def lock_root(root: str, waiting: Callable[[int | None], None]) -> None:
    """Lock a root until this process ends, however it ends.

    If another process has the lock, ``waiting`` is called once with its process id, or with None if the system does not
    state it. An object store, or a file system without locks, is not locked: two runs there write the same bytes.
    """
    if not filesystem.is_local(root):
        return
    durable.make_folder(root)
    # The handle is never closed, so the process keeps the lock until it ends.
    handle = os.open(root, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        waiting(_holder(handle))
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError:
        os.close(handle)


def _holder(handle: int) -> int | None:
    """Id of the process that has the lock on an open folder; None if the system does not state it."""
    inode = str(os.fstat(handle).st_ino)
    locks = _LOCKS.read_text().splitlines() if _LOCKS.exists() else []
    # Example: "1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF". Waiting processes have "->" after the number.
    entries = (line.split() for line in locks)
    return next(
        (int(entry[4]) for entry in entries if entry[1] == "FLOCK" and entry[5].rpartition(":")[2] == inode), None
    )
