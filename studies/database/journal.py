"""The journal of withdrawals: a file outside the database, so that a restored backup brings nobody back.

Each line is a JSON object: a judge who withdrew, by a hash of the random name and of the invitation, or that the study
was forgotten. A line is on the disk before the transaction that it is about is committed.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from versebench.studies.errors import StudyError

WITHDREW, FORGOTTEN = "withdrew", "forgotten"


@dataclass(frozen=True)
class Journal:
    """The journal of one study in a file, which need not exist yet."""

    study: str
    path: str

    def key(self, name: str) -> str:
        """The hash by which the journal knows a random name or the hash of a code."""
        return hashlib.sha256(f"{self.study} {name}".encode()).hexdigest()

    def append(self, act: str, **values: str | None) -> None:
        """Write a line and force it to the disk. Raises :class:`OSError` if it cannot be written whole."""
        line = json.dumps({"study": self.study, "act": act, **values}, sort_keys=True).encode() + b"\n"
        is_new = not os.path.exists(self.path)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            end = _end_of_lines(handle)
            try:
                os.lseek(handle, end, os.SEEK_SET)
                if os.write(handle, line) != len(line):
                    raise OSError(f"{self.path} cannot be written; free some space")
                os.fsync(handle)
            except OSError:
                os.ftruncate(handle, end)
                raise
        finally:
            os.close(handle)
        if is_new:
            _force_name(self.path)

    def entries(self) -> Iterator[dict[str, Any]]:
        """The lines of this study. A last line without its end was never acknowledged, and is left out.

        Raises :class:`StudyError` if another line is damaged.
        """
        if not os.path.exists(self.path):
            return
        with open(self.path, "rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                entry = _entry(self.path, number, line)
                if entry["study"] == self.study:
                    yield entry


def _entry(path: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except ValueError:
        entry = None
    if not isinstance(entry, dict) or not {"study", "act"} <= entry.keys():
        raise StudyError(f"{path}, line {number}: no entry of a journal of withdrawals; take the file from a copy")
    return entry


def _end_of_lines(handle: int) -> int:
    """Where the last whole line ends: what follows is of a process that was killed as it wrote."""
    size = os.fstat(handle).st_size
    tail = os.pread(handle, min(size, 4096), max(size - 4096, 0))
    return size - len(tail) + tail.rfind(b"\n") + 1


def _force_name(path: str) -> None:
    folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
