"""The files of a release for other programs, read by these programs as after a download."""

import io
import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import mlcroissant as mlc
import pytest
import yaml

from tests.browser import browser, problems
from tests.missing import missing
from tests.pipelines.conftest import Sample
from tests.pipelines.running import REPOSITORY
from tests.release.documents.test_loading import COUNT, rows_read, snippets_of
from versebench.pipelines.roots.verify import verify
from versebench.release.folder import checksums
from versebench.release.folder.read import stream_release_table
from versebench.release.zenodo.metadata import deposit_metadata, recipe_of
from versebench.storage.manifest import Manifest, read_manifest

LIBRARIES = ("datasets", "pandas", "polars", "duckdb", "pyarrow", "mlcroissant")
LM_EVAL = REPOSITORY / ".venv-harness-peers" / "bin" / "lm_eval"
SCORER = REPOSITORY / "models" / "resources" / "gpt2-verse"


def manifest_of(release: Path) -> Manifest:
    manifest = read_manifest(str(release))
    assert manifest is not None
    return manifest


def rows_of(release: Path, table: str) -> list[dict[str, Any]]:
    return [
        row for shard in stream_release_table(str(release), manifest_of(release), table) for row in shard.to_pylist()
    ]


@pytest.fixture(scope="module")
def downloaded(sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a release, away from everything that made it."""
    return Path(shutil.copytree(sample.release, tmp_path_factory.mktemp("downloaded") / sample.release.name))


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_snippets_of_the_card_read_every_row(downloaded: Path, tmp_path: Path, library: str) -> None:
    snippets = snippets_of((downloaded / "README.md").read_text())
    assert tuple(snippets) == LIBRARIES
    (rows,) = rows_read(downloaded, tmp_path, snippets[library] + COUNT.format(name="pairs"))
    assert rows == manifest_of(downloaded).tables["pairs"].rows > 0


def test_the_documents_are_part_of_the_release(sample: Sample) -> None:
    names = {
        "croissant.json",
        ".zenodo.json",
        "CITATION.cff",
        "requirements.lock",
        "sbom.cdx.json",
        "harness.zip",
        "LICENSE",
        "NOTICE",
        "recipe.json",
    }
    assert names <= {document.name for document in manifest_of(sample.release).documents}
    assert names <= checksums.read((sample.release / checksums.NAME).read_text()).keys()
    assert list(verify(str(sample.release))) == []


def test_a_hidden_document_that_was_changed_is_found(downloaded: Path, tmp_path: Path) -> None:
    release = Path(shutil.copytree(downloaded, tmp_path / "release"))
    (release / ".zenodo.json").write_text("{}")
    assert list(verify(str(release))) == [".zenodo.json: its sha256 is not the one that was committed"]


def test_the_metadata_are_those_that_zenodo_is_sent(sample: Sample) -> None:
    recipe = recipe_of(manifest_of(sample.release))
    assert json.loads((sample.release / ".zenodo.json").read_text()) == deposit_metadata(recipe)
    cited = yaml.safe_load((sample.release / "CITATION.cff").read_text())
    assert (cited["title"], cited["version"], cited["type"]) == (recipe["title"], recipe["version"], "dataset")
    for name in ("requirements.lock", "sbom.cdx.json"):
        assert (sample.release / name).read_text() == (REPOSITORY / name).read_text()


def test_croissant_names_every_table_file(sample: Sample) -> None:
    dataset = mlc.Dataset(sample.release / "croissant.json")
    assert dataset.metadata.ctx.issues.errors == set()
    manifest = manifest_of(sample.release)
    files = {file.name: file.sha256 for entry in manifest.tables.values() for file in entry.files}
    assert {one.id: one.sha256 for one in dataset.metadata.file_objects} == files
    assert {one.id for one in dataset.metadata.record_sets} == set(manifest.tables)


def test_the_archive_holds_every_pair(scored: Sample) -> None:
    with zipfile.ZipFile(scored.release / "harness.zip") as archive:
        blimp = [name for name in archive.namelist() if name.startswith("blimp/")]
        found = [json.loads(line) for name in blimp for line in archive.read(name).decode().splitlines()]
    pairs = rows_of(scored.release, "pairs")
    assert {row["pairID"]: (row["sentence_good"], row["sentence_bad"]) for row in found} == {
        pair["pair_id"]: (pair["original"], pair["corrupted"]) for pair in pairs
    }
    assert len(found) == len(pairs)
    assert len(blimp) == len({pair["task"] for pair in pairs})


def test_lm_eval_finds_what_the_release_says(scored: Sample, tmp_path: Path) -> None:
    """The shipped scorer, by the command that the archive's README prints: the same decision on every pair."""
    if not LM_EVAL.exists():
        missing("lm-eval is missing: make checkers")
    zipfile.ZipFile(io.BytesIO((scored.release / "harness.zip").read_bytes())).extractall(tmp_path / "harness")
    readme = (tmp_path / "harness/README.md").read_text()
    (command,) = [line for line in readme.splitlines() if line.startswith("lm_eval ")]
    arguments = command.replace("MODEL", str(SCORER)).split()[1:]
    alone = {"HF_HOME": str(tmp_path / "cache"), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    ran = subprocess.run(
        [LM_EVAL, *arguments, "--device", "cpu", "--output_path", tmp_path / "out", "--log_samples"],
        capture_output=True,
        text=True,
        cwd=tmp_path / "harness",
        timeout=570,
        # Threads of several tests that share the cores wait for each other at every layer.
        env={**os.environ, **alone, "OMP_NUM_THREADS": "1"},
    )
    assert ran.returncode == 0, ran.stderr[-4000:]
    logs = (tmp_path / "out").rglob("samples_*.jsonl")
    samples = [json.loads(line) for log in logs for line in log.read_text().splitlines()]
    found = {one["doc"]["pairID"]: (one["acc"] == 1, one["acc_norm"] == 1) for one in samples}
    assert found == decisions_of(scored.release)
    assert len(samples) == len(found)


def decisions_of(release: Path) -> dict[str, tuple[bool, bool]]:
    """Of each pair, whether the original is preferred by its sum, and by its sum per character."""
    scores = {row["text_id"]: row for row in rows_of(release, "scores")}
    decided = {}
    for pair in rows_of(release, "pairs"):
        one, other = (scores[pair[f"{side}_text_id"]] for side in ("original", "corrupted"))
        margin = one["log_probability"] - other["log_probability"]
        each = [score["log_probability"] / score["characters"] for score in (one, other)]
        decided[pair["pair_id"]] = margin > 0, each[0] > each[1]
    sums = {row["pair_id"]: row["correct"] for row in rows_of(release, "decisions") if row["reduction"] == "sum"}
    assert {pair: correct for pair, (correct, _) in decided.items()} == sums
    return decided


def test_the_report_can_be_read_by_everyone(scored: Sample) -> None:
    with browser() as opened:
        assert problems(scored.release / "report.html", opened) == []
