"""A pool of Beam workers for task managers on this machine: ``python -m versebench.pipelines.runners.flink.pool PORT``.

Task managers use it as their EXTERNAL environment. Unlike Beam's own pool, it forks workers from a process that has
already imported everything, passes them the options of the job, and ends them when it ends.
"""

import json
import multiprocessing
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from typing import Any

import grpc
from apache_beam.portability.api import (
    beam_fn_api_pb2,
    beam_fn_api_pb2_grpc,
    beam_provision_api_pb2,
    beam_provision_api_pb2_grpc,
    endpoints_pb2,
)
from google.protobuf import json_format, text_format

from versebench.pipelines.runners.flink.config import WORKING_FOLDER
from versebench.pipelines.runners.local.forks import FORKS, work

_REQUESTS = 16
_STOP_SECONDS = 10


class WorkerPool(beam_fn_api_pb2_grpc.BeamFnExternalWorkerPoolServicer):  # type: ignore[misc]
    """Starts a process for each worker that a task manager asks for."""

    def __init__(self) -> None:
        self._workers: dict[str, BaseProcess] = {}

    def StartWorker(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        """Start a worker. If its task manager is lost, it ends by itself, as its connection does."""
        worker = FORKS.Process(target=_work, args=(request.SerializeToString(),), name=request.worker_id)
        worker.start()
        self._workers[request.worker_id] = worker
        return beam_fn_api_pb2.StartWorkerResponse()

    def StopWorker(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        """End a worker whose job is over."""
        if (worker := self._workers.pop(request.worker_id, None)) is not None:
            worker.terminate()
            worker.join(_STOP_SECONDS)
            worker.kill()
        return beam_fn_api_pb2.StopWorkerResponse()


def serve(port: int) -> None:
    """Answer task managers on this machine until the process is ended."""
    forkserver.ensure_running()  # now, so that the first job does not wait for the imports
    server = grpc.server(ThreadPoolExecutor(_REQUESTS))
    beam_fn_api_pb2_grpc.add_BeamFnExternalWorkerPoolServicer_to_server(WorkerPool(), server)
    server.add_insecure_port(f"localhost:{port}")
    server.start()
    server.wait_for_termination()


def _work(request: bytes) -> None:
    """Run a worker, with the environment that Beam's containers get, as far as the task manager provides it."""
    threading.Thread(target=_end_with_the_pool, daemon=True).start()
    asked = beam_fn_api_pb2.StartWorkerRequest.FromString(request)
    options = _options(asked)
    environment = {
        "WORKER_ID": asked.worker_id,
        "PIPELINE_OPTIONS": json.dumps(options),
        "CONTROL_API_SERVICE_DESCRIPTOR": _described(asked.control_endpoint.url),
    }
    work(environment, _working_folder(options) or os.getcwd())


def _end_with_the_pool() -> None:
    pool = multiprocessing.parent_process()
    assert pool is not None
    pool.join()
    os._exit(1)


def _options(asked: Any) -> dict[str, Any]:
    with grpc.insecure_channel(asked.provision_endpoint.url) as channel:
        stub = beam_provision_api_pb2_grpc.ProvisionServiceStub(channel)
        worker = [("worker_id", asked.worker_id)]
        provided = stub.GetProvisionInfo(beam_provision_api_pb2.GetProvisionInfoRequest(), metadata=worker)
    options: dict[str, Any] = json_format.MessageToDict(provided.info.pipeline_options)
    return options


def _described(url: str) -> str:
    return str(text_format.MessageToString(endpoints_pb2.ApiServiceDescriptor(url=url)))


def _working_folder(options: dict[str, Any]) -> str | None:
    experiments = options.get("beam:option:experiments:v1", [])
    named = (text.partition("=") for text in experiments)
    return next((folder for name, _, folder in named if name == WORKING_FOLDER), None)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
