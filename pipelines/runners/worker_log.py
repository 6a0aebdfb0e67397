"""The log of Beam and its worker processes, which the user sees only if something fails."""

import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from versebench.storage.secrets import without_secrets


@dataclass(frozen=True)
class WorkerLog:
    """The log of a run, and the terminal from which it was redirected."""

    file: BinaryIO
    terminal: TextIO

    def keep(self, last_words: str) -> str:
        """Copy the log and the text of the failure, without secrets, to a file that stays, and return its path."""
        self.file.seek(0)
        with tempfile.NamedTemporaryFile("wb", prefix="versebench-failure-", suffix=".log", delete=False) as kept:
            text = self.file.read().decode("utf-8", "backslashreplace") + last_words
            kept.write(without_secrets(text).encode("utf-8", "backslashreplace"))
        return kept.name


@contextmanager
def worker_log() -> Iterator[WorkerLog]:
    """Redirect standard error to a log while the block runs. Worker processes inherit it and log every start there.

    The terminal stays reachable for the progress bar. Loggers of this process are silenced below critical.
    """
    sys.stderr.flush()
    saved, before, level = os.dup(2), logging.root.manager.disable, logging.root.level
    with tempfile.TemporaryFile() as log, os.fdopen(saved, "w") as terminal:
        os.dup2(log.fileno(), 2)
        logging.disable(logging.ERROR)
        try:
            yield WorkerLog(log, terminal)
        finally:
            logging.disable(before)
            logging.root.setLevel(level)  # Beam lowers it when a pipeline starts
            sys.stderr.flush()
            os.dup2(saved, 2)
