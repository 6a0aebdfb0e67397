"""A source that grows and changes, release after release: versions, pairs that stay, and what a schedule does."""

import json
import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tests.pipelines.running import (
    files_of,
    recipe_values,
    sample_rows,
    times_of,
    versebench_here,
    write_recipe,
)
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.recorded_inputs import keep_version_if_unchanged
from versebench.pipelines.lifecycle.release import Released, release
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.release.folder.read import stream_release_table
from versebench.storage.manifest import read_manifest

FEW, MORE = 50, 90
TASKS = [{"task": "swap_lines.v1", "pairs": 20}, {"task": "delete_words.v1", "words": 1}]


@dataclass(frozen=True)
class Corpus:
    """A folder with a source, a recipe of it, and a root."""

    folder: Path

    @property
    def root(self) -> Path:
        return self.folder / "root"

    @property
    def source(self) -> Path:
        return self.folder / "poems.json"

    def write(self, rows: list[dict[str, Any]], **changes: Any) -> Path:
        """The recipe of a source that has these rows from now on."""
        self.source.write_text(json.dumps(rows))
        source = {"name": "sample", "path": str(self.source), "format": "oedilf-json", "licence": "CC0-1.0"}
        values = {"version": "auto", "sources": [source], "tasks": TASKS, "ingest": {"rows_per_shard": 60}}
        return write_recipe(self.folder, recipe_values(**{**values, **changes}))

    def chain(self, rows: list[dict[str, Any]], **changes: Any) -> Chain:
        """As the command makes it."""
        chain = Chain(load_recipe(str(self.write(rows, **changes)), []), str(self.root), Runner())
        keep_version_if_unchanged(chain)
        return chain

    def release(self, rows: list[dict[str, Any]], **changes: Any) -> Released:
        return release(self.chain(rows, **changes))

    def of_version(self, version: str) -> Path:
        return self.root / "releases" / "small" / version


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """A release, and one after its source grew from one shard to two."""
    corpus = Corpus(tmp_path_factory.mktemp("grown"))
    corpus.release(sample_rows()[:FEW])
    corpus.release(sample_rows()[:MORE])
    return corpus


@pytest.fixture
def copy(grown: Corpus, tmp_path: Path) -> Corpus:
    """A copy of it to go on with."""
    shutil.copytree(grown.folder, tmp_path / "copy")
    return Corpus(tmp_path / "copy")


def rows_of(folder: Path, name: str) -> list[dict[str, Any]]:
    manifest = read_manifest(str(folder))
    assert manifest is not None
    rows: list[dict[str, Any]] = pa.concat_tables(list(stream_release_table(str(folder), manifest, name))).to_pylist()
    return rows


def stated(folder: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((folder / "recipe.json").read_text())
    return value


def test_the_first_release_and_the_one_after_growth(grown: Corpus) -> None:
    first, second = grown.of_version("1.0.0"), grown.of_version("1.1.0")
    assert sorted(path.name for path in first.parent.iterdir()) == ["1.0.0", "1.1.0"]
    assert (stated(first)["version"], stated(first)["previous"]) == ("1.0.0", None)
    assert (stated(second)["version"], stated(second)["previous"]) == ("1.1.0", "1.0.0")
    assert "This is the first release." in (first / "CHANGES.md").read_text()
    changes = (second / "CHANGES.md").read_text()
    assert "## 1.1.0, after 1.0.0\n\nA minor version" in changes
    assert changes.endswith("\n## 1.0.0\n\nThis is the first release.\n")


def test_every_pair_stays_and_none_is_displaced(grown: Corpus) -> None:
    old, new = (rows_of(grown.of_version(version), "pairs") for version in ("1.0.0", "1.1.0"))
    sampled = [{row["pair_id"] for row in rows if row["task"] == "swap_lines.v1"} for rows in (old, new)]
    assert len(sampled[0]) == 20
    assert sampled[0] == sampled[1]
    assert {row["pair_id"] for row in old} < {row["pair_id"] for row in new}


def test_nothing_new_is_nothing_done(grown: Corpus) -> None:
    before = times_of(grown.root)
    chain = grown.chain(sample_rows()[:MORE])
    assert chain.recipe.version == "1.1.0"
    again = release(chain)
    assert (again.made, Path(again.folder)) == (False, grown.of_version("1.1.0"))
    assert chain.runner.measured == []
    assert times_of(grown.root) == before


def test_a_validation_that_is_gone_is_made_again_and_no_version_with_it(copy: Corpus) -> None:
    rows = sample_rows()[:MORE]
    random.Random(5).shuffle(rows)  # so that the version is open until the tables are there
    shutil.rmtree(copy.root / "validate")
    again = copy.release(rows)
    assert (again.made, Path(again.folder)) == (False, copy.of_version("1.1.0"))
    assert not copy.of_version("1.1.1").exists()
    assert (copy.root / "validate").exists()


def test_another_order_of_the_source_is_no_new_release(copy: Corpus) -> None:
    rows = sample_rows()[:MORE]
    random.Random(5).shuffle(rows)
    again = copy.release(rows)
    assert (again.made, Path(again.folder)) == (False, copy.of_version("1.1.0"))
    assert not copy.of_version("1.1.1").exists()
    assert copy.chain(rows).recipe.version == "1.1.0"  # and that is known from now on
    record = copy.root / "records" / "small-1.1.0.json"
    record.unlink()  # as after a run that was killed between the release and its record
    assert copy.release(rows).made is False
    assert json.loads(record.read_text())["release"] == again.folder
    assert copy.chain(rows).recipe.version == "1.1.0"


def test_another_title_is_a_patch(copy: Corpus) -> None:
    made = copy.release(sample_rows()[:MORE], title="Smaller")
    assert (made.made, Path(made.folder).name) == (True, "1.1.1")
    assert "A patch" in (copy.of_version("1.1.1") / "CHANGES.md").read_text()


def test_a_corrected_row_is_a_major_version(copy: Corpus) -> None:
    old = {row["work_id"]: row for row in rows_of(copy.of_version("1.1.0"), "poems")}
    work, first = next((work, row) for work, row in old.items() if " the " in row["text"])
    rows = sample_rows()[:MORE]
    for row in rows:
        if row["id"] == first["source_id"]:
            row["limerick"] = row["limerick"].replace(" the ", " that ", 1)
    untouched = files_of(copy.of_version("1.1.0"))
    made = copy.release(rows)
    new = {row["work_id"]: row for row in rows_of(Path(made.folder), "poems")}
    assert Path(made.folder).name == "2.0.0"
    assert {key for key in old if key not in new or old[key] != new[key]} == {work}
    changes = (copy.of_version("2.0.0") / "CHANGES.md").read_text()
    assert "A major version" in changes
    assert f"`poems` changed in text, text_id: `{work}`" in changes
    assert files_of(copy.of_version("1.1.0")) == untouched
    ran = versebench_here("diff", copy.of_version("1.1.0"), made.folder, "--json")
    said = json.loads(ran.out)
    assert (ran.code, said["change"], said["tables"]["poems"]["changed"]) == (0, "major", 1)


def test_a_declared_version_that_is_too_low(copy: Corpus) -> None:
    with pytest.raises(DataError) as raised:
        copy.release(sample_rows()[:MORE], version="1.0.1", previous="latest")
    message = str(raised.value)
    assert message.startswith("version 1.0.1 is too low after 1.0.0 (")
    assert "rows added" in message
    assert message.endswith("set version: 1.1.0 in the recipe, or version: auto")
    same_again = r"(?s)version 1\.0\.0 is too low after 1\.0\.0 .*  nothing that decides.*set version: 1\.0\.1 in"
    with pytest.raises(DataError, match=same_again):
        copy.release(sample_rows()[:FEW], version="1.0.0", previous="1.0.0")


def test_two_releases_side_by_side(grown: Corpus) -> None:
    old, new = grown.of_version("1.0.0"), grown.of_version("1.1.0")
    said = json.loads(versebench_here("diff", old, new, "--json").out)
    for table in ("poems", "pairs", "annotation"):
        keys = [{row["work_id"] for row in rows_of(folder, table)} for folder in (old, new)]
        found = said["tables"][table]
        assert found["added"] == len(rows_of(new, table)) - len(rows_of(old, table))
        assert keys[0] < keys[1]
        assert (found["removed"], found["changed"], found["decides"]) == (0, 0, True)
    assert said["change"] == "minor"
    back = json.loads(versebench_here("diff", new, old, "--json").out)
    assert (back["change"], back["tables"]["poems"]["removed"]) == ("major", said["tables"]["poems"]["added"])
    told = versebench_here("diff", old, old)
    assert (told.code, told.err.strip().splitlines()[-1]) == (0, "version step: patch")
    refused = versebench_here("diff", old, grown.root)
    assert (refused.code, "is not a release: it has no manifest.json" in refused.err) == (1, True)


def test_a_schedule_with_nothing_new(copy: Corpus) -> None:
    recipe = copy.write(sample_rows()[:MORE])
    before = times_of(copy.root)
    ran = versebench_here("release", recipe, "--root", copy.root, "--if-changed")
    assert (ran.code, ran.err) == (0, f"nothing is new since {copy.of_version('1.1.0')}\n")
    assert times_of(copy.root) == before


def long_poems() -> list[dict[str, Any]]:
    """Rows whose poems are longer than most of those that were released."""
    return [row for row in sample_rows() if len(row["limerick"]) > 170]


@pytest.mark.parametrize(
    ("rows", "said"),
    [([], "no usable rows"), (long_poems(), "validation failed, so nothing is released\n  drift: Expect")],
    ids=["no rows", "other poems"],
)
def test_a_schedule_whose_source_broke(copy: Corpus, rows: list[dict[str, Any]], said: str) -> None:
    recipe = copy.write(rows, drift=0.1)
    before = files_of(copy.root / "releases")
    ran = versebench_here("release", recipe, "--root", copy.root, "--if-changed")
    (report,) = (copy.root / "reports").iterdir()
    text = report.read_text()
    assert ran.code == 1
    assert ran.message == f"versebench: {text}"
    assert text.startswith("no new release of small\nwhen: ")
    assert "newest release: 1.1.0, unchanged" in text
    assert said in text
    assert files_of(copy.root / "releases") == before


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"version": "1.0.0"}, "write version: auto"), ({"previous": "1.0.0"}, "write previous: latest")],
)
def test_a_recipe_that_cannot_be_scheduled(grown: Corpus, tmp_path: Path, changes: dict[str, str], said: str) -> None:
    recipe = Corpus(tmp_path).write(sample_rows()[:FEW], **changes)
    ran = versebench_here("release", recipe, "--root", tmp_path / "root", "--if-changed")
    assert ran.code == 2
    assert said in ran.message
    assert not (tmp_path / "root").exists()
