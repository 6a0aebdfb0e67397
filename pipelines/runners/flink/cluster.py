"""A local standalone Flink cluster with Beam's job server and a pool of Python workers.

``start_cluster(folder, task_managers=2, slots=None) -> Cluster`` starts one and waits until it accepts jobs;
``stop_cluster(folder) -> Cluster`` stops exactly its processes and returns what it was. ``read_state(folder)`` of
``versebench.pipelines.runners.flink.state`` reads the state: ``cluster.pids(role)`` for each of ``ROLES``, and
``cluster.beam_options``.

Its files are in the folder: ``state.json``, ``conf``, ``logs`` with one log for each process, ``tmp``.
"""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_fixed

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.runners import interrupt
from versebench.pipelines.runners.flink.config import (
    flink_settings,
    job_manager_command,
    task_manager_command,
    write_settings,
)
from versebench.pipelines.runners.flink.endpoints import free_ports, listening
from versebench.pipelines.runners.flink.jars import find_java, find_job_server, job_server_command
from versebench.pipelines.runners.flink.processes import start, stop
from versebench.pipelines.runners.flink.state import ROLES, Cluster, Ports, delete_state, read_state, write_state

_START_SECONDS = 120
_ANSWER_SECONDS = 3


class _NotYetError(Exception):
    pass


def start_cluster(folder: Path, task_managers: int = 2, slots: int | None = None) -> Cluster:
    """Start a cluster and wait until it accepts jobs.

    Args:
        folder: Folder for state, configuration and logs.
        task_managers: How many task managers to start.
        slots: Slots of each task manager. By default one task manager can be lost, and the others still have a slot
            for each core.

    Raises :class:`RecipeError` if Java or Flink is missing or the folder already has a cluster, :class:`DataError`,
    which names the log, if a process does not start.
    """
    java, job_server = find_java(), find_job_server()
    spared = max(1, task_managers - 1)
    slots = slots or -(-(os.cpu_count() or 1) // spared)
    folder = folder.absolute()
    _claim(folder)
    cluster = Cluster(folder, Ports(*free_ports(4)), slots, slots * spared, dict.fromkeys(ROLES, ()))
    try:
        for name in ("conf", "logs", "tmp"):
            shutil.rmtree(folder / name, ignore_errors=True)
        (folder / "tmp").mkdir()
        configuration = write_settings(folder, flink_settings(folder, cluster.ports, slots))
        jars = job_server.parent / "lib"
        pool = [sys.executable, "-m", "versebench.pipelines.runners.flink.pool", str(cluster.ports.pool)]
        cluster = _started(cluster, "worker_pool", pool)
        cluster = _started(cluster, "job_manager", job_manager_command(java, jars, configuration))
        for _ in range(task_managers):
            cluster = _started(cluster, "task_managers", task_manager_command(java, jars, configuration))
        master = f"localhost:{cluster.ports.rest}"
        serve = job_server_command(java, job_server, master, cluster.ports.jobs, folder / "tmp" / "artifacts")
        cluster = _started(cluster, "job_server", serve)
        _wait_until_ready(cluster, task_managers)
    except BaseException:
        stop(known for role in ROLES for known in cluster.processes[role])
        delete_state(folder)
        raise
    return cluster


def stop_cluster(folder: Path) -> Cluster:
    """Stop the remaining processes of a cluster and keep its logs. Raises :class:`RecipeError` if there is none."""
    cluster = known_cluster(folder)
    stop(known for role in reversed(ROLES) for known in cluster.processes[role])
    delete_state(cluster.folder)
    shutil.rmtree(cluster.folder / "tmp", ignore_errors=True)
    return cluster


def known_cluster(folder: Path) -> Cluster:
    """The cluster of a folder. Raises :class:`RecipeError` if there is none."""
    if (cluster := read_state(folder.absolute())) is None:
        raise RecipeError(f"no cluster in {folder}; start one with versebench cluster up --folder {folder}")
    return cluster


def task_managers_of(cluster: Cluster) -> int | None:
    """How many task managers are registered with the job manager; None if it does not answer."""
    overview = _overview(cluster)
    return None if overview is None else int(overview["taskmanagers"])


def _claim(folder: Path) -> None:
    """Make the folder. Raises :class:`RecipeError` if it already has a cluster."""
    folder.mkdir(parents=True, exist_ok=True)
    if (cluster := read_state(folder)) is None:
        return
    down = f"versebench cluster down --folder {folder}"
    if gone := cluster.gone():
        raise RecipeError(f"the cluster in {folder} has lost {', '.join(gone)}; clean up first with {down}")
    raise RecipeError(f"a cluster already runs in {folder}; use it, stop it with {down}, or name another --folder")


def _started(cluster: Cluster, role: str, command: Sequence[str]) -> Cluster:
    """Start one more process of a cluster, and write it to the state at once, so that it can always be stopped."""
    running = cluster.processes[role]
    environment = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
    process = start(command, _log(cluster, role, len(running)), environment)
    cluster = replace(cluster, processes={**cluster.processes, role: (*running, process)})
    write_state(cluster)
    return cluster


def _log(cluster: Cluster, role: str, number: int) -> Path:
    return cluster.folder / "logs" / f"{role}-{number}.log"


def _wait_until_ready(cluster: Cluster, task_managers: int) -> None:
    @retry(
        retry=retry_if_exception_type(_NotYetError),
        stop=stop_after_delay(_START_SECONDS),
        wait=wait_fixed(0.2),
        reraise=True,
    )
    def ready() -> None:
        interrupt.check()
        for role in ROLES:
            for number, known in enumerate(cluster.processes[role]):
                if known.process() is None:
                    log = _log(cluster, role, number)
                    raise DataError(f"{role} of the cluster ended while it started; see its log, {log}")
        if task_managers_of(cluster) != task_managers:
            raise _NotYetError("task managers", _log(cluster, "task_managers", 0))
        for role, port in (("job_server", cluster.ports.jobs), ("worker_pool", cluster.ports.pool)):
            if not listening(f"localhost:{port}", _ANSWER_SECONDS):
                raise _NotYetError(role, _log(cluster, role, 0))

    try:
        ready()
    except _NotYetError as error:
        what, log = error.args
        raise DataError(f"{what} of the cluster did not answer within {_START_SECONDS} s; see the log, {log}") from None


def _overview(cluster: Cluster) -> Any:
    try:
        url = f"http://localhost:{cluster.ports.rest}/overview"
        return httpx2.get(url, timeout=_ANSWER_SECONDS, trust_env=False).raise_for_status().json()
    except httpx2.HTTPError:
        return None
