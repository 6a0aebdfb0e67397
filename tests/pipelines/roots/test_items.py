"""What lies under a root, by the paths of its files; and of a real root, what made what."""

import json
import shutil
from pathlib import Path

import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import versebench_here
from versebench.pipelines.commands.print.root import age
from versebench.pipelines.errors import DataError
from versebench.pipelines.roots.inventory import read_root
from versebench.pipelines.roots.items import RootItem, root_items
from versebench.pipelines.roots.records import note_publication
from versebench.storage.tree import StoredFile

RUN = "0123456789abcdef"
ATTEMPT = f"{'0' * 32}.tmp"


def of(*paths: str) -> dict[str, RootItem]:
    files = (StoredFile(path, 10, modified) for modified, path in enumerate(paths))
    return {item.path: item for item in root_items(files)}


def test_files_belong_to_runs_releases_copies_and_attempts() -> None:
    found = of(
        f"clean/{RUN}/manifest.json",
        f"clean/{RUN}/shard-00000-of-00003.json",
        f"clean/{RUN}/shard-00002-of-00003.json",
        f"clean/{RUN}/poems-00000-of-00003.parquet.{ATTEMPT}",
        f"ingest/spill.{ATTEMPT}/read-00000.json",
        f"ingest/spill.{ATTEMPT}/deep/x",
        f"ingest/{RUN}.shards",
        f"releases/small/1.0.0/clean/{RUN}/x",
        f"releases/small/2.0.0.{ATTEMPT}/x",
        "published/small/1.0.0/README.md",
        "published/small/1.0.0.json",
        "records/small-1.0.0.json",
        f"words/{RUN}/",
    )
    assert {path: item.kind for path, item in found.items()} == {
        f"clean/{RUN}": "run",
        f"clean/{RUN}/poems-00000-of-00003.parquet.{ATTEMPT}": "temporary",
        f"ingest/spill.{ATTEMPT}": "temporary",
        f"ingest/{RUN}.shards": "other",
        "releases/small/1.0.0": "release",
        f"releases/small/2.0.0.{ATTEMPT}": "temporary",
        "published/small/1.0.0": "copy",
        "published/small/1.0.0.json": "other",
        "records/small-1.0.0.json": "other",
        f"words/{RUN}": "run",
    }
    run = found[f"clean/{RUN}"]
    assert (run.size, run.modified, run.is_committed, run.shards) == (30, 2, True, (2, 3))
    assert found[f"words/{RUN}"].shards == (0, 0)


@pytest.mark.parametrize(
    "path", [f"cache/{RUN}/page.html", f"cache/{RUN}/deep/page.json", "published/blog/2024/index.html"]
)
def test_a_folder_that_only_has_a_name_like_ours_is_left_alone(path: str) -> None:
    beside = [f"cache/{RUN}/manifest.json"] if path.startswith("cache") else []
    assert {one.kind for one in of(path, *beside).values()} == {"other"}


@pytest.mark.parametrize(("seconds", "said"), [(-5, "0 s"), (59, "59 s"), (3_599, "59 min"), (86_399, "23 h")])
def test_ages_are_printed_in_their_largest_unit(seconds: float, said: str) -> None:
    assert age(RootItem("run", "", (), 0, 1_000), 1_000 + seconds) == said


def test_a_root_with_a_release(sample: Sample) -> None:
    inventory = read_root(str(sample.root))
    (released,) = inventory.releases
    assert (released.name, released.version, released.pairs) == ("small", "1.0.0", 90)
    assert released.finished is not None
    assert released.doi is None
    assert {run.stage for run in inventory.runs} >= {
        "ingest",
        "lexicon",
        "clean",
        "eligibility",
        "assemble",
        "validate",
    }
    for run in inventory.runs:
        assert (run.state, run.releases) == ("committed", ("small-1.0.0",)), run.stage
        assert run.rows is not None
    assert not inventory.temporary
    assert not inventory.copies


def test_what_the_command_prints(sample: Sample, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(sample.root, root)
    shutil.copytree(sample.stage("clean"), root / "clean" / RUN)
    (root / "clean" / RUN / "manifest.json").unlink()
    shutil.copytree(sample.stage("words"), root / "words" / RUN)
    (root / "words" / RUN / "manifest.json").write_text("{")
    note_publication(str(root / "published/small/1.0.0"), "10.5072/zenodo.7", "https://x")
    ran = versebench_here("ls", "--root", root)
    assert ran.code == 0
    assert "unfinished: 3 of 3 shards" in ran.err
    assert "damaged" in ran.err
    assert "10.5072/zenodo.7" in ran.err
    said = json.loads(versebench_here("ls", "--root", root, "--json").out)
    assert [one["doi"] for one in said["releases"]] == ["10.5072/zenodo.7"]
    states = {one["path"]: one["state"] for one in said["runs"]}
    assert (states[f"clean/{RUN}"], states[f"words/{RUN}"]) == ("half", "damaged")


def test_no_root(tmp_path: Path) -> None:
    ran = versebench_here("ls", "--root", tmp_path / "none")
    assert ran.code == 1
    assert "none is empty or does not exist; pass the --root" in ran.message
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"finished": "x", "stages": {"a": 1}}'])
def test_a_record_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "records").mkdir()
    (tmp_path / "records/small-1.0.0.json").write_text(text)
    with pytest.raises(DataError, match=r"small-1\.0\.0\.json cannot be read.*; delete the file, and make"):
        read_root(str(tmp_path))
