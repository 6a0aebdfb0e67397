import subprocess
from pathlib import Path

import pytest
import yaml

from tests.missing import missing
from tests.release.zenodo.small_release import small_recipe
from versebench.release.documents.citation import render_citation
from versebench.release.documents.creators import person

CFFCONVERT = Path(__file__).parents[3] / ".venv-citation-peers" / "bin" / "cffconvert"


def test_it_says_what_the_recipe_says() -> None:
    assert yaml.safe_load(render_citation(small_recipe(creators=["Doe, Jane", "versebench"]))) == {
        "cff-version": "1.2.0",
        "message": "Please cite this release as below.",
        "type": "dataset",
        "title": "Small & fine",
        "abstract": "A release\nfor tests.",
        "version": "1.0.0",
        "authors": [{"family-names": "Doe", "given-names": "Jane"}, {"name": "versebench"}],
        "license": "CC-BY-4.0",
    }


def test_the_doi_stands_in_it_where_there_is_one() -> None:
    assert yaml.safe_load(render_citation(small_recipe(), "10.5072/zenodo.7"))["doi"] == "10.5072/zenodo.7"


@pytest.mark.parametrize(
    "licence", ["copyright of the authors", "CC BY 4.0", "MIT OR Apache-2.0", "cc-by-4.0", "Mine-1.0"]
)
def test_a_licence_that_the_format_does_not_know_is_left_out(licence: str) -> None:
    assert "license" not in yaml.safe_load(render_citation(small_recipe(licence=licence)))


@pytest.mark.parametrize("licence", ["CC-BY-4.0", "copyright of the authors"])
def test_it_is_valid_by_cffconvert(licence: str, tmp_path: Path) -> None:
    if not CFFCONVERT.exists():
        missing("cffconvert is missing: make checkers")
    file = tmp_path / "CITATION.cff"
    file.write_text(
        render_citation(small_recipe(licence=licence, creators=["Doe, Jane", "Ünïcode"]), "10.5072/zenodo.7")
    )
    ran = subprocess.run([CFFCONVERT, "--validate", "-i", file], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_without_a_description_there_is_no_abstract() -> None:
    assert "abstract" not in yaml.safe_load(render_citation(small_recipe(description="")))


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("Doe, Jane", ("Doe", "Jane")),
        ("van Doe,Jane, Jr.", ("van Doe", "Jane, Jr.")),
        ("Jane Doe", None),
        ("Doe,", None),
        (", Jane", None),
    ],
)
def test_a_person_is_who_has_a_family_name_and_others(name: str, names: tuple[str, str] | None) -> None:
    assert person(name) == names
