"""A release on Flink, embedded and on a standalone cluster with two task managers, is that of the local runner."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest

from tests.missing import missing
from tests.pipelines.conftest import Sample
from tests.pipelines.ghostwriting.recipes import network_values
from tests.pipelines.running import (
    VERSEBENCH,
    files_of,
    make_release,
    recipe_values,
    versebench,
    versebench_here,
    write_recipe,
)
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.beam_options import check_beam_options
from versebench.pipelines.runners.flink.cluster import known_cluster, start_cluster, stop_cluster
from versebench.pipelines.runners.flink.jars import JOB_SERVER
from versebench.pipelines.runners.flink.processes import ProcessIdentity, start, stop
from versebench.pipelines.runners.flink.state import ROLES, Cluster, read_state
from versebench.pipelines.runners.runner import Runner

VERSE = {"model": "gpt2-verse"}
LOCAL = ("--runner=FlinkRunner", "--flink_master=[local]")


@pytest.fixture(scope="module")
def flink() -> None:
    """Skip, or fail in CI, if Flink is not built."""
    if shutil.which("java") and JOB_SERVER.is_file():
        return
    missing(f"needs a JDK 17 and {JOB_SERVER}, which make flink builds with Maven")


@pytest.fixture(scope="module")
def cluster(flink: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    started = start_cluster(folder, task_managers=2, slots=2)
    yield started
    stop_cluster(folder)
    assert sorted(started.gone()) == sorted(f"{role} {pid}" for role in ROLES for pid in started.pids(role))


def same_release(sample: Sample, folder: Path, runner: Runner, **changes: Any) -> None:
    # Validation of the very same tables is taken over: it is the slowest stage, and its run id proves them the same.
    shutil.copytree(sample.root / "validate", folder / "root" / "validate")
    made = make_release(folder, recipe_values(**changes), runner)
    assert files_of(made.folder) == files_of(sample.release)
    one, other = files_of(sample.root), files_of(folder / "root")
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name] and not name.startswith("records/")] == []


def damaged(sample: Sample, folder: Path) -> Path:
    """A root whose poems are damaged and whose clean stage is still to run."""
    shutil.copytree(sample.root / "ingest", folder / "root" / "ingest")
    for stage in ("words", "lexicon"):
        shutil.copytree(sample.root / stage, folder / "root" / stage)
    (shard,) = (folder / "root" / "ingest").glob("*/poems-00001-of-*.parquet")
    os.truncate(shard, 3000)
    return shard


def test_embedded_flink(flink: None, sample: Sample, tmp_path: Path) -> None:
    same_release(sample, tmp_path, Runner(beam_args=LOCAL))


def test_two_task_managers_with_resource_hints(cluster: Cluster, scored: Sample, tmp_path: Path) -> None:
    runner = Runner(beam_args=tuple(cluster.beam_options))
    same_release(scored, tmp_path, runner, models=[{**VERSE, "engine": {"min_ram": "1GB"}}])
    logs = [(cluster.folder / "logs" / f"task_managers-{number}.log").read_text() for number in range(2)]
    assert all("CommitShard" in log for log in logs), "both task managers have worked"


def test_completions_and_synonyms_on_two_task_managers(cluster: Cluster, tmp_path: Path) -> None:
    models = {"generator": {"model": "gpt2-writer"}, "selectors": {"masked": {"model": "bert-verse"}, "causal": VERSE}}
    tasks = [{"task": "complete_line_beam.v1", "beams": 20, "poems": 4}, {"task": "replace_end_word.v1", "poems": 6}]
    recipe = load_recipe(str(write_recipe(tmp_path, recipe_values(tasks=tasks, **models))), [])
    here, there = tmp_path / "here", tmp_path / "there"
    chain = Chain(recipe, str(here), Runner())
    chain.annotate()
    shutil.copytree(here, there)
    offered = chain.candidates()
    assert any(one.committed.manifest.tables["attempts"].rows for one in offered)
    made = Chain(recipe, str(there), Runner(beam_args=tuple(cluster.beam_options))).candidates()
    assert all(one.committed.made for one in made)
    assert files_of(here) == files_of(there)


def test_ghostwriters_on_two_task_managers(cluster: Cluster, tmp_path: Path) -> None:
    recipe = load_recipe(str(write_recipe(tmp_path, network_values(tmp_path))), [])
    here, there = tmp_path / "here", tmp_path / "there"
    Chain(recipe, str(here), Runner(workers=2)).run("points")
    Chain(recipe, str(there), Runner(beam_args=tuple(cluster.beam_options))).run("points")
    assert len(list(here.glob("write/*"))) == 3
    assert files_of(here) == files_of(there)


def test_a_damaged_input_is_named_in_one_message(cluster: Cluster, sample: Sample, tmp_path: Path) -> None:
    shard = damaged(sample, tmp_path)
    recipe = write_recipe(tmp_path, recipe_values())
    # Relative paths are those of the command, wherever the cluster was started.
    ran = versebench("clean", recipe, "--root", "root", "--", *cluster.beam_options, cwd=tmp_path)
    assert ran.code == 1
    assert ran.message.startswith(f"versebench: clean (shard 1): {shard.relative_to(tmp_path)} has changed since")
    assert ran.message.count("\n") == 1


def test_a_running_cluster_is_shown_and_not_started_again(cluster: Cluster) -> None:
    shown = versebench_here("cluster", "status", "--folder", cluster.folder)
    assert (shown.code, shown.out.split()) == (0, cluster.beam_options)
    again = versebench_here("cluster", "up", "--folder", cluster.folder)
    assert again.code == 2
    assert f"a cluster already runs in {cluster.folder}" in again.message


@pytest.mark.parametrize("option", ["--flink_master", "--job_endpoint", "--environment_config"])
def test_a_part_that_does_not_answer_is_named(cluster: Cluster, option: str) -> None:
    options = [*cluster.beam_options, f"{option}=localhost:1"]
    with pytest.raises(DataError, match=rf"answers at {option}=localhost:1; .*versebench cluster up"):
        check_beam_options(options)


@pytest.fixture
def own_folder(flink: None, tmp_path: Path) -> Iterator[Path]:
    """A folder whose cluster is stopped after the test."""
    yield tmp_path / "cluster"
    if read_state(tmp_path / "cluster") is not None:
        stop_cluster(tmp_path / "cluster")


def test_the_message_about_a_lost_process_says_how_to_clean_up(own_folder: Path) -> None:
    folder = own_folder
    up = versebench("cluster", "up", "--task-managers", "1", "--slots", "1", "--folder", folder)
    assert up.code == 0, up.err
    pool = psutil.Process(known_cluster(folder).pids("worker_pool")[0])
    family = pool.children(recursive=True)
    pool.kill()
    _, left = psutil.wait_procs([pool, *family], timeout=120)
    assert left == [], "the pool takes its workers with it"
    lost = f"has lost worker_pool {pool.pid}"
    for command, code in (("status", 1), ("up", 2)):
        ran = versebench_here("cluster", command, "--folder", folder)
        assert ran.code == code
        assert lost in ran.message
        assert f"versebench cluster down --folder {folder}" in ran.message
    known = known_cluster(folder)
    assert versebench_here("cluster", "down", "--folder", folder).code == 0
    assert len(known.gone()) == 4
    assert versebench_here("cluster", "down", "--folder", folder).code == 2


def test_ctrl_c_ends_the_job_and_leaves_no_process(cluster: Cluster, tmp_path: Path) -> None:
    recipe = write_recipe(tmp_path, recipe_values())
    command = [str(VERSEBENCH), "ingest", str(recipe), "--root", str(tmp_path / "root"), "--"]
    # Without --job_endpoint, so that there is a job server of the command's own.
    options = [option for option in cluster.beam_options if not option.startswith("--job_endpoint")]
    running = subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True)
    try:
        wait_for(lambda: jobs(cluster, "RUNNING"))
        servers = psutil.Process(running.pid).children(recursive=True)
        assert [server.name() for server in servers] == ["java"]
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=300)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "stopped; committed shards are kept" in said
    assert psutil.wait_procs(servers, timeout=120)[1] == []
    wait_for(lambda: not jobs(cluster, "RUNNING"))


def jobs(cluster: Cluster, state: str) -> list[str]:
    """The ids of the jobs of the cluster that are in a state."""
    listed = httpx2.get(f"http://localhost:{cluster.ports.rest}/jobs", trust_env=False).json()["jobs"]
    return [job["id"] for job in listed if job["status"] == state]


def wait_for(true: Any, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)


def test_without_java_it_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RecipeError, match=r"Flink needs Java 17.*apt install openjdk-17"):
        check_beam_options(LOCAL)
    with pytest.raises(RecipeError, match=r"Flink needs Java 17.*apt install openjdk-17"):
        start_cluster(tmp_path / "cluster")
    assert not (tmp_path / "cluster").exists()


def test_a_process_that_was_given_the_id_of_another_is_not_stopped(tmp_path: Path) -> None:
    mine = start(["sleep", "60"], tmp_path / "mine.log", {})
    foreign = start(["sleep", "60"], tmp_path / "foreign.log", {})
    reused = ProcessIdentity(foreign.pid, foreign.started - 100)
    assert reused.process() is None
    stop([mine, reused])
    assert mine.process() is None
    assert foreign.process() is not None
    stop([foreign])
