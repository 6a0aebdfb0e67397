"""NOTICE declares what is shipped and installed under other licences, and every licence has a version."""

import re
from email.message import Message
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import cast

import pytest

from deploy.requirements.__main__ import FOLDER
from deploy.requirements.locked import read_locked
from versebench.models.pronunciation.registry import PRONOUNCERS

REPOSITORY = Path(__file__).parents[1]
RESOURCES = REPOSITORY / "models" / "resources"
NOTICE = (REPOSITORY / "NOTICE").read_text()
CARDS = sorted(RESOURCES.glob("*/CARD.md"))


@pytest.mark.parametrize("folder", [card.parent.name for card in CARDS])
def test_everything_shipped_is_in_notice(folder: str) -> None:
    assert folder in NOTICE


@pytest.mark.parametrize("licence", ["cmudict/LICENSE", "synonyms/LICENSE"])
def test_the_notices_of_cmudict_and_wordnet_are_whole(licence: str) -> None:
    assert (RESOURCES / licence).read_text().strip() in NOTICE


@pytest.mark.parametrize("path", [*CARDS, REPOSITORY / "NOTICE", REPOSITORY / "README.md"], ids=str)
def test_every_licence_has_a_version(path: Path) -> None:
    text = " ".join(path.read_text().split())
    versions = {"CC BY-SA": " 4.0", "ShareAlike": " 4.0", "CC0": "(-| )1.0", "Apache": "(-| License, Version )2.0"}
    for licence, version in versions.items():
        assert all(re.match(version, text[found.end() :]) for found in re.finditer(licence, text)), licence


def test_packages_under_the_gpl_are_declared() -> None:
    """As their own metadata state it; LGPL is another licence."""
    declared = set()
    for pin in read_locked(FOLDER / "score-release.txt"):
        try:
            stated = cast(Message, metadata(pin.name))
        except PackageNotFoundError:
            continue  # of another platform
        texts = [stated.get("License") or "", stated.get("License-Expression") or "", *stated.get_all("Classifier", [])]
        if any(re.search(r"(?<![LA])GPL|GNU General Public", text[:200]) for text in texts):
            declared.add(pin.name)
    assert declared == {"cmudict"}
    assert "cmudict (GPL-3.0-or-later)" in NOTICE


def test_public_domain_says_where_and_until_when() -> None:
    """In NOTICE and in the card of every model that was trained on the collection."""
    trained = [card.read_text() for card in CARDS if "public-domain-poetry" in card.read_text()]
    assert len(trained) == 7
    for text in (NOTICE, *trained):
        assert re.search(r"United States.*before 1931.*\(as of 2026\)", text, re.DOTALL)
    assert all("`NOTICE` names them and the years" in text for text in trained)


@pytest.mark.parametrize(
    "page",
    ["samples/README.md", "samples/verse/README.md", "samples/chinese/README.md", "samples/ghostwriting/README.md"],
)
def test_the_samples_say_who_wrote_them(page: str) -> None:
    assert "A large language model wrote the p" in (REPOSITORY / page).read_text()


def test_the_package_under_the_gpl_is_imported_for_its_own_source_of_pronunciations_alone() -> None:
    assert "cmudict" in PRONOUNCERS
    imported = re.compile(r"^\s*(?:import|from) (?:cmudict|pronouncing)\b", re.MULTILINE)
    product = [path for path in (REPOSITORY / "versebench").iterdir() if path.is_symlink()]
    found = [
        str(path.relative_to(folder.resolve().parent))
        for folder in product
        for path in folder.resolve().rglob("*.py")
        if imported.search(path.read_text())
    ]
    assert found == ["models/pronunciation/cmudict.py"]
    assert imported.search((REPOSITORY / found[0]).read_text()).group().startswith("    ")  # type: ignore[union-attr]
