"""kill -9 of a Flink task manager, and of a worker of its pool, in the middle of a release."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import psutil

from tests.faults.processes import WORKER, ended, started, wait_for
from tests.faults.trial import Trial, Undisturbed
from versebench.pipelines.errors import UserError
from versebench.pipelines.runners.flink.cluster import start_cluster, stop_cluster
from versebench.pipelines.runners.flink.jars import find_java, find_job_server
from versebench.pipelines.runners.flink.state import Cluster

_DONE = ("validate", "ingest", "words", "lexicon", "clean")
_LONGEST_WORK = 12.0
"""Seconds in which a job starts on the cluster and does most of its work."""


def missing() -> str | None:
    """What is missing for a Flink cluster here."""
    try:
        find_java()
        find_job_server()
    except UserError as error:
        return str(error)
    return None


def kill_a_task_manager(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """The job starts again on the other one."""
    return _on_a_cluster(undisturbed.begun(folder, _DONE), random, lambda cluster: cluster.pids("task_managers"))


def kill_a_flink_worker(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """The job starts again with another worker of the pool."""
    return _on_a_cluster(undisturbed.begun(folder, _DONE), random, _workers)


def _on_a_cluster(trial: Trial, random: Random, victims: Callable[[Cluster], list[int]]) -> int:
    cluster = start_cluster(trial.folder / "cluster", task_managers=2)
    try:
        with started("release", trial.recipe, "--root", trial.root, "--", *cluster.beam_options) as process:
            wait_for(process, lambda: _workers(cluster))
            time.sleep(random.random() * _LONGEST_WORK)
            if found := victims(cluster):
                with contextlib.suppress(psutil.NoSuchProcess):
                    psutil.Process(random.choice(found)).kill()
            ran = ended(process)
    finally:
        stop_cluster(trial.folder / "cluster")
    # The restart strategy carries a job over the loss; where it does not, the failure is one message.
    assert ran.code in (0, 1), ran.err
    assert "Traceback" not in ran.err
    return trial.completed()


def _workers(cluster: Cluster) -> list[int]:
    """Processes of the pool that work for a job."""
    found = []
    for pid in cluster.pids("worker_pool"):
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    if WORKER in " ".join(child.cmdline()):
                        found.append(child.pid)
    return found
