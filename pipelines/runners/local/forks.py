"""Processes of Beam workers, forked from a process that holds the imports, which take most of a worker's start."""

import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from multiprocessing import reduction
from typing import Any

FORKS = multiprocessing.get_context("forkserver")
"""Makes the processes; the one that they are forked from starts with the first of them."""

FORKS.set_forkserver_preload(["apache_beam.runners.worker.sdk_worker_main", "versebench.pipelines.chain.chain"])


class StandardError:
    """What standard error is where this is sent to a process; there it is a file descriptor of the same."""

    def __reduce__(self) -> Any:
        """Sent as a duplicate: the process that workers are forked from has standard error as it was at its start."""
        return _detached, (reduction.DupFd(2),)


def _detached(duplicate: Any) -> int:
    return int(duplicate.detach())


def work(environment: Mapping[str, str], folder: str, standard_error: int | None = None) -> None:
    """Be a worker in this process, as ``environment`` tells Beam's program, until its graph is over."""
    signal.signal(signal.SIGINT, _nothing)  # Not ignored: what a worker starts would ignore it too.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.environ.update(environment)
    os.chdir(folder)
    if standard_error is not None:
        os.dup2(standard_error, 2)

    from apache_beam.runners.worker import sdk_worker_main

    code = 1
    try:
        sdk_worker_main.main([])
        code = 0
    except Exception:  # The connection ends with whoever asked for the work, and there is nobody left to tell.
        logging.getLogger(__name__).exception("worker %s", environment["WORKER_ID"])
    finally:
        sys.stderr.flush()
        os._exit(code)  # Threads of an element that nobody waits for any more would hold the process back.


def start(process: Any) -> None:
    """Start one of these processes, deaf to Ctrl-C until it has a handler: the driver answers for all of its group."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Inherited by what is started meanwhile.
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _nothing(*_: object) -> None:
    """Let Ctrl-C pass."""
