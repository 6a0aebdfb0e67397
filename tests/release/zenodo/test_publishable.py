"""The copy that is published: the DOI in its documents, everything else as it was."""

import json
from pathlib import Path

import pytest
import yaml

from tests.release.zenodo.small_release import CARD, small_recipe, write_small_release
from versebench.pipelines.roots.verify import verify
from versebench.release.zenodo.errors import ZenodoError
from versebench.release.zenodo.publishable import card_with_doi, check_without_doi, write_publishable
from versebench.release.zenodo.upload import inventory
from versebench.storage.manifest import read_manifest

DOI = "10.5072/zenodo.7"
CFF = "cff-version: 1.2.0\nmessage: Mine.\ntitle: Small\nauthors:\n- name: Ä\n"


def copied(release: Path, folder: Path, doi: str = DOI) -> dict[str, bytes]:
    manifest = read_manifest(str(release))
    assert manifest is not None
    write_publishable(str(release), manifest, doi, str(folder))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return write_small_release(tmp_path / "release")


def test_the_doi_is_in_card_and_metadata(release: Path, tmp_path: Path) -> None:
    files = copied(release, tmp_path / "copy")
    cite = "Cite this release as: tests. *Small*, version 1.0.0."
    assert files["README.md"].decode() == CARD.replace(cite, f"{cite} <https://doi.org/{DOI}>")
    assert yaml.safe_load(files["CITATION.cff"])["doi"] == DOI
    deposit = json.loads(files[".zenodo.json"])
    assert deposit["doi"] == DOI
    assert (deposit["title"], deposit["version"], deposit["license"]) == ("Small & fine", "1.0.0", "cc-by-4.0")
    assert deposit["creators"] == [{"name": "Doe, Jane"}, {"name": "Roe, Richard"}]


def test_it_is_whole_and_the_data_are_the_same(release: Path, tmp_path: Path) -> None:
    files = copied(release, tmp_path / "copy")
    assert list(verify(str(tmp_path / "copy"))) == []
    assert {one.name for one in inventory(str(tmp_path / "copy"))} == set(files)
    assert files["data-two.bin"] == (release / "data-two.bin").read_bytes()
    assert list(verify(str(release))) == []
    assert DOI not in (release / "README.md").read_text()


def test_equal_releases_and_dois_give_equal_bytes(release: Path, tmp_path: Path) -> None:
    one, two = copied(release, tmp_path / "one"), copied(release, tmp_path / "two")
    assert one == two
    other = copied(release, tmp_path / "one", "10.5072/zenodo.8")
    changed = {name for name in other if other[name] != one[name]}
    assert changed == {"README.md", "CITATION.cff", ".zenodo.json", "manifest.json", "SHA256SUMS"}


def test_documents_that_are_there_are_kept_but_for_the_doi(tmp_path: Path) -> None:
    own = {
        "CITATION.cff": CFF.encode(),
        ".zenodo.json": b'{"title": "Mine", "notes": "Kept"}',
        "croissant.json": '{"name": "mine", "description": "Ä"}'.encode(),
    }
    files = copied(write_small_release(tmp_path / "release", own), tmp_path / "copy")
    assert yaml.safe_load(files["CITATION.cff"]) == {**yaml.safe_load(CFF), "doi": DOI}
    assert json.loads(files[".zenodo.json"]) == {"title": "Mine", "notes": "Kept", "doi": DOI}
    described = {"name": "mine", "description": "Ä", "url": f"https://doi.org/{DOI}"}
    assert json.loads(files["croissant.json"]) == described


def test_a_copy_of_a_copy_is_refused(release: Path, tmp_path: Path) -> None:
    copied(release, tmp_path / "copy")
    manifest = read_manifest(str(tmp_path / "copy"))
    assert manifest is not None
    with pytest.raises(ZenodoError, match=rf"is a published copy with the DOI {DOI}: give the release"):
        check_without_doi(str(tmp_path / "copy"), manifest)


def test_a_card_without_a_citation_gets_a_section() -> None:
    assert card_with_doi("# Card\n", DOI) == f"# Card\n\n## DOI\n\n<https://doi.org/{DOI}>\n"


def test_a_failure_leaves_no_copy(release: Path, tmp_path: Path) -> None:
    manifest = read_manifest(str(release))
    assert manifest is not None
    (release / "data-two.bin").unlink()
    with pytest.raises(FileNotFoundError):
        write_publishable(str(release), manifest, DOI, str(tmp_path / "copies" / "copy"))
    assert list((tmp_path / "copies").iterdir()) == []


def test_small_recipe_is_that_of_the_release(release: Path) -> None:
    manifest = read_manifest(str(release))
    assert manifest is not None
    assert manifest.made_of["recipe"] == small_recipe()
