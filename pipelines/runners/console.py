"""The terminal: tables for people, on standard error."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from versebench.pipelines.runners.log import json_log

console = Console(stderr=True)
if not console.is_terminal:
    console = Console(stderr=True, width=140)  # for a file, rich would assume 80 columns
console.quiet = json_log() is not None


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table. A column whose name starts with ``#`` contains numbers and is aligned to the right."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        right = column.startswith("#")
        table.add_column(column.removeprefix("#"), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(_cell, row))
    console.print(table)


def print_line(text: str, style: str | None = None) -> None:
    """Print a line without interpreting markup and without wrapping, so that paths stay whole."""
    console.print(text, style=style, highlight=False, markup=False, soft_wrap=True)


def _cell(value: object) -> Text:
    """A cell as ``Text``, as rich would read brackets in a string as markup."""
    if isinstance(value, Text):
        return value
    return Text(f"{value:,}" if isinstance(value, int) else str(value))
