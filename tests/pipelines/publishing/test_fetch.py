"""Fetching as a user does it: our own releases, the papers' corpus, and other records of Zenodo."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from tests.pipelines.conftest import Sample
from tests.pipelines.running import SAMPLE, files_of, recipe_values, sample_rows, write_recipe
from tests.release.zenodo.fake_zenodo import FakeZenodo, Fault, running
from tests.release.zenodo.small_release import write_small_release
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.commands.app import app
from versebench.pipelines.commands.print.published import print_fetched
from versebench.pipelines.errors import DataError
from versebench.pipelines.publishing.fetch import Fetched, fetch
from versebench.pipelines.publishing.publish import publish
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner

AUTHORS = [{"name": "Abdibayev, Almas"}, {"name": "Riddell, Allen"}]


@pytest.fixture
def fake() -> Iterator[FakeZenodo]:
    with running() as site:
        yield site


def fetched(fake: FakeZenodo, number: int, folder: Path) -> Fetched:
    return fetch(fake.client(None), f"zenodo:{number}", str(folder))


def corpus(fake: FakeZenodo, files: dict[str, bytes]) -> int:
    """A record with metadata as the papers' has."""
    about: dict[str, Any] = {
        "title": "Limericks",
        "version": "v3",
        "publication_date": "2021-11-24",
        "creators": AUTHORS,
    }
    return fake.add_record(files, license="cc-by-4.0", **about).id


def oedilf() -> bytes:
    """The sample in the layout of the papers' file: an array of objects, lines joined by a newline."""
    names = ("limerick", "is_limerick", "author", "id")
    return json.dumps([{name: row[name] for name in names} for row in sample_rows()[:30]]).encode()


def test_a_release_comes_back_as_it_was_published(fake: FakeZenodo, sample: Sample, tmp_path: Path) -> None:
    made = publish(fake.client(), str(sample.release), str(tmp_path), publish=True)
    back = fetched(fake, fake.records[0].id, tmp_path / "back")
    assert back.is_release
    assert files_of(tmp_path / "back") == files_of(made.folder)
    data = {name: content for name, content in files_of(sample.release).items() if name.endswith(".parquet")}
    assert data
    assert data.items() <= files_of(tmp_path / "back").items()


def test_a_release_that_was_damaged_before_it_came_there(fake: FakeZenodo, tmp_path: Path) -> None:
    files = files_of(write_small_release(tmp_path / "release"))
    number = fake.add_record({**files, "data-one.bin": b"eno" * 1000}).id
    with pytest.raises(DataError, match=r"data-one\.bin: its sha256 is not the one in SHA256SUMS; ask its authors"):
        fetched(fake, number, tmp_path / "back")
    number = fake.add_record({name: text for name, text in files.items() if name != "data-one.bin"}).id
    with pytest.raises(DataError, match=r"is not intact.*data-one\.bin: is missing"):
        fetched(fake, number, tmp_path / "other")


def test_the_papers_corpus_is_one_recipe_line_away(fake: FakeZenodo, tmp_path: Path) -> None:
    number = corpus(fake, {"limerick_dataset_oedilf_v3.json": oedilf()})
    (proposal,) = fetched(fake, number, tmp_path / "corpus").proposals
    (source,) = yaml.safe_load(proposal.lines())["sources"]
    assert source == {
        "name": f"zenodo-{number}",
        "path": str(tmp_path / "corpus" / "limerick_dataset_oedilf_v3.json"),
        "format": "oedilf-json",
        "licence": "cc-by-4.0",
        "citation": f"Abdibayev, Almas; Riddell, Allen (2021). Limericks. Version v3. https://doi.org/10.5072/zenodo.{number}",
    }
    recipe = write_recipe(tmp_path, recipe_values(sources=[source]))
    ingested = Chain(load_recipe(str(recipe), []), str(tmp_path / "root"), Runner()).ingest()
    assert ingested.manifest.counts["in"] == 30
    assert ingested.manifest.counts["out"] == 30


LAYOUTS = [
    ("poems.csv", b'key,verse\n1,"There was an old man\nwith a beard"\n', "csv", "verse"),
    ("poems.csv", b'id,text\n1,"There was an old man"\n', "csv", None),
    ("poems.json", b'[{"n": "1", "lines": ["There was", "a young man"]}]', "oedilf-json", "lines"),
    ("poems.jsonl.gz", gzip.compress(b'{"poem": "There was a Lear", "by": "Lear"}\n'), "jsonl", "poem"),
    ("poems.json", b'{"poem": "There was a young bird"}\n{"poem": "x"}\n', "jsonl", "poem"),
]


def test_any_rows_by_a_mapping_of_fields(fake: FakeZenodo, tmp_path: Path) -> None:
    sources = []
    for place, (name, content, format_name, field) in enumerate(LAYOUTS):
        number = corpus(fake, {name: content, "readme.txt": b"read me", "figure.png": b"\x89PNG"})
        (proposal,) = fetched(fake, number, tmp_path / str(place)).proposals
        (source,) = yaml.safe_load(proposal.lines())["sources"]
        assert source["format"] == format_name
        assert source.get("fields") == ({"text": field} if field else None)
        assert ("A guess. The rows have:" in proposal.lines()) == (field is not None)
        sources.append(source)
    recipe = load_recipe(str(write_recipe(tmp_path, recipe_values(sources=sources))), [])
    ingested = Chain(recipe, str(tmp_path / "root"), Runner()).ingest()
    assert ingested.manifest.counts["out"] == len(LAYOUTS) + 1


def test_files_that_are_no_rows_are_no_sources(fake: FakeZenodo, tmp_path: Path) -> None:
    files = {"a.json": b'{"a": {"b": [\n1]}}', "b.csv": b"", "c.parquet": b"PAR", "d.jsonl.gz": b"\x1f\x8bx"}
    assert fetched(fake, corpus(fake, files), tmp_path / "out").proposals == ()


def test_several_sources_have_names_of_their_own(fake: FakeZenodo, tmp_path: Path) -> None:
    number = corpus(fake, {"A b.json": oedilf(), "data/c.json": oedilf()})
    names = [one.source["name"] for one in fetched(fake, number, tmp_path / "out").proposals]
    assert names == [f"zenodo-{number}-a-b", f"zenodo-{number}-c"]


def test_what_is_there_is_not_downloaded_again(fake: FakeZenodo, tmp_path: Path) -> None:
    number = corpus(fake, {"a.json": oedilf(), "b.txt": b"b" * 100})
    fake.faults.append(Fault("drop", path=r"content$", skip=1, times=3))
    with pytest.raises(DataError, match="no complete answer"):
        fetched(fake, number, tmp_path / "out")
    before = fake.count("GET", "content")
    assert fetched(fake, number, tmp_path / "out").downloaded == 1
    assert fake.count("GET", "content") == before + 1
    assert fetched(fake, number, tmp_path / "out").downloaded == 0
    assert fake.count("GET", "content") == before + 1


def test_a_changed_file_is_downloaded_again(fake: FakeZenodo, tmp_path: Path) -> None:
    number = corpus(fake, {"a.json": oedilf()})
    fetched(fake, number, tmp_path / "out")
    (tmp_path / "out" / "a.json").write_bytes(b"x" * len(oedilf()))
    assert fetched(fake, number, tmp_path / "out").downloaded == 1
    assert (tmp_path / "out" / "a.json").read_bytes() == oedilf()


def test_a_record_that_would_write_elsewhere(fake: FakeZenodo, tmp_path: Path) -> None:
    number = corpus(fake, {"good.json": oedilf(), "../../evil.json": oedilf()})
    with pytest.raises(DataError, match=r"unsafe name '\.\./\.\./evil\.json': nothing was downloaded"):
        fetched(fake, number, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_the_command_prints_the_lines_of_a_recipe(
    fake: FakeZenodo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = corpus(fake, {SAMPLE.name: oedilf()})
    asked = ["fetch", f"zenodo:{number}", "--site", fake.url, "--out", str(tmp_path / "out")]
    assert CliRunner().invoke(app, [*asked, "--json"]).exit_code == 0
    print_fetched(fetched(fake, number, tmp_path / "out"))
    said = capsys.readouterr().err
    assert f"sources:\n- name: zenodo-{number}\n  path: {tmp_path}/out/{SAMPLE.name}\n  format: oedilf-json" in said


def test_a_source_without_a_licence_is_reported(
    fake: FakeZenodo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = fake.add_record({"a.json": b'[{"verse": "There was"}]'}).id
    print_fetched(fetched(fake, number, tmp_path / "out"))
    said = capsys.readouterr().err
    assert "licence: unknown" in said
    assert "The record names no licence; replace unknown by its licence." in said
    assert "# A guess. The rows have: verse" in said
