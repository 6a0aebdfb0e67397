import os
from pathlib import Path

import apache_beam as beam
import pytest

from tests.storage.tables import Fail, MakePlaces, committed, places
from versebench.pipelines.errors import DataError
from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.stage import run_stage
from versebench.storage.manifest import read_manifest, read_table
from versebench.storage.run import Run
from versebench.transforms.mapping.map_shards import MapShards, ShardTask

ODD = 'a "quoted" \'single\' <angle> {brace}> \\back\nnew line é ▁ {"x": 1}>'


def map_shards(run: Run, task: ShardTask, runner: Runner) -> None:
    def build(pipeline: beam.Pipeline) -> None:
        _ = create(pipeline, "Shards", range(run.shards)) | "MapShards" >> MapShards(run, task)

    runner.run("test", run.shards, build, lambda: 0)


def test_every_shard_is_committed_once_and_what_is_there_is_skipped(tmp_path: Path) -> None:
    run, _ = committed(tmp_path, 4)
    Path(run.path(run.sidecar_name(1))).unlink()
    Path(run.path(run.table_name("provenance", 2))).unlink()
    calls = tmp_path / "calls"
    calls.mkdir()
    made = run_stage(run, {}, MakePlaces(str(calls)), Runner())
    assert sorted(os.listdir(calls)) == ["1", "2"]
    assert made.made
    assert made.manifest == read_manifest(run.directory)
    for shard in range(4):
        assert read_table(run.directory, made.manifest, "provenance", shard).equals(places(shard))
    again = run_stage(run, {}, Fail("value", "is not called"), Runner())
    assert (again.made, again.manifest) == (False, made.manifest)


def test_a_shard_that_appears_meanwhile_is_not_made_again(tmp_path: Path) -> None:
    run, _ = committed(tmp_path)
    map_shards(run, Fail("value", "is not called"), Runner())


@pytest.mark.parametrize(
    ("runner", "kind"),
    [
        (Runner(), "recoverable"),
        (Runner(workers=2, mode="multi_threading"), "os"),
        (Runner(workers=2, mode="multi_processing"), "recoverable"),
    ],
    ids=["in_memory", "multi_threading", "multi_processing"],
)
def test_a_failing_task_is_told_with_stage_and_element(tmp_path: Path, runner: Runner, kind: str) -> None:
    run = Run(str(tmp_path), "clean", "0" * 16, 2)
    with pytest.raises(DataError) as raised:
        run_stage(run, {}, Fail(kind, ODD), runner)
    assert str(raised.value) in (f"clean (shard 0): {ODD}", f"clean (shard 1): {ODD}")
    assert not os.path.exists(run.directory)


def test_a_defect_is_told_with_stage_element_and_type(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"ValueError") as raised:
        run_stage(Run(str(tmp_path), "clean", "0" * 16, 1), {}, Fail("value", "boom"), Runner())
    assert all(part in str(raised.value) for part in ("clean", "shard 0", "boom"))
