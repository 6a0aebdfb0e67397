"""The snippets of the card over a folder of table files: each reads every row, with splits and without."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.release.folder.table_folder import write_tables
from tests.release.sample_facts import sample_facts
from versebench.release.documents.card import render_card
from versebench.release.documents.croissant import NAME, render_croissant

COUNT = "\nprint(len({name}) if hasattr({name}, '__len__') else sum(1 for _ in {name}))\n"


def snippets_of(card: str) -> dict[str, str]:
    """The snippets of a card as they stand there, by the library that each imports last."""
    found = re.findall(r"^```python\n(.*?)\n```$", card, flags=re.DOTALL | re.MULTILINE)
    return {re.findall(r"^(?:from|import) (\w+)", code, flags=re.MULTILINE)[-1]: code for code in found}


def rows_read(folder: Path, scratch: Path, code: str, name: str = "pairs") -> list[int]:
    """What a snippet or several read, run in the folder, in a process that reaches no network and no other cache."""
    caches = {"HF_HOME": str(scratch), "CROISSANT_CACHE": str(scratch), "HF_HUB_OFFLINE": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=600,
        env={**os.environ, **caches},
    )
    assert ran.returncode == 0, ran.stderr
    return list(map(int, ran.stdout.split()))


@pytest.mark.parametrize("splits", [(), ("train", "validation", "test")], ids=["whole", "split"])
def test_every_snippet_reads_every_row(tmp_path: Path, splits: Sequence[str]) -> None:
    folder = tmp_path / "release"
    folder.mkdir()
    facts = replace(sample_facts(), files=write_tables(folder, splits))
    (folder / "README.md").write_text(render_card(facts))
    (folder / NAME).write_text(render_croissant(facts))
    snippets = snippets_of((folder / "README.md").read_text())
    assert list(snippets) == ["datasets", "pandas", "polars", "duckdb", "pyarrow", "mlcroissant"]
    one_by_one = "".join(code + COUNT.format(name="pairs") for code in snippets.values())
    if splits:
        one_by_one += snippets["datasets"].replace('"all"', '"validation"') + COUNT.format(name="pairs")
    before = os.listdir(folder)
    assert rows_read(folder, tmp_path / "cache", one_by_one) == [2] * len(snippets) + [1] * bool(splits)
    assert os.listdir(folder) == before


def test_a_card_with_splits_names_them() -> None:
    files = tuple(
        replace(file, split=split, name=f"{file.table}-{split}-00000-of-00001.parquet")
        for file in sample_facts().files[:1]
        for split in ("train", "test")
    )
    card = render_card(replace(sample_facts(), files=files))
    assert "are in 2 splits: `train`, `test`." in card
    assert "nothing here is meant for training" not in card


def test_the_archive_of_pairs_is_named_where_there_are_pairs() -> None:
    assert "`harness.zip`" in render_card(sample_facts())
    untold = tuple(replace(task, pairs=0) for task in sample_facts().tasks)
    assert "`harness.zip`" not in render_card(replace(sample_facts(), tasks=untold))
