"""Releases whose files hold several shards and one split each, and releases of before there were such."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import make_release, recipe_values, versebench_here
from tests.pipelines.split_release import split_of, with_splits, write_split_release
from tests.pipelines.validation.test_validation_stops import with_a_wrong_span
from versebench.pipelines.commands.diff import diff
from versebench.pipelines.commands.show import sample_rows
from versebench.pipelines.errors import DataError
from versebench.pipelines.roots.verify import unknown_schemas, verify
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score_pairs import committed_pairs
from versebench.release.changes.difference import TableDifference
from versebench.release.folder import checksums
from versebench.release.folder.read import stream_release_table
from versebench.release.zenodo import limits
from versebench.schemas.registry import TABLES
from versebench.schemas.splits import SPLIT_NAMES
from versebench.schemas.table import fingerprint
from versebench.storage.commit import DamagedShardError, to_parquet
from versebench.storage.content_hash import combine, content_hash
from versebench.storage.manifest import NAME, Manifest, read_manifest, read_table
from versebench.storage.run import canonical_json

TRAIN, TEST = "pairs-train-00001-of-00002.parquet", "pairs-test-00001-of-00002.parquet"


@pytest.fixture(scope="module")
def split(sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release with splits, whose last two shards are merged."""
    folder = tmp_path_factory.mktemp("split") / "1.0.0"
    write_split_release(sample, folder)
    return folder


@pytest.fixture
def release(split: Path, tmp_path: Path) -> Path:
    """It, to break."""
    shutil.copytree(split, tmp_path / "1.0.0")
    return tmp_path / "1.0.0"


def manifest_of(folder: Path) -> Manifest:
    manifest = read_manifest(str(folder))
    assert manifest is not None
    return manifest


def edit_manifest(folder: Path, change: Callable[[Any], object]) -> None:
    """Change the manifest, and the checksums so that they fit it."""
    value = json.loads((folder / NAME).read_text())
    change(value)
    text = canonical_json(value) + "\n"
    (folder / NAME).write_text(text)
    listed = [file for entry in value["tables"].values() for file in entry["files"]] + value["documents"]
    sums = {file["name"]: file["sha256"] for file in listed}
    (folder / checksums.NAME).write_text(checksums.write({**sums, NAME: checksums.sha256(text.encode())}))


def file_of(value: Any, name: str) -> Any:
    """What a manifest says of a file of the pairs."""
    return next(file for file in value["tables"]["pairs"]["files"] if file["name"] == name)


# --- A release with splits and merged shards ---


def test_it_holds_what_was_assembled_and_is_intact(sample: Sample, split: Path) -> None:
    manifest, assembled = manifest_of(split), manifest_of(sample.stage("assemble"))
    assert [(file.split, file.shards) for file in manifest.tables["pairs"].files] == [
        (name, shards) for name in SPLIT_NAMES for shards in (1, 2)
    ]
    for name, entry in assembled.tables.items():
        rows = [read_table(str(sample.stage("assemble")), assembled, name, shard) for shard in range(3)]
        assert list(stream_release_table(str(split), manifest, name)) == rows
        assert manifest.tables[name].content_hash == entry.content_hash
    assert list(verify(str(split))) == []
    assert list(unknown_schemas(str(split))) == []


def test_show_and_score_read_it(sample: Sample, split: Path) -> None:
    assert sample_rows(str(split), "pairs", 5) == sample_rows(str(sample.release), "pairs", 5)
    of_release, of_run = (committed_pairs(str(one), "", Runner()) for one in (split, sample.stage("assemble")))
    for shard in range(3):
        pairs = (read_table(one.run.directory, one.manifest, "pairs", shard) for one in (of_release, of_run))
        assert next(pairs).equals(next(pairs))
    assert of_release.manifest.tables["pairs"].content_hash == of_run.manifest.tables["pairs"].content_hash


def test_the_loader_of_the_hub_finds_every_split_by_the_card(split: Path, tmp_path: Path) -> None:
    program = (
        "import json, sys; from datasets import load_dataset\n"
        "found = {name: load_dataset(sys.argv[1], name, cache_dir=sys.argv[2]) for name in ('pairs', 'rejects')}\n"
        "pairs = {split: rows['work_id'][:] for split, rows in found['pairs'].items()}\n"
        "print(json.dumps([pairs, {split: len(rows) for split, rows in found['rejects'].items()}]))"
    )
    command = [sys.executable, "-c", program, str(split), str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    pairs, rejects = json.loads(ran.stdout.splitlines()[-1])
    assert list(pairs) == list(SPLIT_NAMES)
    for name, works in pairs.items():
        assert works
        assert {split_of(work) for work in works} == {name}
    entries = manifest_of(split).tables
    assert sum(map(len, pairs.values())) == entries["pairs"].rows
    assert rejects == {"train": entries["rejects"].rows}


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def forget(folder: Path, name: str) -> None:
    """Take a file of the outcomes out of the folder and the manifest."""

    def change(value: Any) -> None:
        entry = value["tables"]["outcomes"]
        entry["files"] = [file for file in entry["files"] if file["name"] != name]

    edit_manifest(folder, change)
    (folder / name).unlink()


def lose_a_row_group(path: Path) -> None:
    """The rows of both shards in one row group, with size and sha256 made to fit."""
    content = to_parquet(pq.read_table(path))
    path.write_bytes(content)
    changes = {"size": len(content), "sha256": checksums.sha256(content)}
    edit_manifest(path.parent, lambda value: file_of(value, path.name).update(changes))


def test_every_damage_is_named(release: Path) -> None:
    flipped, missing = "poems-train-00001-of-00002.parquet", "annotation-train-00001-of-00002.parquet"
    lose_a_row_group(release / TRAIN)
    forget(release, "outcomes-test-00001-of-00002.parquet")
    flip(release / flipped)
    (release / missing).unlink()
    problems = list(verify(str(release)))
    told = [
        f"{missing}: is missing",
        f"{flipped}: its sha256 is not the one that was committed",
        f"{NAME}: the files of outcomes contain other shards (3 in train, 3 in validation, 1 in test) than the 3 that "
        "were committed",
        f"{TRAIN}: cannot be read as Parquet: it has 1 row groups, but 2 were committed",
    ]
    assert [problem for problem in problems if problem in told] == told
    # What the flipped bit spoils depends on where it lies: rows, or the page that holds them.
    assert {problem.split(":")[0] for problem in problems if problem not in told} <= {flipped}


def test_rows_on_another_side_are_named(release: Path) -> None:
    """Two files change sides, and every hash is as it should be."""

    def change(value: Any) -> None:
        one, other = file_of(value, TRAIN), file_of(value, TEST)
        for key in ("name", "rows", "size", "sha256", "content_hash"):
            one[key], other[key] = other[key], one[key]

    edit_manifest(release, change)
    assert list(verify(str(release))) == [
        f"{name}: {rows} of {rows} rows belong to works that are not in {split}"
        for group in range(2)
        for name, split in ((TEST, "train"), (TRAIN, "test"))
        for rows in (pq.ParquetFile(release / name).metadata.row_group(group).num_rows,)
    ]


def test_a_wrong_row_is_named_with_the_files_of_its_shard(sample: Sample, tmp_path: Path) -> None:
    def change(shard: int, tables: dict[str, pa.Table]) -> dict[str, pa.Table]:
        pairs = with_a_wrong_span(tables["pairs"]) if shard == 1 else tables["pairs"]
        return with_splits(shard, {**tables, "pairs": pairs})

    write_split_release(sample, tmp_path / "1.0.0", change)
    problems = list(verify(str(tmp_path / "1.0.0")))
    assert problems
    for problem in problems:
        assert problem.startswith(f"{TRAIN}, pairs-validation-00001-of-00002.parquet, {TEST}: Expect"), problem


def test_rows_of_every_table_can_be_put_back_in_order(scored: Sample) -> None:
    """They are sorted by the first field of the key, by which the rows of splits are merged."""
    folder = scored.stage("assemble")
    for name in manifest_of(folder).tables:
        for rows in stream_release_table(str(folder), manifest_of(folder), name, TABLES[name].key[:1]):
            (key,) = rows.columns
            assert key.to_pylist() == sorted(key.to_pylist()), name


def test_reading_a_damaged_shard_is_one_message(release: Path) -> None:
    (release / TRAIN).unlink()
    with pytest.raises(DamagedShardError, match=f"{TRAIN} is missing; fetch the release again"):
        list(stream_release_table(str(release), manifest_of(release), "pairs"))


# --- Limits ---


def test_a_release_that_no_record_could_hold_is_refused(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(sample.root, tmp_path / "root", ignore=shutil.ignore_patterns("releases", "records"))
    monkeypatch.setattr(limits, "MOST_BYTES", 10_000)
    with pytest.raises(DataError, match="split its sources into several recipes, or ask Zenodo for a larger quota"):
        make_release(tmp_path, recipe_values())
    assert not (tmp_path / "root" / "releases").exists()


# --- Older releases ---


@pytest.fixture
def older(sample: Sample, tmp_path: Path) -> Path:
    """A release as the first version wrote it: a file a shard, no splits, and no spreads in the manifest."""
    shutil.copytree(sample.release, tmp_path / "1.0.0")

    def change(value: Any) -> None:
        for entry in value["tables"].values():
            del entry["shard_rows"], entry["shard_bytes"]
            assert all("split" not in file and "shards" not in file for file in entry["files"])

    edit_manifest(tmp_path / "1.0.0", change)
    return tmp_path / "1.0.0"


def test_an_older_release_is_read_shown_and_compared(sample: Sample, split: Path, older: Path) -> None:
    manifest, assembled = manifest_of(older), manifest_of(sample.stage("assemble"))
    for name in assembled.tables:
        rows = [read_table(str(sample.stage("assemble")), assembled, name, shard) for shard in range(3)]
        assert list(stream_release_table(str(older), manifest, name)) == rows
    assert sample_rows(str(older), None, 3) == sample_rows(str(sample.release), None, 3)
    found = diff(str(older), str(split), 1)
    assert {name for name, one in found.items() if one != TableDifference(one.before, one.before)} == {"splits"}
    assert found["splits"].is_new


def forget_the_reasons(folder: Path) -> None:
    """The outcomes as of a schema version that had no field for the reason, with every hash made to fit."""
    files, hashes = {}, []
    for path in sorted(folder.glob("outcomes-*.parquet")):
        rows = pq.read_table(path).drop_columns("reason")
        content = to_parquet(rows)
        path.write_bytes(content)
        hashes.append(content_hash(rows))
        sha256 = checksums.sha256(content)
        files[path.name] = {"size": len(content), "sha256": sha256, "content_hash": hashes[-1]}
    fields = fingerprint(pa.schema([field for field in TABLES["outcomes"].schema if field.name != "reason"]))

    def change(value: Any) -> None:
        entry = value["tables"]["outcomes"]
        entry.update(schema_version="0.9.0", fingerprint=fields, content_hash=combine(hashes))
        for file in entry["files"]:
            file.update(files[file["name"]])

    edit_manifest(folder, change)


def test_other_schemas_are_named_shown_and_compared_and_are_no_damage(sample: Sample, older: Path) -> None:
    forget_the_reasons(older)
    (row,) = sample_rows(str(older), "outcomes", 1)[1]
    assert set(row) == set(TABLES["outcomes"].schema.names) - {"reason"}
    found = diff(str(older), str(sample.release), 1)
    assert {name for name, one in found.items() if one != TableDifference(one.before, one.before)} == {"outcomes"}
    assert (found["outcomes"].fields_added, found["outcomes"].changed) == (("reason",), 0)
    edit_manifest(older, lambda value: value["tables"].update(readings=value["tables"].pop("annotation")))
    shown = versebench_here("show", older, "--table", "readings", "--rows", "1")
    assert shown.code == 0
    assert "work_id: " in shown.err
    ran = versebench_here("verify", older)
    assert ran.code == 0
    *remarks, last = ran.err.strip().splitlines()
    assert last == f"{older} is intact"
    outcomes, readings = (remark.strip().partition(" has schema version ")[::2] for remark in remarks)
    known = TABLES["outcomes"].version
    assert (outcomes[0], readings[0]) == ("outcomes", "readings")
    assert outcomes[1].startswith(f"0.9.0, but this versebench knows {known}: only its bytes and hashes were checked")
    assert "but this versebench does not know this table: only its bytes" in readings[1]
    assert readings[1].endswith("verify with the version of versebench that wrote it")


def test_another_format_of_manifest_is_named(older: Path) -> None:
    manifest = replace(manifest_of(older), format="versebench-manifest.v2")
    (older / NAME).write_text(manifest.to_json())
    ran = versebench_here("verify", older)
    assert ran.code == 1
    assert "has the manifest format 'versebench-manifest.v2', but this version" in ran.message
