"""The previous release: which one it is, and that a damaged one or another's is refused."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import recipe_values
from versebench.pipelines.chain.dataflow_reach import check_dataflow
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.continuity import PreviousAttempts, PreviousPairs, previous_attempts, previous_pairs
from versebench.pipelines.lifecycle.previous import Previous, previous_of
from versebench.pipelines.lifecycle.release_rows import ReleaseRows
from versebench.pipelines.recipe.recipe import Recipe, recipe_of
from versebench.release.folder import checksums
from versebench.release.folder.read import stream_release_table
from versebench.storage.commit import ShardOutput, commit_shard
from versebench.storage.manifest import assemble
from versebench.storage.run import Run
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.tasks.synonyms.tables import attempts_table
from versebench.transforms.text.keys import hash_id, shard_of


def recipe(**changes: Any) -> Recipe:
    return recipe_of(recipe_values(**changes))


@pytest.fixture(scope="module")
def several(sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with a release under several versions, and folders that are none."""
    root = tmp_path_factory.mktemp("several[1]")
    for version in ("1.9.0", "1.10.0", "2.0.0"):
        shutil.copytree(sample.release, root / "releases" / "small" / version)
    (root / "releases" / "small" / "notes").mkdir()
    (root / "releases" / "small" / "3.0.0").mkdir()  # one that nothing was written to
    return root


@pytest.mark.parametrize(
    ("asked", "version"),
    [
        ({}, None),
        ({"previous": "latest", "version": "1.9.0"}, None),
        ({"previous": "latest", "version": "1.10.0"}, "1.9.0"),
        ({"previous": "latest", "version": "2.0.0"}, "1.10.0"),
        ({"previous": "latest", "version": "auto"}, "2.0.0"),
        ({"version": "auto"}, "2.0.0"),
        ({"previous": "1.9.0", "version": "auto"}, "1.9.0"),
        ({"previous": "1.9.0", "version": "9.0.0"}, "1.9.0"),
    ],
)
def test_which_one_it_is(several: Path, asked: dict[str, str], version: str | None) -> None:
    found = previous_of(recipe(**asked), str(several))
    assert (found and Path(found.folder).name) == version


def test_a_folder_wherever_it_lies(sample: Sample, tmp_path: Path) -> None:
    found = previous_of(recipe(previous=str(sample.release), version="1.1.0"), str(tmp_path))
    assert found == Previous(str(sample.release), sample.released.manifest)
    assert found.version == "1.0.0"


def test_there_is_no_latest_under_a_new_root(tmp_path: Path) -> None:
    assert previous_of(recipe(version="auto"), str(tmp_path / "new")) is None


@pytest.mark.parametrize("named", ["9.9.9", "nowhere"])
def test_a_release_that_is_not_there(tmp_path: Path, named: str) -> None:
    with pytest.raises(RecipeError, match=r"(9\.9\.9|nowhere) is not a release: it has no manifest"):
        previous_of(recipe(previous=named), str(tmp_path))


def test_a_run_of_a_stage_is_no_release(sample: Sample) -> None:
    with pytest.raises(RecipeError, match="is a run of the stage corrupt, not a release; name a release"):
        previous_of(recipe(previous=str(sample.stage("corrupt"))), "root")


def test_a_release_of_another_name(sample: Sample) -> None:
    with pytest.raises(RecipeError, match="is a release of 'small', not of 'other'"):
        previous_of(recipe(name="other", previous=str(sample.release)), "root")


def _pairs(folder: Path) -> Path:
    return next(folder.glob("pairs-*.parquet"))


def _rewrite(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes(change((folder / name).read_bytes()))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "SHA256SUMS is missing": lambda folder: (folder / checksums.NAME).unlink(),
    "SHA256SUMS cannot be read": _rewrite(checksums.NAME, lambda text: b"\xff" + text),
    "SHA256SUMS and manifest.json disagree about README.md": _rewrite(
        checksums.NAME, lambda text: b"".join(line for line in text.splitlines(True) if b"README.md" not in line)
    ),
    "SHA256SUMS and manifest.json disagree about manifest.json": _rewrite(
        "manifest.json", lambda text: text.replace(b'"counts"', b' "counts"')
    ),
    "manifest.json is not a valid manifest of versebench": _rewrite("manifest.json", lambda text: text[:-20]),
    "README.md has ": _rewrite("README.md", lambda text: text + b"!"),
    ".parquet is missing": lambda folder: _pairs(folder).unlink(),
    ".parquet has ": lambda folder: _pairs(folder).write_bytes(_pairs(folder).read_bytes()[:-1]),
}


@pytest.mark.parametrize("problem", DAMAGE)
def test_a_damaged_one_is_refused(sample: Sample, tmp_path: Path, problem: str) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(sample.release, folder)
    DAMAGE[problem](folder)
    with pytest.raises(DataError) as raised:
        previous_of(recipe(previous=str(folder)), "root")
    message = str(raised.value)
    assert message.startswith(f"the previous release {folder} is damaged: ")
    assert problem in message
    assert message.endswith(
        "restore it from where it was published or from a copy, and check it with versebench verify"
    )


def test_a_file_of_the_right_size_is_found_damaged_when_it_is_read(sample: Sample, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(sample.release, folder)
    content = bytearray(_pairs(folder).read_bytes())
    content[200] ^= 1
    _pairs(folder).write_bytes(bytes(content))
    found = previous_of(recipe(previous=str(folder)), "root")
    assert found is not None
    rows = ReleaseRows(found.folder, found.manifest)
    with pytest.raises(RecoverableError, match=r"is damaged: .*pairs-.*; restore it"):
        _ = [rows.shard("pairs", shard, found.manifest.shards) for shard in range(found.manifest.shards)]


@pytest.mark.parametrize("shards", [1, 2, 3, 4, 7])
def test_its_pairs_lie_in_the_shards_of_now(sample: Sample, shards: int) -> None:
    manifest = sample.released.manifest
    kept = PreviousPairs(ReleaseRows(str(sample.release), manifest), shards)
    parts = [kept(shard) for shard in range(shards)]
    assert all(shard_of(work, shards) == shard for shard, part in enumerate(parts) for work, _, _ in part)
    rows = [row for table in stream_release_table(str(sample.release), manifest, "pairs") for row in table.to_pylist()]
    assert sorted(edit for part in parts for edit in part) == sorted(
        (row["work_id"], row["task"], row["edit"]) for row in rows
    )


def test_the_works_that_were_asked_about_and_no_others(tmp_path: Path) -> None:
    works = sorted(hash_id("work", str(number)) for number in range(30))
    reasons = {work: None if place % 3 else "not_sampled" for place, work in enumerate(works)}
    run = Run(str(tmp_path), "assemble", "0" * 16, 2)
    sidecars = [
        commit_shard(run, shard, ShardOutput({"attempts": attempts_table(part, {}, "synonyms")}))
        for shard in range(2)
        for part in [{work: reason for work, reason in reasons.items() if shard_of(work, 2) == shard}]
    ]
    kept = PreviousAttempts(ReleaseRows(run.directory, assemble(run, {}, sidecars)), 5)
    parts = [kept(shard) for shard in range(5)]
    assert all(shard_of(work, 5) == shard for shard, part in enumerate(parts) for work, _ in part)
    assert frozenset().union(*parts) == {(work, "synonyms") for work, reason in reasons.items() if reason is None}


def test_a_table_without_shards_lies_in_the_first(scored: Sample) -> None:
    rows = ReleaseRows(str(scored.release), scored.released.manifest)
    whole = [len(rows.shard("results", shard, 4)) for shard in range(4)]
    assert whole == [scored.released.manifest.tables["results"].rows, 0, 0, 0]
    refused = [set(rows.shard("rejects", shard, 2).column("reject_id").to_pylist()) for shard in range(2)]
    assert sum(map(len, refused)) == scored.released.manifest.tables["rejects"].rows
    assert all(shard_of(row, 2) == shard for shard, part in enumerate(refused) for row in part)


def test_workers_of_dataflow_must_see_it() -> None:
    sources = [{**recipe_values()["sources"][0], "path": "gs://bucket/poems.json"}]
    arguments = ["--runner=DataflowRunner", "--project=versebench-test", "--region=europe-west4"]
    check_dataflow(recipe(sources=sources, previous="gs://bucket/release"), "gs://bucket/root", arguments)
    check_dataflow(recipe(sources=sources, previous="latest"), "gs://bucket/root", arguments)
    with pytest.raises(RecipeError, match="previous: Dataflow's workers cannot read /here/release; put it on gs://"):
        check_dataflow(recipe(sources=sources, previous="/here/release"), "gs://bucket/root", arguments)


def test_nothing_is_kept_first_where_all_is_taken(sample: Sample) -> None:
    previous = Previous(str(sample.release), sample.released.manifest)
    some, every = recipe().tasks, recipe(tasks=[{"task": "swap_lines.v1"}]).tasks
    assert previous_pairs(previous, some, 3) is not None
    assert previous_pairs(previous, every, 3) is None
    assert previous_pairs(None, some, 3) is None
    assert previous_attempts(previous, [], 3) is None
