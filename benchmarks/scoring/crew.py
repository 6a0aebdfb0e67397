"""Processes that score on request, so that several ways of scoring can be measured in turn, again and again.

A worker is a program that answers every line of JSON on its standard input by one on its standard output: ours are
``benchmarks.scoring.own``, the peers' ``benchmarks/peers/scoring.py``. A crew is some workers that share the work.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.scoring.texts import ROOT, Units, pairs_of

PEERS_PYTHON = ROOT / ".venv-scoring-peers" / "bin" / "python"
PEERS_WORKER = ROOT / "benchmarks" / "peers" / "scoring.py"


class WorkerError(Exception):
    """A worker gave up; the message is the end of what it said."""


@dataclass(frozen=True)
class Timed:
    """What scoring some units took: seconds of the clock for the slowest worker, and of all processors.

    ``sums`` holds the log-probability of every text, in nats, and ``tokens`` how many were scored (empty if a peer
    does not say).
    """

    pairs: int
    seconds: float
    cpu_seconds: float
    sums: list[list[float]]
    tokens: list[list[int]]

    @property
    def speed(self) -> float:
        """Pairs a second."""
        return self.pairs / self.seconds

    @property
    def cpu_speed(self) -> float:
        """Pairs a second of a processor: the one to compare where others compete for the cores."""
        return self.pairs / self.cpu_seconds


class Worker:
    """One process, with so many threads."""

    def __init__(self, command: Sequence[str], threads: int) -> None:
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115
        environment = os.environ | {
            "TOKENIZERS_PARALLELISM": "false",
            "HF_HUB_OFFLINE": "1",
            "OMP_NUM_THREADS": str(threads),
        }
        self._process = subprocess.Popen(
            [*command, str(threads)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
        )

    def ask(self, request: dict[str, Any]) -> None:
        """Sends a request; the worker begins at once."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise WorkerError(self._last_words()) from None

    def answer(self) -> dict[str, Any]:
        """The answer to the oldest request. Raises :class:`WorkerError` if the worker ended instead."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise WorkerError(self._last_words())
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.terminate()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()
        self._said.close()

    def _last_words(self) -> str:
        self._process.wait()
        self._said.seek(0)
        return self._said.read()[-2000:]


class Crew:
    """So many workers of one program, each with so many threads; used as a context, it ends them."""

    def __init__(self, command: Sequence[str], workers: int, threads: int) -> None:
        self.arrangement = f"{workers} x {threads} thread{'s' if threads > 1 else ''}"
        self._workers = [Worker(command, threads) for _ in range(workers)]

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the workers."""
        for worker in self._workers:
            worker.close()

    def score(self, units: Units, **how: Any) -> Timed:
        """Some units, dealt out to the workers."""
        count = len(self._workers)
        answers = self._answers([{**how, "units": units[first::count]} for first in range(count)])
        return Timed(
            pairs_of(units),
            max(answer["seconds"] for answer in answers),
            sum(answer["cpu_seconds"] for answer in answers),
            dealt_back([answer["sums"] for answer in answers]),
            dealt_back([answer["tokens"] for answer in answers]),
        )

    def flops(self, products: Sequence[tuple[int, int, int]], seconds: float = 1.5) -> float:
        """FLOP/s that all of our workers reach together in some products."""
        answers = self._answers([{"products": products, "seconds": seconds}] * len(self._workers))
        return float(sum(answer["flops"] for answer in answers))

    def _answers(self, requests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        for worker, request in zip(self._workers, requests, strict=True):
            worker.ask(request)
        return [worker.answer() for worker in self._workers]


def dealt_back(parts: Sequence[Sequence[Any]]) -> list[Any]:
    """What was dealt out in turn, in its order again."""
    found: list[Any] = [None] * sum(map(len, parts))
    for first, part in enumerate(parts):
        found[first :: len(parts)] = part
    return found


def own(kind: str, folder: str, workers: int) -> Crew:
    """Ours: ``causal`` or ``masked``, one thread each."""
    return Crew([sys.executable, "-W", "ignore", "-m", "benchmarks.scoring.own", kind, folder], workers, 1)


def peer(name: str, folder: str, workers: int, threads: int) -> Crew:
    """A peer of ``benchmarks/peers/scoring.py``."""
    return Crew([str(PEERS_PYTHON), "-W", "ignore", str(PEERS_WORKER), name, folder], workers, threads)


def cores() -> int:
    """Cores that may be used."""
    return len(os.sched_getaffinity(0))
