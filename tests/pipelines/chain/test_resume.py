"""An interrupted run continues where it stopped and ends in the same bytes."""

import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import (
    REPOSITORY,
    VERSEBENCH,
    files_of,
    make_release,
    recipe_values,
    temporary_of,
    versebench,
    versebench_here,
    write_recipe,
)

ANNOTATED = ("ingest", "words", "lexicon", "clean", "annotate")
PACKAGED = (*ANNOTATED, "eligibility", "corrupt", "assemble")


def prepared(tmp_path: Path, sample: Sample, *stages: str) -> Path:
    """A root in which these stages are done, and the slow validation of the same tables."""
    for stage in ("validate", *stages):
        shutil.copytree(sample.root / stage, tmp_path / "root" / stage)
    return tmp_path / "root"


def check_manifests(root: Path) -> None:
    """No manifest names a file that is not there."""
    for path in root.rglob("manifest.json"):
        for table in json.loads(path.read_text())["tables"].values():
            for file in table["files"]:
                assert (path.parent / file["name"]).stat().st_size == file["size"]


def spilling(root: Path) -> bool:
    return any((root / "ingest").glob("spill*/*.arrow"))


def some_shards(root: Path) -> bool:
    return len(list(root.glob("*/*/shard-*.json"))) >= random.randint(1, 12)


def sampling(root: Path) -> bool:
    return any(root.glob("eligibility/*/rank-limit-*"))


def packaging(root: Path) -> bool:
    return any(root.glob("releases/*/*.tmp/*"))


@pytest.mark.parametrize(
    ("moment", "done"), [(spilling, ()), (some_shards, ()), (sampling, ANNOTATED), (packaging, PACKAGED)]
)
def test_a_killed_run_goes_on(
    sample: Sample, tmp_path: Path, moment: Callable[[Path], bool], done: tuple[str, ...]
) -> None:
    root, recipe = prepared(tmp_path, sample, *done), write_recipe(tmp_path, recipe_values())
    command = [str(VERSEBENCH), "release", str(recipe), "--root", str(root)]
    with subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and not moment(root):
            time.sleep(0.002)
        process.kill()
    check_manifests(root)
    assert not (root / "releases/small/1.0.0").exists() or process.returncode == 0
    made = make_release(tmp_path, recipe_values())
    assert files_of(made.folder) == files_of(sample.release)
    check_manifests(root)
    assert temporary_of(root) == []
    assert files_of(root).keys() == files_of(sample.root).keys()


def test_lost_commits_are_made_again(sample: Sample, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(sample.root, root, ignore=shutil.ignore_patterns("releases", "records"))
    shards = sorted(path for path in root.rglob("shard-*.json") if path.parts[-3] != "validate")
    for path in random.Random(3).sample(shards, 6):
        path.unlink()
        (path.parent / "manifest.json").unlink(missing_ok=True)
    # A commit whose file is gone counts for nothing either.
    run = next(iter((root / "corrupt").iterdir()))
    (run / "manifest.json").unlink(missing_ok=True)
    (run / "pairs-00001-of-00003.parquet").unlink()
    made = make_release(tmp_path, recipe_values())
    assert made.made
    assert files_of(made.folder) == files_of(sample.release)
    check_manifests(root)


def test_a_lost_record_is_written_again(sample: Sample, tmp_path: Path) -> None:
    shutil.copytree(sample.root, tmp_path / "root")
    record = tmp_path / "root/records/small-1.0.0.json"
    record.unlink()
    assert not make_release(tmp_path, recipe_values()).made
    assert json.loads(record.read_text())["stages"].keys() >= {"ingest", "clean", "annotate", "corrupt"}


@pytest.mark.parametrize(("pattern", "is_cut"), [("pairs-*.parquet", False), ("README.md", True), ("SHA256SUMS", True)])
def test_a_damaged_release_is_not_called_done(sample: Sample, tmp_path: Path, pattern: str, is_cut: bool) -> None:
    shutil.copytree(sample.root, tmp_path / "root")
    folder = tmp_path / "root/releases/small/1.0.0"
    file = next(folder.glob(pattern))
    content = file.read_bytes()
    file.unlink()
    if is_cut:
        file.write_bytes(content[:-10])
    ran = versebench_here("release", write_recipe(tmp_path, recipe_values()), "--root", tmp_path / "root")
    assert ran.code == 1
    assert ran.message.startswith(f"versebench: the release {folder} is damaged: {file.name} ")
    assert ran.message.strip().endswith("or delete the folder and run again")
    shutil.rmtree(folder)
    assert make_release(tmp_path, recipe_values()).made
    assert files_of(folder) == files_of(sample.release)


def test_a_shard_that_was_damaged_after_its_commit_is_not_released(sample: Sample, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(sample.root, root, ignore=shutil.ignore_patterns("releases"))
    path = next(root.glob("assemble/*/outcomes-00001-of-00003.parquet"))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    ran = versebench("release", write_recipe(tmp_path, recipe_values()), "--root", root)
    assert ran.code == 1
    assert ran.message.strip() == (
        f"versebench: {path} has changed since it was committed (sha256 differs); delete {path.parent} and run again"
    )
    assert list((root / "releases/small").iterdir()) == []


def test_ctrl_c_stops_with_a_message_and_the_next_run_completes(scored: Sample, tmp_path: Path) -> None:
    values = recipe_values(models=[{"model": "gpt2-verse"}])
    root, recipe = prepared(tmp_path, scored, *ANNOTATED), write_recipe(tmp_path, values)
    command = [str(VERSEBENCH), "release", str(recipe), "--root", str(root)]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while process.poll() is None and not any(root.glob("decide/*/manifest.json")):
            if any(root.glob("corrupt/*/manifest.json")):
                time.sleep(0.5)  # The model is being loaded, or scores.
                os.killpg(process.pid, signal.SIGINT)
                break
            time.sleep(0.01)
        _, error = process.communicate(timeout=300)
    assert process.returncode == 130, error
    last = [line for line in error.splitlines() if line.strip()][-1]
    assert last == "versebench: stopped; committed shards are kept; run the same command again to continue"
    assert "Traceback" not in error
    assert not any(root.glob("decide/*/manifest.json"))
    made = make_release(tmp_path, values)
    assert files_of(made.folder) == files_of(scored.release)
    assert temporary_of(root) == []
