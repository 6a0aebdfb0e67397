"""The rules of the tree: rooms of few modules, modules of few lines."""

from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
TOPS = (
    *(path.name for path in (REPOSITORY / "versebench").iterdir() if path.is_symlink()),
    *("benchmarks", "training", "deploy", "tests"),
)
MODULES, LINES = 20, 400

LONGER = {
    "tests/models/scorers/masked/test_scorer.py",
    "tests/pipelines/stages/test_score.py",
    "tests/release/documents/test_report.py",
    "tests/release/sample_facts.py",
    "tests/release/zenodo/fake_zenodo.py",
}
"""Modules that are longer. This list only becomes shorter."""


def modules() -> Iterator[Path]:
    """Every module of the repository."""
    for top in TOPS:
        yield from (REPOSITORY / top).rglob("*.py")


def test_no_folder_holds_too_many_modules() -> None:
    folders: dict[str, int] = {}
    for path in modules():
        folder = str(path.parent.relative_to(REPOSITORY))
        folders[folder] = folders.get(folder, 0) + 1
    assert {folder: count for folder, count in folders.items() if count > MODULES} == {}


def test_no_module_has_too_many_lines() -> None:
    lines = {str(path.relative_to(REPOSITORY)): len(path.read_text().splitlines()) for path in modules()}
    assert {name: count for name, count in lines.items() if count > LINES and name not in LONGER} == {}
