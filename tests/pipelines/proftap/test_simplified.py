"""Poems in simplified characters, from JSONL and CSV: accepted if the recipe says so, refused if not."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.proftap.recipes import good_poems, proftap_values
from tests.pipelines.running import write_recipe
from versebench.models.simplified import simplified
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.registry import TITLES
from versebench.storage.manifest import read_table


def write_poems(folder: Path, kind: str) -> Path:
    """The sample's good poems in simplified characters, and one with a lacuna."""
    poems = [
        {"id": row["id"], "title": simplified(row["title"]), "text": simplified("\n".join(row["paragraphs"]))}
        for row in good_poems()
    ]
    poems.append({"id": "lost", "title": "阙文", "text": "一声长□后，\n千里是归程。"})
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"poems.{kind}"
    with path.open("w", encoding="utf-8", newline="") as file:
        if kind == "jsonl":
            file.writelines(json.dumps(poem, ensure_ascii=False) + "\n" for poem in poems)
        else:
            writer = csv.DictWriter(file, ["id", "title", "text"])
            writer.writeheader()
            writer.writerows(poems)
    return path


def chain_of(folder: Path, kind: str, **changes: Any) -> Chain:
    source = {"name": "own", "path": str(write_poems(folder, kind)), "format": kind, "licence": "CC0-1.0"}
    values = proftap_values(folder, sources=[source], **changes)
    return Chain(load_recipe(str(write_recipe(folder, values)), []), str(folder / "root"), Runner())


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_simplified_poems_lend_their_titles_if_the_recipe_accepts_them(tmp_path: Path, kind: str) -> None:
    accepting = {"ingest": {"simplified": "accept"}, "clean": {"filters": [{"filter": "chinese_text.v1"}]}}
    chain = chain_of(tmp_path, kind, **accepting)
    titles = chain.result(TITLES)
    rows = read_table(titles.run.directory, titles.manifest, "titles", 0).to_pylist()
    assert len(rows) == 12
    assert {row["title"] for row in rows} <= {simplified(row["title"]) for row in good_poems()}
    assert chain.clean().manifest.counts["rejected.chinese_text.lacuna"] == 1


def test_simplified_poems_are_refused_by_default(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"simplified characters .* set ingest.simplified to accept"):
        chain_of(tmp_path, "jsonl").ingest()
