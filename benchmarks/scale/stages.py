"""The stages one by one over a corpus, by the local runner and by Flink, with memory, and the pure functions alone."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.measure import in_a_process
from benchmarks.scale.job import FOLDERS, MEASURED, Job, Work, remembered, run_stage
from benchmarks.scale.memory import peaks
from benchmarks.scale.pure import PURE

ON_FLINK = ("clean", "corrupt")
"""The stages that Flink runs; the others are those that the local runner committed."""


def direct(job: Job) -> dict[str, Any]:
    """Every stage by the local runner, each in a process of its own with its workers."""
    work = Work(job, job.root)
    return {stage: remembered(job, f"direct-{stage}", partial(_stage, work, stage)) for stage in MEASURED}


def _stage(work: Work, stage: str, others: tuple[int, ...] = ()) -> dict[str, Any]:
    work.forget(stage)
    with peaks(others) as found:
        figures = in_a_process(run_stage, work, stage)
    return {**figures, "memory": found.values()}


def pure(job: Job) -> dict[str, Any]:
    """The pure functions of clean and corrupt over the same rows; the stages are committed.

    As many copies run at once as the stages have workers, since cores that share a cache or more are slower together.
    """
    return {stage: remembered(job, f"pure-{stage}", partial(_pure, job, stage)) for stage in PURE}


def _pure(job: Job, stage: str) -> dict[str, Any]:
    with ThreadPoolExecutor(job.workers) as copies:
        spent = list(copies.map(lambda _: in_a_process(PURE[stage], job), range(job.workers)))
    return {"seconds": mean(one.wall for one in spent), "cpu_seconds": mean(one.cpu for one in spent)}


def flink(job: Job) -> dict[str, Any]:
    """Clean and corrupt by a cluster of two task managers, and how many of their files are not the local runner's."""
    return remembered(job, "flink", partial(_flink, job))


def _flink(job: Job) -> dict[str, Any]:
    from versebench.pipelines.runners.flink.cluster import start_cluster, stop_cluster
    from versebench.pipelines.runners.flink.state import ROLES

    root, folder = Path(job.folder) / "flink", Path(job.folder) / "cluster"
    shutil.rmtree(root, ignore_errors=True)
    for stage in MEASURED:
        if stage not in ON_FLINK:
            shutil.copytree(Path(job.root) / stage, root / stage, copy_function=os.link)
    cluster = start_cluster(folder, task_managers=2)
    try:
        work = Work(job, str(root), tuple(cluster.beam_options))
        others = tuple(pid for role in ROLES for pid in cluster.pids(role))
        stages = {stage: _stage(work, stage, others) for stage in ON_FLINK}
    finally:
        stop_cluster(folder)
    return {"stages": stages, "differing_files": differing(Path(job.root), root)}


def differing(one: Path, other: Path) -> list[str]:
    """The files of the stages that Flink ran which are not the same in both roots, or are in one alone."""
    folders = [folder for stage in ON_FLINK for folder in FOLDERS[stage]]
    names = {
        path.relative_to(root)
        for root in (one, other)
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.is_file()
    }
    return sorted(str(name) for name in names if _content(one / name) != _content(other / name))


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
