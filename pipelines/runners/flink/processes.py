"""Processes that outlive the command that started them, known by process id and start time together."""

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

_STOP_SECONDS = 10
_CLOCK_SECONDS = 2.0
"""How far the start time of one process may differ between two looks at it, as it is reckoned from the clock."""


@dataclass(frozen=True)
class Known:
    """A process, so that another one that was given the same id later is never taken for it.

    ``started`` is in seconds since the epoch.
    """

    pid: int
    started: float

    def process(self) -> psutil.Process | None:
        """The process itself; None where it is gone."""
        try:
            found = psutil.Process(self.pid)
            same = abs(found.create_time() - self.started) < _CLOCK_SECONDS
            return found if same and found.status() != psutil.STATUS_ZOMBIE else None
        except psutil.NoSuchProcess:
            return None


def start(command: Sequence[str], log: Path, environment: Mapping[str, str]) -> Known:
    """Start a process that neither Ctrl-C nor a closed terminal reaches; all that it says goes into its log."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as said:
        started = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env={**os.environ, **environment},
            start_new_session=True,
        )
    return Known(started.pid, psutil.Process(started.pid).create_time())


def stop(known: Iterable[Known]) -> None:
    """End processes with all that they started, by force those that do not end within seconds."""
    found = [process for one in known if (process := one.process()) is not None]
    family = [child for process in found for child in process.children(recursive=True)]
    for process in found:
        _signal(process, kill=False)
    _, left = psutil.wait_procs([*found, *family], timeout=_STOP_SECONDS)
    for process in left:
        _signal(process, kill=True)
    psutil.wait_procs(left, timeout=_STOP_SECONDS)


def _signal(process: psutil.Process, *, kill: bool) -> None:
    try:
        process.kill() if kill else process.terminate()
    except psutil.NoSuchProcess:
        return
