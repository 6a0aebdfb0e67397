"""Processes of Beam workers, forked from a process that has imported everything, which saves most of their start."""

import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from multiprocessing import reduction
from typing import Any

FORKS = multiprocessing.get_context("forkserver")
"""The context that makes the processes; the process from which they are forked starts with the first of them."""

FORKS.set_forkserver_preload(["apache_beam.runners.worker.sdk_worker_main", "versebench.pipelines.chain.chain"])


class StandardError:
    """A stand-in for standard error: pickled to another process, it becomes a file descriptor of it."""

    def __reduce__(self) -> Any:
        """Send a duplicate, as the process from which workers are forked has the standard error of its own start."""
        return _detached, (reduction.DupFd(2),)


def _detached(duplicate: Any) -> int:
    return int(duplicate.detach())


def work(environment: Mapping[str, str], folder: str, standard_error: int | None = None) -> None:
    """Run a worker in this process, with Beam's variables in ``environment``, until its graph is over."""
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
    except Exception:  # The connection to the runner has ended, so that no one is left to receive the error.
        logging.getLogger(__name__).exception("worker %s", environment["WORKER_ID"])
    finally:
        sys.stderr.flush()
        os._exit(code)  # Threads of an abandoned element would keep the process alive.


def start(process: Any) -> None:
    """Start one of these processes with Ctrl-C blocked until it has a handler: the driver handles it for its group."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Inherited by what is started meanwhile.
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _nothing(*_: object) -> None:
    """Let Ctrl-C pass."""
