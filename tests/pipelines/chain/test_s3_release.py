"""A release whose sources and root are on an object store: the bytes of a local one, and what a user does with it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import SAMPLE, files_of, recipe_values, versebench, versebench_here, write_recipe
from tests.pipelines.running import sample_rows as rows_of_sample
from tests.s3_server import S3Server
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.commands.show import sample_rows
from versebench.pipelines.lifecycle.previous import Previous, previous_of
from versebench.pipelines.lifecycle.recorded_inputs import keep_version_if_unchanged
from versebench.pipelines.lifecycle.release import Released, release
from versebench.pipelines.lifecycle.release_rows import ReleaseRows
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.roots.why import why
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score_pairs import committed_pairs
from versebench.storage import filesystem

ROOT = "s3://releases/root"
OUTSIDE_HASHES = ("records/", "ingest/")
"""Records tell of the machine, the provenance of ingest of the sources' paths."""


def values(path: str, **changes: Any) -> dict[str, Any]:
    source = {"name": "sample", "path": path, "format": "oedilf-json", "licence": "CC0-1.0"}
    return recipe_values(**{"sources": [source], **changes})


def chain(folder: Path, **changes: Any) -> Chain:
    return Chain(
        load_recipe(str(write_recipe(folder, values("s3://releases/in/*.json", **changes))), []), ROOT, Runner()
    )


@dataclass(frozen=True)
class Made:
    """A release, and the requests that it took."""

    released: Released
    asked: list[tuple[str, str]]


@pytest.fixture(scope="session")
def made(s3: S3Server, sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The sample, from two objects. Its validation is taken over: the run id proves the same tables."""
    s3.bucket("releases")
    rows = rows_of_sample()
    for name, some in {"a": rows[100:], "b": rows[:100]}.items():
        s3.api().put_object(Bucket="releases", Key=f"in/{name}.json", Body=json.dumps(some).encode())
    for name, content in files_of(sample.root / "validate").items():
        s3.api().put_object(Bucket="releases", Key=f"root/validate/{name}", Body=content)
    s3.asked.clear()
    return Made(release(chain(tmp_path_factory.mktemp("recipe"))), list(s3.asked))


@pytest.fixture
def released(made: Made) -> Released:
    return made.released


def puts(asked: list[tuple[str, str]]) -> list[str]:
    return [path.removeprefix("/releases/root/") for method, path in asked if method == "PUT"]


def test_every_byte_is_that_of_a_local_root(released: Released, sample: Sample, s3: S3Server) -> None:
    assert released.folder == f"{ROOT}/releases/small/1.0.0"
    assert s3.files(released.folder) == files_of(sample.release)
    here, there = files_of(sample.root), s3.files(ROOT)
    same = {name for name in here if not name.startswith(OUTSIDE_HASHES)}
    assert {name for name in there if not name.startswith(OUTSIDE_HASHES)} == same
    assert [name for name in same if here[name] != there[name]] == []
    assert not any("spill" in name for name in there)


def test_the_release_is_written_once_and_its_lists_last(made: Made) -> None:
    written = [name.rsplit("/", 1)[1] for name in puts(made.asked) if name.startswith("releases/")]
    assert len(written) == len(set(written))
    assert written[-2:] == ["manifest.json", "SHA256SUMS"]
    tables = [name.endswith(".parquet") for name in written]
    assert tables == sorted(tables, reverse=True)


def test_it_is_the_previous_release_of_the_next(released: Released, sample: Sample, tmp_path: Path) -> None:
    found = previous_of(chain(tmp_path, version="1.1.0", previous="latest").recipe, ROOT)
    assert found == Previous(released.folder, released.manifest)
    there, here = (ReleaseRows(str(one.folder), one.manifest) for one in (found, sample.released))
    assert there.shard("pairs", 1, 2).equals(here.shard("pairs", 1, 2))
    scheduled = chain(tmp_path, version="auto")
    keep_version_if_unchanged(scheduled)
    assert scheduled.recipe.version == "1.0.0"


def test_a_shard_costs_no_request_more_than_it_needs(made: Made) -> None:
    own = [(method, path) for method, path in made.asked if path.startswith("/releases/root/clean/")]
    shards = 3
    sidecars = [one for one in own if "/shard-" in one[1]]
    # Of each sidecar: is it there, its commit, and its part of the manifest.
    assert sorted(method for method, _ in sidecars) == sorted(["GET", "PUT", "GET"] * shards)
    assert [method for method, path in own if "/rejects-" in path].count("PUT") == shards
    assert {method for method, _ in own} == {"GET", "PUT"}


def test_the_second_run_writes_nothing(released: Released, s3: S3Server, tmp_path: Path) -> None:
    s3.asked.clear()
    again = release(chain(tmp_path))
    assert (again.made, again.manifest) == (False, released.manifest)
    assert {method for method, _ in s3.asked} <= {"GET", "HEAD"}


def test_missing_shards_alone_are_made_again(released: Released, s3: S3Server, tmp_path: Path) -> None:
    before = s3.files(ROOT)
    gone = [name for name in before if name.startswith(("clean/", "corrupt/"))]
    gone = [name for name in gone if name.endswith("manifest.json") or "shard-00001" in name]
    filesystem.delete([f"{ROOT}/{name}" for name in gone])
    s3.asked.clear()
    chain(tmp_path).corrupt()
    assert s3.files(ROOT) == before
    made = {name for name in puts(s3.asked) if "-00001-of-" in name or name.endswith("manifest.json")}
    assert set(puts(s3.asked)) == made
    assert set(gone) <= made


def test_a_release_that_was_stopped_is_written_again(released: Released, s3: S3Server, tmp_path: Path) -> None:
    before = s3.files(released.folder)
    filesystem.delete([f"{released.folder}/SHA256SUMS"])
    filesystem.write_bytes(f"{released.folder}/pairs-00009-of-00010.parquet", b"of another attempt")
    assert set(verify(released.folder)) == {
        "pairs-00009-of-00010.parquet: is not listed in manifest.json; it does not belong to the data",
        "SHA256SUMS: is missing; the release was not finished",
    }
    assert release(chain(tmp_path)).made
    assert s3.files(released.folder) == before


def test_verify_names_a_damaged_object(released: Released) -> None:
    assert list(verify(released.folder)) == []
    path = f"{released.folder}/poems-00001-of-00003.parquet"
    content = filesystem.read_bytes(path)
    filesystem.write_bytes(path, content[:2000] + bytes([content[2000] ^ 1]) + content[2001:])
    try:
        found = list(verify(released.folder))
    finally:
        filesystem.write_bytes(path, content)
    assert found[0] == "poems-00001-of-00003.parquet: its sha256 is not the one that was committed"
    assert all(problem.startswith("poems-00001-of-00003.parquet") for problem in found)


def test_rows_and_reasons_are_read_from_the_store(released: Released, sample: Sample) -> None:
    assert sample_rows(released.folder, None, 2) == sample_rows(str(sample.release), None, 2)
    work = sample_rows(released.folder, "pairs", 1)[1][0]["work_id"]
    there, here = why(ROOT, work, None), why(str(sample.root), work, None)
    assert there[1:] == here[1:]
    assert "read from s3://releases/in/" in there[0].detail


def test_pairs_to_score_come_from_a_release_or_a_file_on_the_store(released: Released, s3: S3Server) -> None:
    of_release = committed_pairs(released.folder + "/", ROOT, Runner())
    assert of_release.run.directory == released.folder
    assert of_release.manifest == released.manifest
    row = {"sentence_good": "The owl nests.", "sentence_bad": "The owl nest.", "UID": "agreement"}
    filesystem.write_bytes("s3://releases/pairs.jsonl", json.dumps(row).encode())
    imported = committed_pairs("s3://releases/pairs.jsonl", "s3://releases/scored", Runner())
    assert imported.manifest.counts["out"] == 1


def test_two_processes_and_the_options_behind_the_dashes(
    s3: S3Server, sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Driver and workers reach a server that only Beam's options name."""
    s3.bucket("two")
    s3.api().put_object(Bucket="two", Key="in.json", Body=SAMPLE.read_bytes())
    s3.api().put_object(
        Bucket="two", Key="recipe.yaml", Body=write_recipe(tmp_path, values("s3://two/in.json")).read_bytes()
    )
    monkeypatch.delenv("AWS_ENDPOINT_URL")
    options = ["--", f"--s3_endpoint_url={s3.url}", "--s3_region_name=us-east-1"]
    ran = versebench("clean", "s3://two/recipe.yaml", "--root", "s3://two/root", "--workers", "2", *options)
    monkeypatch.setenv("AWS_ENDPOINT_URL", s3.url)
    assert (ran.code, ran.message) == (0, "")
    name = f"clean/{sample.stage('clean').name}"
    assert s3.files(f"s3://two/root/{name}") == files_of(sample.stage("clean"))


def test_the_command_line_reads_a_release_on_the_store(released: Released) -> None:
    shown = versebench_here("show", released.folder, "--rows", "1", "--json")
    assert (shown.code, len(json.loads(shown.out))) == (0, 1)


def test_a_missing_bucket_is_one_message(s3: S3Server, tmp_path: Path) -> None:
    ran = versebench_here("ingest", write_recipe(tmp_path, recipe_values()), "--root", "s3://no-such-bucket/root")
    assert (ran.code, "Traceback" in ran.err) == (1, False)
    assert "the bucket does not exist; create it, or check its name and AWS_ENDPOINT_URL" in ran.message


def test_what_a_worker_meets_is_told_in_words(released: Released, s3: S3Server, tmp_path: Path) -> None:
    filesystem.write_bytes("s3://releases/in/c.json", b"[")
    s3.asked.clear()
    try:
        ran = versebench_here("ingest", write_recipe(tmp_path, values("s3://releases/in/c.json")), "--root", ROOT)
    finally:
        filesystem.delete(["s3://releases/in/c.json"])
    assert (ran.code, "Traceback" in ran.err) == (1, False)
    assert "s3://releases/in/c.json" in ran.message
