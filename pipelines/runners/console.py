"""The terminal: tables for people, on standard error."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from versebench.pipelines.runners.log import json_log

console = Console(stderr=True)
if not console.is_terminal:
    console = Console(stderr=True, width=140)  # a log is wider than the 80 columns that rich assumes
console.quiet = json_log() is not None


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table; columns whose name starts with ``#`` hold numbers."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        right = column.startswith("#")
        table.add_column(column.removeprefix("#"), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(_cell, row))
    console.print(table)


def print_line(text: str, style: str | None = None) -> None:
    """A line as it stands: nothing in it is markup, and a long path is not broken."""
    console.print(text, style=style, highlight=False, markup=False, soft_wrap=True)


def _cell(value: object) -> Text:
    """Text of its own, as rich would read brackets in a string as markup."""
    if isinstance(value, Text):
        return value
    return Text(f"{value:,}" if isinstance(value, int) else str(value))
