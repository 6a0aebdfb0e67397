"""What Beam and its worker processes say, kept out of the user's sight unless something fails."""

import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from versebench.pipelines.runners.secrets import without_secrets


@dataclass(frozen=True)
class WorkerLog:
    """The log of a run, and the terminal that it was taken from."""

    file: BinaryIO
    terminal: TextIO

    def keep(self, last_words: str) -> str:
        """Copy the log, with the text of the failure at its end and without secrets, to a file that stays: its path."""
        self.file.seek(0)
        with tempfile.NamedTemporaryFile("wb", prefix="versebench-failure-", suffix=".log", delete=False) as kept:
            said = self.file.read().decode("utf-8", "backslashreplace") + last_words
            kept.write(without_secrets(said).encode("utf-8", "backslashreplace"))
        return kept.name


@contextmanager
def worker_log() -> Iterator[WorkerLog]:
    """Send standard error to a log while the block runs: worker processes inherit it and log every start there.

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
