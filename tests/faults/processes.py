"""The command as a process that is killed at a random moment."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import psutil

from tests.pipelines.running import REPOSITORY, VERSEBENCH, Ran

_SECONDS = 300
WORKER = "sdk_worker_main"


@contextlib.contextmanager
def started(*arguments: str | Path) -> Iterator["subprocess.Popen[str]"]:
    """The command, running; it is killed at the end of the block if it still runs."""
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}
    command = [str(VERSEBENCH), *map(str, arguments)]
    with subprocess.Popen(
        command, cwd=REPOSITORY, env=environment, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process: "subprocess.Popen[str]") -> Ran:
    """How a command ended."""
    _, error = process.communicate(timeout=_SECONDS)
    return Ran(process.returncode, "", error)


def wait_for(process: "subprocess.Popen[str]", come: Callable[[], object]) -> bool:
    """Wait until something has come; False where the process ended before."""
    end = time.monotonic() + _SECONDS
    while process.poll() is None and time.monotonic() < end:
        if come():
            return True
        time.sleep(0.005)
    assert process.poll() is not None, "it never came"
    return False


def random_moment(root: Path, moments: int, random: Random) -> Callable[[], bool]:
    """Comes when a random number of files has been seen below a root; ``moments`` are in a whole run."""
    seen: set[str] = set()
    wanted = random.randint(1, moments)

    def come() -> bool:
        with contextlib.suppress(OSError):  # folders come and go
            seen.update(str(path) for path in root.rglob("*"))
        return len(seen) >= wanted

    return come


def workers_of(process: "subprocess.Popen[str]") -> list[psutil.Process]:
    """The worker processes of a command."""
    found = []
    with contextlib.suppress(psutil.NoSuchProcess):
        for child in psutil.Process(process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if WORKER in " ".join(child.cmdline()):
                    found.append(child)
    return found


def python(program: str, *arguments: str | Path) -> "subprocess.Popen[str]":
    """A program with the project in its path."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, cwd=REPOSITORY, text=True, stderr=subprocess.PIPE)
