"""A few rows of a release or run, readable."""

from typing import Any

from rich.panel import Panel
from rich.text import Text

from pipelines.errors import DataError
from pipelines.terminal import console
from schemas.registry import TABLES
from transforms.shards.manifest import Manifest, read_manifest, read_table


def sample_rows(directory: str, table: str | None, count: int) -> tuple[str, list[dict[str, Any]]]:
    """The first rows of a table, by default the pairs, else the first table there is.

    Raises :class:`DataError` where there is no such table.
    """
    manifest = read_manifest(directory)
    if manifest is None:
        raise DataError(
            f"{directory}: there is no manifest.json, so nothing here was committed; give a release or a run"
        )
    name = table or ("pairs" if "pairs" in manifest.tables else next(iter(manifest.tables)))
    if name not in manifest.tables:
        raise DataError(f"{directory}: there is no table {name!r}; there are: {', '.join(manifest.tables)}")
    return name, _rows(directory, manifest, name, count)


def _rows(directory: str, manifest: Manifest, name: str, count: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for shard in range(len(manifest.tables[name].files)):
        rows += read_table(directory, manifest, name, shard).slice(0, count - len(rows)).to_pylist()
        if len(rows) >= count:
            break
    return rows


def print_rows(table: str, rows: list[dict[str, Any]]) -> None:
    """Pairs with their edits marked, other rows field by field."""
    if not rows:
        console.print(f"the table {table} has no rows", highlight=False)
    for row in rows:
        console.print(_pair(row) if table == "pairs" else _fields(table, row))


def _pair(row: dict[str, Any]) -> Panel:
    original = _marked(row["original"], row["original_starts"], row["original_ends"], "black on yellow")
    corrupted = _marked(row["corrupted"], row["corrupted_starts"], row["corrupted_ends"], "black on red")
    text = Text.assemble(original, "\n\n", corrupted)
    return Panel(text, title=row["task"], subtitle=f"work {row['work_id']}", width=72)


def _marked(text: str, starts: list[int], ends: list[int], style: str) -> Text:
    marked, place = Text(), 0
    for start, end in zip(starts, ends, strict=True):
        marked.append(text[place:start])
        marked.append(text[start:end] or "‸", style)
        place = end
    return marked.append(text[place:])


def _fields(table: str, row: dict[str, Any]) -> Panel:
    key = " ".join(str(row[name]) for name in TABLES[table].key)
    body = Text("\n".join(f"{name}: {value}" for name, value in row.items() if name not in TABLES[table].key))
    return Panel(body, title=f"{table} {key}", title_align="left", width=100)
