import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import apache_beam as beam
import pytest

from tests.storage.tables import Fail, MakePlaces, committed, places
from versebench.pipelines.errors import DataError
from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.stage import run_stage
from versebench.storage.commit import DamagedShardError
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


def shorten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def zero(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize("damage", [shorten, empty, zero])
def test_a_shard_whose_file_does_not_match_its_sidecar_is_made_again(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    run, _ = committed(tmp_path, 3)
    damage(Path(run.path(run.table_name("provenance", 1))))
    calls = tmp_path / "calls"
    calls.mkdir()
    made = run_stage(run, {}, MakePlaces(str(calls)), Runner())
    assert os.listdir(calls) == ["1"]
    assert [read_table(run.directory, made.manifest, "provenance", shard) for shard in range(3)] == [
        places(shard) for shard in range(3)
    ]


def test_a_sidecar_of_another_shard_commits_nothing(tmp_path: Path) -> None:
    run, _ = committed(tmp_path)
    Path(run.path(run.sidecar_name(0))).write_bytes(Path(run.path(run.sidecar_name(1))).read_bytes())
    made = run_stage(run, {}, MakePlaces(None), Runner())
    assert read_table(run.directory, made.manifest, "provenance", 0).equals(places(0))


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ({"stage": "clean"}, "its stage is 'ingest', not 'clean'"),
        ({"run_id": "1" * 16}, f"its run id is '{'0' * 16}', not '{'1' * 16}'"),
        ({"shards": 3}, "its number of shards is 2, not 3"),
    ],
)
def test_a_manifest_that_was_copied_from_another_run_is_refused(
    tmp_path: Path, place: dict[str, Any], fault: str
) -> None:
    run, _ = committed(tmp_path)
    run_stage(run, {}, MakePlaces(None), Runner())
    other = replace(run, **place)
    os.makedirs(other.directory, exist_ok=True)
    if other.directory != run.directory:
        shutil.copytree(run.directory, other.directory, dirs_exist_ok=True)
    with pytest.raises(DamagedShardError, match=f"{fault}; it may have been copied here; delete {other.directory}"):
        run_stage(other, {}, Fail("value", "is not called"), Runner())


@pytest.mark.parametrize("inputs", [{"seed": 8}, {"seed": 7, "tables": {"poems": "1"}}])
def test_a_manifest_of_other_inputs_or_tables_is_refused(tmp_path: Path, inputs: dict[str, Any]) -> None:
    run, _ = committed(tmp_path)
    run_stage(run, {"seed": 7}, MakePlaces(None), Runner())
    with pytest.raises(DamagedShardError, match="is not the manifest of this run"):
        run_stage(run, inputs, Fail("value", "is not called"), Runner())


@pytest.mark.parametrize("change", [{"rows": 7}, {"content_hash": "0" * 32}, {"fingerprint": "x"}])
def test_a_manifest_whose_tables_do_not_follow_from_their_files_is_refused(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    run, _ = committed(tmp_path)
    run_stage(run, {}, MakePlaces(None), Runner())
    path = Path(run.path("manifest.json"))
    manifest = json.loads(path.read_text())
    manifest["tables"]["provenance"] |= change
    path.write_text(json.dumps(manifest))
    with pytest.raises(DamagedShardError, match="its entry of provenance does not follow from its files"):
        run_stage(run, {}, Fail("value", "is not called"), Runner())


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
