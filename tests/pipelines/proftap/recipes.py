"""A recipe about the titles of the sample corpus, with two files of poems: of new lines, and of copied ones."""

import json
from pathlib import Path
from typing import Any

from tests.pipelines.running import REPOSITORY

SAMPLE = REPOSITORY / "samples" / "chinese" / "poems.json"


def good_poems() -> list[dict[str, Any]]:
    """The poems of the sample without a flaw."""
    rows: list[dict[str, Any]] = json.loads(SAMPLE.read_text(encoding="utf-8"))
    return [row for row in rows if row["expect"] == "kept"]


def backwards(paragraphs: list[str]) -> str:
    """A poem whose lines are read backwards, so that none of them stands in the sample."""
    couplets = (part.rstrip("。").split("，") for part in paragraphs)
    return "\n".join(f"{first[::-1]}，{second[::-1]}。" for first, second in couplets)


def write_poets(folder: Path) -> tuple[Path, Path]:
    """Files of poems about every title: one of new lines, and one that repeats the next poem, then writes a new one.

    For every third title the copying file has no second poem.
    """
    rows = good_poems()
    new = [{"title": row["title"], "text": backwards(row["paragraphs"])} for row in rows]
    copied = []
    for place, row in enumerate(rows):
        copied.append({"title": row["title"], "paragraphs": rows[place - 1]["paragraphs"]})
        if place % 3:
            copied.append(new[place])
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / "new.jsonl", folder / "copied.jsonl"
    for path, poems in zip(paths, (new, copied), strict=True):
        path.write_text("".join(json.dumps(poem, ensure_ascii=False) + "\n" for poem in poems), encoding="utf-8")
    return paths


def proftap_values(folder: Path, **changes: Any) -> dict[str, Any]:
    """A recipe of twelve titles and both files."""
    new, copied = write_poets(folder)
    values: dict[str, Any] = {
        "kind": "proftap",
        "name": "poems-by-title",
        "version": "1.0.0",
        "title": "Poems by title",
        "creators": ["tests"],
        "licence": "CC0-1.0",
        "seed": 7,
        "sources": [
            {
                "name": "chinese",
                "path": str(SAMPLE),
                "format": "chinese-poetry",
                "licence": "CC0-1.0",
                "fields": {"form": "form"},
            }
        ],
        "ingest": {"rows_per_shard": 60},
        "titles": {"number": 12},
        "poets": [
            {"poet": "poems.v1", "name": "new", "path": str(new)},
            {"poet": "poems.v1", "name": "copier", "path": str(copied)},
        ],
        "reuse": {"database": [str(SAMPLE)], "attempts": 3},
    }
    return {**values, **changes}
