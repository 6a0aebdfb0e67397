"""Processes that outlive the command that started them, identified by process id and start time."""

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

_STOP_SECONDS = 10
_CLOCK_SECONDS = 2.0
"""How far two readings of the start time of a process may differ, as it is computed from the clock."""


@dataclass(frozen=True)
class ProcessIdentity:
    """The identity of a process, by which a later process with the same id is never mistaken for it.

    ``started`` is in seconds since the epoch.
    """

    pid: int
    started: float

    def process(self) -> psutil.Process | None:
        """The process itself; None if it is gone."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started) < _CLOCK_SECONDS
            return process if same and process.status() != psutil.STATUS_ZOMBIE else None
        except psutil.NoSuchProcess:
            return None


def start(command: Sequence[str], log: Path, environment: Mapping[str, str]) -> ProcessIdentity:
    """Start a process that Ctrl-C and a closed terminal do not end; its output goes to its log."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        started = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env={**os.environ, **environment},
            start_new_session=True,
        )
    return ProcessIdentity(started.pid, psutil.Process(started.pid).create_time())


def stop(identities: Iterable[ProcessIdentity]) -> None:
    """End processes and all that they started; kill those that do not end within seconds."""
    running = [process for identity in identities if (process := identity.process()) is not None]
    family = [child for process in running for child in process.children(recursive=True)]
    for process in running:
        _signal(process, kill=False)
    _, left = psutil.wait_procs([*running, *family], timeout=_STOP_SECONDS)
    for process in left:
        _signal(process, kill=True)
    psutil.wait_procs(left, timeout=_STOP_SECONDS)


def _signal(process: psutil.Process, *, kill: bool) -> None:
    try:
        process.kill() if kill else process.terminate()
    except psutil.NoSuchProcess:
        return
