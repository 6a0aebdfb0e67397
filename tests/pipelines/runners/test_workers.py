"""Worker processes of the local runner that cannot be started."""

import os
import signal
from multiprocessing import forkserver
from typing import Any

import apache_beam as beam
import pytest

from versebench.pipelines.errors import StageError
from versebench.pipelines.runners.local import workers
from versebench.pipelines.runners.runner import Runner, create


def counted(pipeline: beam.Pipeline) -> None:
    create(pipeline, "Elements", [1, 2, 3]) | "Square" >> beam.Map(lambda number: number * number)


@pytest.mark.parametrize("nth", [1, 2])
def test_a_run_ends_if_what_forks_its_workers_is_killed_while_it_starts_one(
    nth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []

    def start(process: Any) -> None:
        started.append(process)
        if len(started) == nth:
            parent: Any = forkserver._forkserver
            parent.ensure_running()
            os.kill(parent._forkserver_pid, signal.SIGKILL)
            os.waitid(os.P_PID, parent._forkserver_pid, os.WEXITED | os.WNOWAIT)
            raise EOFError("unexpected EOF")  # as multiprocessing does if it is killed after it took the request
        process.start()

    monkeypatch.setattr(workers, "start", start)
    with pytest.raises(StageError, match=r"square: a worker process was killed, .* run again"):
        Runner(workers=2).run("square", 2, counted, lambda: 0)
    monkeypatch.undo()
    Runner(workers=2).run("square", 2, counted, lambda: 0)  # the next run has a new process that forks
