"""What of Beam is patched or private and used all the same: as it is here, or the cap in setup.py may not be raised."""

import contextlib
import multiprocessing
import subprocess
import sys
from multiprocessing import AuthenticationError
from multiprocessing.managers import BaseManager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from apache_beam.internal import cloudpickle_pickler
from apache_beam.io.filesystems import FileSystems
from apache_beam.options.pipeline_options import PipelineOptions, S3Options
from apache_beam.portability import python_urns
from apache_beam.portability.api import beam_fn_api_pb2
from apache_beam.runners.portability.fn_api_runner import worker_handlers
from apache_beam.transforms.environments import SubprocessSDKEnvironment
from apache_beam.utils import multi_process_shared
from apache_beam.utils.multi_process_shared import MultiProcessShared

from tests.s3_server import S3Server
from versebench.pipelines.runners.code_paths import shorten_code_paths
from versebench.pipelines.runners.local import workers
from versebench.pipelines.runners.runner import Runner
from versebench.storage import s3 as own_s3
from versebench.storage.beam_files import beam_options


def test_the_local_runner_starts_its_processes_by_the_handler_that_is_registered_last() -> None:
    """Used by local/workers.py."""
    registered = worker_handlers.WorkerHandler._registered_environments
    handler, payload = registered[python_urns.SUBPROCESS_SDK]
    assert handler is workers._WatchedWorker
    assert payload is bytes
    environment = SubprocessSDKEnvironment.from_command_string("worker")
    assert environment.to_runner_api(None).urn == python_urns.SUBPROCESS_SDK


def test_what_waits_for_a_worker_waits_for_futures_by_the_ids_of_instructions() -> None:
    """Used by local/workers.py, which answers for a worker that has ended."""
    connection = worker_handlers.ControlConnection()
    connection._input = iter(())
    future = connection.push(beam_fn_api_pb2.InstructionRequest(instruction_id="one"))
    assert connection._futures_by_id == {"one": future}
    future.set(beam_fn_api_pb2.InstructionResponse(instruction_id="one", error="has ended"))
    assert future.get(timeout=1).error == "has ended"


def test_a_function_that_travels_names_its_file_by_the_interceptor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Used by code_paths.py."""
    monkeypatch.setattr(cloudpickle_pickler.DEFAULT_CONFIG, "filepath_interceptor", lambda _: "intercepted.py")
    code = compile("def travels():\n    return 1\n", "/somewhere/else.py", "exec")
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(code, names)
    there = cloudpickle_pickler.loads(cloudpickle_pickler.dumps(names["travels"]))
    assert there() == 1
    assert there.__code__.co_filename == "intercepted.py"
    monkeypatch.undo()
    shorten_code_paths()
    assert cloudpickle_pickler.DEFAULT_CONFIG.filepath_interceptor("/x.py") == "/x.py"


def test_beam_asks_in_two_modules_whether_it_is_in_a_notebook() -> None:
    """Used by plain_python.py. With an instance of IPython, as in a kernel."""
    script = (
        "import apache_beam as beam; from IPython.core.interactiveshell import InteractiveShell; "
        "from apache_beam import pipeline; from apache_beam.utils import interactive_utils; "
        "from versebench.pipelines.runners.plain_python import outside_ipython; InteractiveShell.instance(); "
        "assert pipeline.is_in_ipython() and interactive_utils.is_in_ipython()\n"
        "with outside_ipython(): beam.Pipeline() | 'Numbers' >> beam.Create([1]); assert not pipeline.is_in_ipython()\n"
        "assert pipeline.is_in_ipython() and interactive_utils.is_in_ipython()"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_file_systems_hold_the_options_that_they_were_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Used by beam_files.py."""
    monkeypatch.setattr(FileSystems, "_pipeline_options", None)
    assert beam_options().view_as(S3Options).s3_region_name is None
    FileSystems.set_options(PipelineOptions(["--s3_region_name=north"]))
    assert beam_options().view_as(S3Options).s3_region_name == "north"


def test_the_client_for_s3_takes_options_by_name_and_holds_that_of_boto3(s3: S3Server) -> None:
    """Used by s3.py."""
    Runner()
    bucket = s3.bucket("internals").removeprefix("s3://")
    assert own_s3._api().list_objects_v2(Bucket=bucket)["KeyCount"] == 0
    assert own_s3._streams().client.client is own_s3._api()


def test_the_key_of_a_shared_process_is_the_one_of_the_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Used by shared_scorer.py: who has not the key is not answered."""
    monkeypatch.setattr(multi_process_shared, "AUTH_KEY", b"a" * 32)
    shared = MultiProcessShared(SimpleNamespace, "tag", path=str(tmp_path), spawn_process=True)
    assert shared.acquire() is not None
    (address,) = (path for path in tmp_path.iterdir() if path.name == "tag.address")
    host, port = address.read_text().split(":")
    BaseManager(address=(host, int(port)), authkey=b"a" * 32).connect()
    with pytest.raises((AuthenticationError, EOFError)):  # the latter if the server hangs up first
        BaseManager(address=(host, int(port)), authkey=b"mps").connect()
    with contextlib.suppress(EOFError, ConnectionError):
        shared.unsafe_hard_delete()
    for process in multiprocessing.active_children():
        process.join(30)
