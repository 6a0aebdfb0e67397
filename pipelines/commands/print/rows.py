"""Print the tables of a release or run, and rows of them."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.panel import Panel
from rich.text import Text

from versebench.pipelines.commands.print.results import print_results
from versebench.pipelines.commands.show import sample_rows, splits_of
from versebench.pipelines.roots.manifest_of import manifest_of
from versebench.pipelines.runners.console import console, print_line, print_table
from versebench.release.folder.layout import in_order
from versebench.release.templates.wording import size
from versebench.schemas.registry import TABLES
from versebench.storage.manifest import Manifest, read_table

CHANGED, SPOILT = "black on yellow", "black on red"
"""Colours of the edited spans of an original and of its corruption."""

_CARET = "‸"


def print_release_rows(directory: str, count: int) -> None:
    """Print the tables of a release or run, a few of its pairs or other rows, and its results if it has any."""
    manifest = manifest_of(directory)
    print_holdings(manifest)
    name, rows = sample_rows(directory, None, count)
    works = {row["work_id"] for row in rows} if name == "pairs" else set()
    print_rows(name, rows, splits_of(directory, manifest, works))
    if "results" in manifest.tables and manifest.tables["results"].rows:
        print_results(read_table(directory, manifest, "results", 0).to_pylist())


def print_holdings(manifest: Manifest) -> None:
    """Print the title of a release or run, and its tables with the rows of each split."""
    recipe = manifest.made_of.get("recipe")
    title = f"A run of the stage {manifest.stage}"
    if manifest.stage == "release" and recipe is not None:
        title = f"{recipe['title']} ({recipe['name']} {recipe['version']}), {recipe['licence']}"
    splits = in_order({file.split for file in manifest.files if file.split})
    rows = []
    for name, entry in manifest.tables.items():
        of_split = Counter(dict.fromkeys(splits, 0))
        for file in entry.files:
            of_split[file.split or ""] += file.rows
        in_splits = [of_split[split] if any(file.split for file in entry.files) else "–" for split in splits]
        rows.append((name, entry.rows, *in_splits, len(entry.files), size(sum(file.size for file in entry.files))))
    print_table(title, ["table", "#rows", *(f"#{split}" for split in splits), "#files", "#size"], rows)


def print_rows(table: str, rows: list[dict[str, Any]], splits: Mapping[str, str] | None = None) -> None:
    """Print pairs with their edits marked; other rows, and pairs without texts, field by field."""
    if not rows:
        print_line(f"the table {table} has no rows")
    for row in rows:
        readable = table == "pairs" and row["original"]
        console.print(_pair(row, (splits or {}).get(row["work_id"])) if readable else _fields(table, row))


def _pair(row: dict[str, Any], split: str | None) -> Panel:
    original = marked(row["original"], row["original_starts"], row["original_ends"], CHANGED, brackets=_is_plain())
    corrupted = marked(row["corrupted"], row["corrupted_starts"], row["corrupted_ends"], SPOILT, brackets=_is_plain())
    subtitle = f"work {row['work_id']}" + (f", {split}" if split else "")
    return Panel(Text.assemble(original, "\n\n", corrupted), title=row["task"], subtitle=subtitle, width=72)


def _is_plain() -> bool:
    """Whether the terminal shows no colours."""
    return console.no_color or console.color_system is None


def marked(text: str, starts: list[int], ends: list[int], style: str, *, brackets: bool) -> Text:
    """A text with its spans coloured and, if ``brackets``, in brackets; a caret marks an empty span."""
    result, place = Text(), 0
    for start, end in zip(starts, ends, strict=True):
        result.append(text[place:start])
        span = text[start:end] or _CARET
        result.append(f"[{span}]" if brackets else span, style)
        place = end
    return result.append(text[place:])


def _fields(table: str, row: dict[str, Any]) -> Panel:
    key = TABLES[table].key if table in TABLES else ()
    body = Text("\n".join(f"{name}: {value}" for name, value in row.items() if name not in key))
    return Panel(body, title=" ".join([table, *(str(row[name]) for name in key)]), title_align="left", width=100)
