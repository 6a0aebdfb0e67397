"""Croissant: valid by mlcroissant, and every field of every table is read by it as it was written."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import mlcroissant as mlc
import pyarrow.parquet as pq
import pytest

from tests.release.folder.table_folder import write_tables
from tests.release.sample_facts import sample_facts
from versebench.release.documents.croissant import NAME, render_croissant
from versebench.release.documents.facts import ReleaseFacts
from versebench.schemas.registry import TABLES

SPLITS = ("train", "validation", "test")


def facts_of(folder: Path, splits: Sequence[str]) -> ReleaseFacts:
    """The facts of a release whose tables lie in the folder, with its croissant.json beside them."""
    facts = replace(sample_facts(), licence="CC-BY-4.0", files=write_tables(folder, splits))
    (folder / NAME).write_text(render_croissant(facts))
    return facts


def record(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row as mlcroissant gives it: under the ids of the fields, texts as bytes."""
    return {f"{table}/{name}": _value(value) for name, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return [_value(one) for one in value]
    return value.encode() if isinstance(value, str) else value


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain")
    facts_of(folder, ())
    return folder


@pytest.fixture(scope="module")
def split(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("split")
    facts_of(folder, SPLITS)
    return folder


@pytest.fixture(scope="module")
def dataset(plain: Path) -> mlc.Dataset:
    return mlc.Dataset(plain / NAME)


@pytest.fixture(scope="module")
def split_dataset(split: Path) -> mlc.Dataset:
    return mlc.Dataset(split / NAME)


def test_it_is_valid_but_for_the_date_that_no_release_knows(dataset: mlc.Dataset) -> None:
    issues = dataset.metadata.ctx.issues
    assert issues.errors == set()
    (warning,) = issues.warnings
    assert "https://schema.org/datePublished" in warning


@pytest.mark.parametrize("table", TABLES)
def test_every_row_of_every_table_is_read_as_it_was_written(dataset: mlc.Dataset, plain: Path, table: str) -> None:
    rows = pq.read_table(plain / f"{table}-00000-of-00001.parquet").to_pylist()
    assert list(dataset.records(table)) == [record(table, row) for row in rows]
    assert rows


def test_rows_of_all_splits_are_read_and_say_which_is_theirs(split_dataset: mlc.Dataset, split: Path) -> None:
    files = {name: pq.read_table(split / f"pairs-{name}-00000-of-00001.parquet").to_pylist() for name in SPLITS}
    wanted = [record("pairs", {**row, "split": name}) for name, rows in files.items() for row in rows]
    assert sorted(split_dataset.records("pairs"), key=lambda row: row["pairs/pair_id"]) == wanted
    assert {row["pairs/split"] for row in wanted} == {b"train", b"validation"}


def test_a_split_is_read_alone(split: Path) -> None:
    found = list(mlc.Dataset(split / NAME).records("pairs", filters={"pairs/split": "validation"}))
    assert [row["pairs/split"] for row in found] == [b"validation"]


def test_tables_that_are_not_of_works_have_no_split(split_dataset: mlc.Dataset) -> None:
    assert all("results/split" not in row for row in split_dataset.records("results"))


def test_every_file_stands_in_it_with_its_checksum(tmp_path: Path) -> None:
    facts = facts_of(tmp_path, SPLITS)
    value = json.loads((tmp_path / NAME).read_text())
    objects = {one["@id"]: one for one in value["distribution"] if one["@type"] == "cr:FileObject"}
    assert {name: (one["sha256"], one["contentSize"]) for name, one in objects.items()} == {
        file.name: (file.sha256, f"{file.size} B") for file in facts.files
    }
    listed = [name for one in value["distribution"] if one["@type"] == "cr:FileSet" for name in one["includes"]]
    assert sorted(listed) == sorted(objects)


def test_every_table_has_its_key_its_fields_and_their_units() -> None:
    value = json.loads(render_croissant(sample_facts()))
    pairs = next(one for one in value["recordSet"] if one["@id"] == "pairs")
    assert pairs["key"] == [{"@id": f"pairs/{name}"} for name in ("work_id", "task", "edit")]
    fields = {field["name"]: field for field in pairs["field"]}
    assert list(fields) == TABLES["pairs"].schema.names
    assert (fields["lines"]["dataType"], fields["lines"]["repeated"]) == ("sc:Integer", True)
    assert fields["lines"]["description"] == "Lines that were edited, from 1 (lines)"
    assert fields["task"]["dataType"] == "sc:Text"
    assert "repeated" not in fields["task"]


def test_the_licence_is_an_address_where_one_is_known() -> None:
    def licence(name: str) -> Any:
        return json.loads(render_croissant(replace(sample_facts(), licence=name)))["license"]

    assert licence("CC0-1.0") == "https://creativecommons.org/publicdomain/zero/1.0/legalcode"
    assert licence("copyright of the authors") == "copyright of the authors"


def test_who_answers_is_a_person_or_a_group() -> None:
    value = json.loads(render_croissant(replace(sample_facts(), creators=("Doe, Jane", "versebench"))))
    assert value["creator"] == [
        {"@type": "Person", "name": "Doe, Jane"},
        {"@type": "Organization", "name": "versebench"},
    ]
    assert value["citeAs"].startswith("Doe, Jane; versebench. BPoMP")
