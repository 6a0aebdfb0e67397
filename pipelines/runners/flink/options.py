"""Flink as the runner of graphs: Beam's options for it, and one job server for all graphs of a command."""

import atexit
import ctypes
import functools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
from apache_beam.options.pipeline_options import (
    FlinkRunnerOptions,
    JobServerOptions,
    PipelineOptions,
    PortableOptions,
    StandardOptions,
)
from apache_beam.runners.portability.flink_runner import MAGIC_HOST_NAMES, FlinkJarJobServer, FlinkRunner
from tenacity import retry, retry_if_result, stop_after_delay, wait_fixed

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.runners.flink.config import SHORT_LIVED_JAVA, WORKING_FOLDER
from versebench.pipelines.runners.flink.endpoints import listening
from versebench.pipelines.runners.flink.jars import JOB_SERVER, find_java

_START_SECONDS = 120
_ANSWER_SECONDS = 5
_STOP_SECONDS = 5
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


def is_flink(arguments: Sequence[str]) -> bool:
    """Whether Beam's options name Flink as the runner."""
    runner = PipelineOptions(list(arguments)).view_as(StandardOptions).runner
    return runner is not None and runner.lower() == "flinkrunner"


def flink_options(arguments: Sequence[str], elements: int) -> PipelineOptions:
    """Beam's options for a graph over some elements on Flink. If they name no job server, one is started.

    Raises :class:`RecipeError` or :class:`DataError` if something that the graph needs is missing or does not answer.
    """
    given = PipelineOptions(list(arguments))
    check_flink(given)
    endpoint = given.view_as(PortableOptions).job_endpoint or _own_job_server(tuple(arguments))
    own = [
        f"--job_endpoint={endpoint}",
        f"--parallelism={_parallelism(given, elements)}",
        f"--experiments={WORKING_FOLDER}={os.getcwd()}",
        "--experiments=disable_logging_submission_environment",  # it runs pip for each graph
    ]
    quiet = "--default_sdk_harness_log_level=ERROR"
    return PipelineOptions([quiet, *arguments, *own], save_main_session=False)


def check_flink(options: PipelineOptions) -> None:
    """Raise, within seconds, if a part of Flink that the options name is missing or does not answer."""
    portable, master = options.view_as(PortableOptions), options.view_as(FlinkRunnerOptions).flink_master
    if portable.job_endpoint is None:
        find_java(options.view_as(JobServerOptions).job_server_java_launcher)
    elif not listening(portable.job_endpoint, _ANSWER_SECONDS):
        raise DataError(f"no Beam job server answers at --job_endpoint={portable.job_endpoint}; {_CLUSTER}")
    if master in MAGIC_HOST_NAMES:
        return
    url = FlinkRunner.add_http_scheme(master)
    if not _answers(url):
        raise DataError(f"no Flink job manager answers at --flink_master={master}; {_CLUSTER}")
    # A pool listens on the machine of the task managers, so it can be checked only if that is this machine.
    pool = portable.environment_config
    if (
        portable.environment_type == "EXTERNAL"
        and urlsplit(url).hostname in _HERE
        and not listening(pool, _ANSWER_SECONDS)
    ):
        raise DataError(f"no worker pool answers at --environment_config={pool}; {_CLUSTER}")


_HERE = ("localhost", "127.0.0.1")
_CLUSTER = "see versebench cluster status, or start a cluster with versebench cluster up"


def _parallelism(options: PipelineOptions, elements: int) -> int:
    """At most a task for each element. By default Flink decides; on this machine it is a task for each core."""
    flink = options.view_as(FlinkRunnerOptions)
    wanted = int(flink.parallelism)
    if wanted < 1 and flink.flink_master in MAGIC_HOST_NAMES:
        wanted = os.cpu_count() or 1
    if wanted < 1:
        return 1 if elements == 1 else -1
    return max(1, min(wanted, elements))


@functools.cache
def _own_job_server(arguments: tuple[str, ...]) -> str:
    """Start a job server for this command. It ends when the command ends, even if that is killed."""
    options = PipelineOptions(list(arguments))
    flink, server = options.view_as(FlinkRunnerOptions), options.view_as(JobServerOptions)
    folder = Path(tempfile.mkdtemp(prefix="versebench-flink-"))
    log = folder / "job_server.log"
    if flink.flink_job_server_jar is None and JOB_SERVER.is_file():
        flink.flink_job_server_jar = str(JOB_SERVER)
    flink.flink_master = FlinkRunner.add_http_scheme(flink.flink_master)
    server.artifacts_dir = server.artifacts_dir or str(folder / "artifacts")
    server.job_server_jvm_properties = [*SHORT_LIVED_JAVA, *server.job_server_jvm_properties]
    try:
        command, endpoint = FlinkJarJobServer(options).subprocess_cmd_and_endpoint()
    except (OSError, RuntimeError, ValueError) as error:
        raise RecipeError(f"cannot get Beam's job server for Flink ({error}); make it once with make flink") from None
    with log.open("wb") as output:
        process = subprocess.Popen(
            list(map(str, command)),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=_die_with_parent,
        )
    atexit.register(_stop, process, folder)

    @retry(
        retry=retry_if_result(lambda up: not up),
        stop=stop_after_delay(_START_SECONDS),
        wait=wait_fixed(0.1),
        retry_error_callback=lambda _: False,
    )
    def up() -> bool:
        if process.poll() is not None:
            raise DataError(f"Beam's job server for Flink ended while it started: {_last_line(log)}")
        return listening(endpoint, _ANSWER_SECONDS)

    if not up():
        raise DataError(f"Beam's job server for Flink did not answer within {_START_SECONDS} s: {_last_line(log)}")
    return str(endpoint)


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGTERM)


def _stop(process: "subprocess.Popen[bytes]", folder: Path) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)


def _last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else "its log is empty"


def _answers(url: str) -> bool:
    try:
        return httpx2.get(f"{url}/config", timeout=_ANSWER_SECONDS, trust_env=False).is_success
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError):  # a ValueError if a label of the host is too long
        return False
