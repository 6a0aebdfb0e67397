"""The process that a parser is fuzzed in: ``python -m tests.fuzz.worker PARSER SEED FOLDER CORPUS``.

It writes every input to a file before it is tried, so that whoever watches has it if the process dies, and prints a
line of JSON for every round and every finding. It goes on until it is stopped.
"""

import json
import os
import sys
import traceback
from itertools import count
from pathlib import Path

from tests.fuzz.corpus_files import write_finding
from tests.fuzz.explore import explore
from tests.fuzz.parser import Parser

ROUND = 100
"""Inputs between two lines of output; hypothesis remembers those of a round."""


class _Inputs:
    """Counts the inputs of a round and keeps the last one in a file."""

    def __init__(self, path: Path) -> None:
        self._path, self._watcher = path, os.getppid()
        self.number = 0
        self.last = b""

    def note(self, content: bytes) -> None:
        if os.getppid() != self._watcher:  # whoever watched was killed
            os._exit(0)
        self.number += 1
        self.last = content
        self._path.write_bytes(content)


def _where(error: BaseException) -> str:
    """What was raised and at which line of the code: two findings that agree in it are one."""
    if isinstance(error, BaseExceptionGroup):  # of an input that was a finding the first time only
        error = error.exceptions[0]
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {last.filename}:{last.lineno}: {str(error)[:300]!a}"


def work(parser: Parser, seed: int, folder: Path, corpus: Path) -> None:
    """Round after round with seeds of their own; a finding is written and told once."""
    known = set[str]()
    for number in count(seed):
        inputs = _Inputs(folder / "input")
        try:
            explore(parser, folder / "scratch", ROUND, number, inputs.note)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                return
            problem = _where(error)
            if (kind := problem.split(": ")[0]) not in known:
                known.add(kind)
                path = write_finding(parser.name, inputs.last, corpus)
                print(json.dumps({"finding": str(path), "problem": problem}), flush=True)  # noqa: T201
        print(json.dumps({"inputs": inputs.number}), flush=True)  # noqa: T201


if __name__ == "__main__":
    from tests.fuzz.registry import PARSERS  # costly, and not needed by who brings parsers of their own

    work(PARSERS[sys.argv[1]], int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
