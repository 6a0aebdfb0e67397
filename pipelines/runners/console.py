"""The terminal: tables for people, on standard error."""

import os
from collections.abc import Iterable, Sequence
from typing import Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from versebench.pipelines.runners.log import json_log
from versebench.pipelines.runners.table_widths import broken, column_widths

console = Console(stderr=True)
if not console.is_terminal and not os.environ.get("COLUMNS", "").isdigit():
    console = Console(stderr=True, width=140)  # for a file, rich would assume 80 columns
console.quiet = json_log() is not None


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table as wide as the terminal at most.

    A column whose name starts with ``#`` contains numbers and is aligned to the right.
    """
    cells = [[Text(column.removeprefix("#")) for column in columns], *(list(map(_cell, row)) for row in rows)]
    numbers = [column.startswith("#") for column in columns]
    widths = column_widths([[cell.plain for cell in row] for row in cells], numbers, console.width)
    if widths is not None:
        cells = [[broken(cell, width) for cell, width in zip(row, widths, strict=True)] for row in cells]
    table = Table(title=title, title_justify="left", title_style="bold")
    for place, head in enumerate(cells[0]):
        justify: Literal["left", "right"] = "right" if numbers[place] else "left"
        table.add_column(head, justify=justify, overflow="fold", width=None if widths is None else widths[place])
    for row in cells[1:]:
        table.add_row(*row)
    console.print(table)


def print_line(text: str, style: str | None = None) -> None:
    """Print a line without interpreting markup and without wrapping, so that paths stay whole."""
    console.print(text, style=style, highlight=False, markup=False, soft_wrap=True)


def _cell(value: object) -> Text:
    """A cell as ``Text``, as rich would read brackets in a string as markup."""
    if isinstance(value, Text):
        return value
    return Text(f"{value:,}" if isinstance(value, int) else str(value))
