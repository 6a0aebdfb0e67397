"""Print the accuracies of models, in the layout of the papers' tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from versebench.pipelines.lifecycle.result_rows import result
from versebench.pipelines.runners.console import console, print_table
from versebench.release.templates.matrices import Cell, Column, Matrix, matrices
from versebench.release.templates.order import series_order


def print_results(rows: Sequence[Mapping[str, Any]], *, papers: bool = False) -> None:
    """Print accuracies with their intervals, in the layout of the papers' tables: a row a model, a column a task.

    ``papers`` adds the figures that the papers print.
    """
    results = [result(row) for row in rows]
    for matrix in matrices([], series_order([], results), results, printed=papers):
        printed = [
            (Text(f"{name} (printed)", "dim"), *(cell or "–" for cell in cells)) for name, cells in matrix.printed
        ]
        print_table(
            f"How often the original is preferred, as in {matrix.like}" if matrix.like else "Other tasks",
            ["model", *(f"#{_head(column, matrix, place)}" for place, column in enumerate(matrix.columns))],
            [*((Text(row.name), *map(_accuracy, row.cells)) for row in matrix.rows), *printed],
        )
    console.print(
        "In brackets: 95 % intervals. Bold: best of the column. Italic: not distinguishable from chance (0.5).",
        highlight=False,
    )
    if papers:
        console.print("Printed: the papers' figures, for their own corpus, pairs and models.", highlight=False)
    if ties := sum(each.ties for each in results if each.own):
        console.print(
            f"{ties:,} pairs are ties, which do not count as correct; see the table results.", highlight=False
        )


def _head(column: Column, matrix: Matrix, place: int) -> str:
    """The head of a column: the task, its reduction, and how many pairs were decided."""
    pairs = {cell.result.pairs for row in matrix.rows if (cell := row.cells[place])}
    counted = f"{min(pairs):,}" if len(pairs) == 1 else f"{min(pairs):,} to {max(pairs):,}"
    return f"{column.name}\n{column.reduction}\n{counted} pairs"


def _accuracy(cell: Cell | None) -> Text:
    if cell is None:
        return Text("–")
    ends = "–".join(f"{end:.2f}".removeprefix("0") for end in (cell.result.low, cell.result.high))
    style = " ".join(name for name, applies in (("bold", cell.best), ("italic", cell.chance)) if applies)
    return Text(f"{cell.result.accuracy:.3f} ({ends})", style=style)
