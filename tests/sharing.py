"""What the processes of a test run make once for all of them."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def shared_folder(factory: pytest.TempPathFactory, name: str, fill: Callable[[Path], object]) -> Path:
    """A copy, for this process, of a folder that the first process to ask has filled; the others wait for it.

    A copy, so that what tests of one process write there is not seen by those of another.
    """
    own = factory.mktemp(name)
    base = factory.getbasetemp()
    common = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, filled = common / f"shared-{name}", common / f"shared-{name}.filled"
    with (common / f"shared-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            if not filled.exists():
                shutil.rmtree(folder, ignore_errors=True)  # Filling it has failed in another process.
                folder.mkdir()
                fill(folder)
                filled.touch()
        finally:
            fcntl.flock(lock, fcntl.LOCK_UN)  # Closing it is not enough if a process was forked meanwhile.
    return Path(shutil.copytree(folder, own, dirs_exist_ok=True))
