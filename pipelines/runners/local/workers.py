"""Watch the worker processes of the local runner: Beam's own handler waits forever for one that was killed.

Importing this module makes Beam's local runner start its processes by it.
"""

import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from apache_beam.portability import python_urns
from apache_beam.portability.api import beam_fn_api_pb2, endpoints_pb2
from apache_beam.runners.portability.fn_api_runner.worker_handlers import GrpcWorkerHandler, WorkerHandler
from google.protobuf import json_format, text_format

from versebench.pipelines.runners.local.forks import FORKS, StandardError, start, work
from versebench.storage import s3

_POLL_SECONDS = 0.2

PARENT_IS_GONE = 255
"""The exit code that multiprocessing reports for workers if the process from which they are forked was killed."""


@dataclass
class Watch:
    """The worker processes of a graph.

    ``lost`` has the exit codes of those that ended before their work was done, negative for a signal.
    """

    lost: list[int] = field(default_factory=list)
    workers: list["_WatchedWorker"] = field(default_factory=list)

    def end_all(self) -> None:
        """Kill the remaining workers; what they have not committed will be made again."""
        for worker in self.workers:
            worker.end()


_watches: list[Watch] = []


@contextmanager
def watched_workers() -> Iterator[Watch]:
    """Watch the worker processes that are started in this block."""
    watch = Watch()
    _watches.append(watch)
    try:
        yield watch
    finally:
        _watches.remove(watch)
        watch.end_all()  # Some may be left if the graph was stopped.


@WorkerHandler.register_environment(python_urns.SUBPROCESS_SDK, bytes)
class _WatchedWorker(GrpcWorkerHandler):  # type: ignore[misc]
    """A worker process. If it is lost, all workers of its graph are ended, and requests to it fail."""

    def __init__(self, _command: bytes, state: Any, provision_info: Any, grpc_server: Any) -> None:
        super().__init__(state, provision_info, grpc_server)
        self._watch = _watches[-1]
        self._over, self._stopped, self._ended = threading.Event(), threading.Event(), False

    def start_worker(self) -> None:
        options = self.provision_info.provision_info.pipeline_options
        environment = {
            **os.environ,
            "CONTROL_API_SERVICE_DESCRIPTOR": _descriptor(self.control_address),
            "LOGGING_API_SERVICE_DESCRIPTOR": _descriptor(self.logging_api_service_descriptor().url),
            "PIPELINE_OPTIONS": json.dumps({**json_format.MessageToDict(options), **s3.given_options()}),
            "WORKER_ID": self.worker_id,
        }
        self._process = FORKS.Process(target=work, args=(environment, os.getcwd(), StandardError()))
        try:
            start(self._process)
        except (EOFError, OSError):
            self._over.set()  # Nothing was started, so that nothing would end it.
            self._watch.lost.append(PARENT_IS_GONE)
            self._watch.end_all()
            raise
        self._watch.workers.append(self)
        if self._watch.lost:
            self.end()
        threading.Thread(target=self._wait, daemon=True).start()

    def stop_worker(self) -> None:
        self._over.wait()
        self._stopped.set()

    def end(self) -> None:
        self._ended = True
        self._process.kill()

    def _wait(self) -> None:
        self._process.join()  # Here alone: of two threads that join a process one gets a wrong exit code.
        self._over.set()
        if not (code := self._process.exitcode):
            return
        if code == PARENT_IS_GONE and self._process.pid:  # It may be alive, and multiprocessing kills it no more.
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)
        if not self._ended:
            self._watch.lost.append(code)
            self._watch.end_all()
        while not self._stopped.wait(_POLL_SECONDS):  # more may be asked of it at any time
            for name, future in list(self.control_conn._futures_by_id.items()):
                future.set(
                    beam_fn_api_pb2.InstructionResponse(instruction_id=name, error=f"{self.worker_id} has ended")
                )


def _descriptor(address: str) -> str:
    return str(text_format.MessageToString(endpoints_pb2.ApiServiceDescriptor(url=address)))
