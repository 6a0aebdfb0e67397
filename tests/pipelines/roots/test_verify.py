import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import versebench_here
from tests.pipelines.validation.test_validation_stops import with_a_wrong_span
from versebench.pipelines.errors import DataError
from versebench.pipelines.roots.verify import verify
from versebench.release.folder import checksums
from versebench.storage.commit import from_parquet, shard_file, to_parquet
from versebench.storage.manifest import read_manifest, table_entry
from versebench.storage.run import canonical_json

POEMS, PAIRS = "poems-00000-of-00003.parquet", "pairs-00001-of-00003.parquet"


@pytest.fixture
def release(sample: Sample, tmp_path: Path) -> Path:
    """A release to break."""
    shutil.copytree(sample.release, tmp_path / "1.0.0")
    return tmp_path / "1.0.0"


def truncate(folder: Path) -> None:
    (folder / POEMS).write_bytes((folder / POEMS).read_bytes()[:-10])


def flip(folder: Path) -> None:
    content = bytearray((folder / POEMS).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / POEMS).write_bytes(content)


def remove(folder: Path) -> None:
    (folder / POEMS).unlink()


def add(folder: Path) -> None:
    (folder / "shard-00000-of-00003.json").write_text("{}")


def swap(folder: Path) -> None:
    other = folder / "poems-00001-of-00003.parquet"
    one, two = (folder / POEMS).read_bytes(), other.read_bytes()
    (folder / POEMS).write_bytes(two)
    other.write_bytes(one)


def edit_page(folder: Path) -> None:
    (folder / "README.md").write_text((folder / "README.md").read_text() + "\nMore.\n")


def remove_page(folder: Path) -> None:
    (folder / "report.html").unlink()


def edit_sums(folder: Path) -> None:
    text = (folder / checksums.NAME).read_text()
    (folder / checksums.NAME).write_text(("0" if text[0] != "0" else "1") + text[1:])


def break_sums(folder: Path) -> None:
    (folder / checksums.NAME).write_text("no checksum\n")


def remove_sums(folder: Path) -> None:
    (folder / checksums.NAME).unlink()


def edit_manifest(folder: Path) -> None:
    value = json.loads((folder / "manifest.json").read_text())
    value["counts"]["ingest/in"] += 1
    (folder / "manifest.json").write_text(canonical_json(value) + "\n")


def break_a_row(folder: Path) -> None:
    """A wrong span, with every hash and checksum made to fit."""
    manifest = read_manifest(str(folder))
    assert manifest is not None
    pairs = with_a_wrong_span(from_parquet((folder / PAIRS).read_bytes()))
    (folder / PAIRS).write_bytes(to_parquet(pairs))
    files = list(manifest.tables["pairs"].files)
    files[1] = shard_file("pairs", PAIRS, pairs, (folder / PAIRS).read_bytes())
    tables = {**manifest.tables, "pairs": table_entry("pairs", tuple(files))}
    text = replace(manifest, tables=tables).to_json()
    (folder / "manifest.json").write_text(text)
    sums = checksums.read((folder / checksums.NAME).read_text())
    sums.update({PAIRS: files[1].sha256, "manifest.json": checksums.sha256(text.encode())})
    (folder / checksums.NAME).write_text(checksums.write(sums))


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (truncate, [f"{POEMS}: has ", f"{POEMS}: its sha256 is not", f"{POEMS}: cannot be read as Parquet"]),
        (flip, [f"{POEMS}: its sha256 is not the one that was committed"]),
        (remove, [f"{POEMS}: is missing"]),
        (add, ["shard-00000-of-00003.json: is not listed in manifest.json; it does not belong to the data"]),
        (swap, [f"{POEMS}: its sha256", f"{POEMS}: its rows are not", "poems-00001-of-00003.parquet: its sha256"]),
        (edit_page, ["README.md: its sha256 is not the one that was committed"]),
        (remove_page, ["report.html: is missing"]),
        (edit_sums, ["SHA256SUMS: disagrees with manifest.json about .zenodo.json"]),
        (break_sums, ["SHA256SUMS: 'no checksum' is not a checksum with a file name"]),
        (remove_sums, ["SHA256SUMS: is missing; the release was not finished"]),
        (edit_manifest, ["SHA256SUMS: disagrees with manifest.json about manifest.json"]),
        (break_a_row, [f"{PAIRS}: Expect"]),
    ],
)
def test_damage_is_named(release: Path, damage: Callable[[Path], None], told: list[str]) -> None:
    damage(release)
    problems = list(verify(str(release)))
    for start in told:
        assert any(problem.startswith(start) for problem in problems), problems
    names = {start.split(":")[0] for start in told}
    assert {problem.split(":")[0] for problem in problems} <= names


def test_an_intact_release_and_intact_runs_pass(sample: Sample) -> None:
    assert list(verify(str(sample.release))) == []
    for stage in ("ingest", "clean", "annotate", "eligibility", "corrupt", "assemble", "validate"):
        assert list(verify(str(sample.stage(stage)))) == []


def test_an_intact_release_with_scores_passes(scored: Sample) -> None:
    for folder in (scored.release, scored.stage("score"), scored.stage("decide")):
        assert list(verify(str(folder))) == []


@pytest.mark.parametrize("damage", [truncate, flip, remove])
def test_damage_of_a_run_is_named(sample: Sample, tmp_path: Path, damage: Callable[[Path], None]) -> None:
    shutil.copytree(sample.stage("clean"), tmp_path / "run")
    damage(tmp_path / "run")
    assert {problem.split(":")[0] for problem in verify(str(tmp_path / "run"))} == {POEMS}


def test_nothing_committed(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"is not a release or a committed run: it has no manifest\.json"):
        list(verify(str(tmp_path)))


def test_the_command(sample: Sample, release: Path) -> None:
    intact = versebench_here("verify", sample.release)
    assert (intact.code, intact.out, intact.err.strip()) == (0, "", f"{sample.release} is intact")
    flip(release)
    ran = versebench_here("verify", release, "--json")
    said = json.loads(ran.out)
    assert ran.code == 1
    assert said["intact"] is False
    assert f"  {POEMS}: its sha256 is not the one that was committed" in ran.err
    assert ran.message.strip().endswith("is not intact: 1 problem, named above") or len(said["problems"]) > 1
    assert "Traceback" not in ran.err


def test_no_manifest_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")
    ran = versebench_here("verify", tmp_path)
    assert ran.code == 1
    assert ran.message.startswith(f"versebench: {tmp_path}/manifest.json is not a valid manifest of versebench")
