"""The rank processes of a scorer, as their parent sees them."""

import contextlib
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from versebench.models.scorers.deepspeed.messages import Message, receive, send

END_SECONDS = 10.0
"""How long a process may take to end by itself after its pipe was closed."""
SETTLE_SECONDS = 1.0
"""How long other ranks are watched after a first failure: one that was killed makes the others fail."""
LAST_LINES = 6

_COMMAND = ("-P", "-c", "from versebench.models.scorers.deepspeed.rank import main; main()")


class RankError(Exception):
    """A rank process has failed; the message says which, why, and what it wrote last."""


class RankRefusedError(RankError):
    """A rank says why the model cannot be loaded; the message holds the remedy."""


class RankMemoryError(RankError):
    """A rank has not enough memory."""


@dataclass(frozen=True)
class _Rank:
    process: subprocess.Popen[bytes]
    log: IO[bytes]

    def last_lines(self) -> str:
        """What the process wrote last to its standard error."""
        size = self.log.seek(0, os.SEEK_END)
        self.log.seek(max(0, size - 8192))
        lines = [line.strip() for line in self.log.read().decode(errors="replace").splitlines() if line.strip()]
        return "\n".join(lines[-LAST_LINES:])


class Ranks:
    """One process for each of ``starts``, which all get the same requests; the first one's answers count.

    They end with :meth:`close`, when this object goes, and when this process does, however it ends.
    """

    def __init__(
        self,
        starts: Sequence[Message],
        environments: Sequence[Mapping[str, str]],
        folders: Sequence[str],
        seconds: float,
    ) -> None:
        """``folders`` are removed with the processes. Raises :class:`RankError`, in ``seconds`` at the latest."""
        self._ranks: list[_Rank] = []
        self.close = weakref.finalize(self, _end, self._ranks, tuple(folders))
        try:
            for environment in environments:
                self._ranks.append(_started(environment))
            for rank, start in zip(self._ranks, starts, strict=True):
                _tell(rank, start)
            self._answer(seconds)
        except BaseException:
            self.close()
            raise

    @property
    def process_ids(self) -> list[int]:
        """Of the processes, in their order."""
        return [rank.process.pid for rank in self._ranks]

    def ask(self, request: Message) -> Message:
        """The first rank's answer, when all have answered. Raises :class:`RankError`, and ends all processes then."""
        if not self.close.alive:
            raise RankError("its processes have ended")
        try:
            for rank in self._ranks:
                _tell(rank, request)
            return self._answer(None)
        except BaseException:  # after half an answer, no next one can be told from it
            self.close()
            raise

    def _answer(self, seconds: float | None) -> Message:
        answers: dict[int, Message] = {}
        deadline = None if seconds is None else time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for number, rank in enumerate(self._ranks):
                selector.register(_pipe(rank.process.stdout), selectors.EVENT_READ, number)
            while len(answers) < len(self._ranks):
                ready = selector.select(None if deadline is None else max(0.0, deadline - time.monotonic()))
                if not ready:
                    late = next(number for number in range(len(self._ranks)) if number not in answers)
                    raise RankError(self._with_log(late, f"was not ready after {seconds:g} s"))
                for key, _ in ready:
                    answer = receive(key.fileobj)  # type: ignore[arg-type]
                    if answer is None or "failed" in answer or "refused" in answer:
                        raise self._failure(key.data, answer)
                    answers[key.data] = answer
                    selector.unregister(key.fileobj)
        return answers[0]

    def _failure(self, number: int, answer: Message | None) -> RankError:
        """What to say of a failure: a process that was killed is the reason why others fail."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < deadline:
            for other, rank in enumerate(self._ranks):
                if rank.process.poll() not in (None, 0):
                    return RankError(self._with_log(other, _ending(rank.process.returncode)))
            time.sleep(0.05)
        if answer is None:
            return RankError(self._with_log(number, "ended without an answer"))
        if "refused" in answer:
            return RankRefusedError(answer["refused"])
        kind = RankMemoryError if answer["memory"] else RankError
        return kind(self._with_log(number, f"failed: {answer['failed']}"))

    def _with_log(self, number: int, what: str) -> str:
        lines = self._ranks[number].last_lines()
        said = f"; its last output:\n{lines}" if lines else ""
        return f"process {number + 1} of {len(self._ranks)} {what}{said}"


def _started(environment: Mapping[str, str]) -> _Rank:
    # The same modules as here, whatever the working folder holds.
    path = os.pathsep.join(entry for entry in sys.path if entry)
    log = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the process)
    process = subprocess.Popen(
        [sys.executable, *_COMMAND],
        env={**os.environ, "PYTHONPATH": path, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        process_group=0,  # so that it can end whatever it has started
    )
    return _Rank(process, log)


def _tell(rank: _Rank, message: Message) -> None:
    with contextlib.suppress(OSError):  # it has ended, which the end of its answers tells
        send(_pipe(rank.process.stdin), message)


def _pipe(pipe: Any) -> Any:
    assert pipe is not None
    return pipe


def _ending(code: int) -> str:
    if code >= 0:
        return f"ended with status {code}"
    name = signal.Signals(-code).name
    memory = ", usually because the system ran out of memory" if -code == signal.SIGKILL else ""
    return f"was stopped by {name}{memory}"


def _end(ranks: list[_Rank], folders: Sequence[str]) -> None:
    """Close the pipes, wait a while, and kill what is left."""
    for rank in ranks:
        with contextlib.suppress(OSError):  # what was not yet sent cannot be
            _pipe(rank.process.stdin).close()
    deadline = time.monotonic() + END_SECONDS
    for rank in ranks:
        try:
            rank.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            rank.process.kill()
            rank.process.wait()
        _pipe(rank.process.stdout).close()
        rank.log.close()
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
