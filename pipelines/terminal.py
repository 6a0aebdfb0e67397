"""Tables for people, on standard error."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipelines.chain import Chain
from pipelines.counts import stage_counts, task_counts
from pipelines.facts import funnel, result
from pipelines.hear import Hearing
from pipelines.log import json_log
from pipelines.metrics import GraphMetrics
from pipelines.release import Released
from pipelines.result_tables import result_tables
from release.templates.matrices import Cell, Column, Matrix, matrices
from release.templates.order import series_order

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


def _cell(value: object) -> Text:
    """Text of its own, as rich would read brackets in a string as markup."""
    if isinstance(value, Text):
        return value
    return Text(f"{value:,}" if isinstance(value, int) else str(value))


def print_hearing(heard: Hearing) -> None:
    """The words of some lines, their syllables, and how the lines rhyme."""
    rows = [(one.line, one.word, one.phones, one.stresses, one.syllables, one.origin) for one in heard.words]
    print_table("Heard", ["#line", "word", "phones", "stresses", "#syllables", "origin"], rows)
    console.print("syllables: " + " ".join(map(str, heard.syllables)), highlight=False)
    if heard.rhyme:
        console.print(f"rhyme: {heard.rhyme}", highlight=False)
    if heard.scheme:
        console.print(f"scheme: {heard.scheme}", highlight=False)


def print_release(chain: Chain, released: Released) -> None:
    """What a release holds, in a screenful."""
    print_stages(chain)
    print_measured(chain.runner.measured)
    tasks = [(one.task, one.poems, one.pairs, one.not_sampled, one.not_applicable) for one in task_counts(chain)]
    print_table("Tasks", ["task", "#poems", "#pairs", "#not sampled", "#not applicable"], tasks)
    if "results" in (tables := result_tables(chain)):
        print_results(tables["results"].to_pylist())
    console.print(f"[bold]{'Released' if released.made else 'Nothing to do: this is released already'}[/bold]")
    for name in ("report.html", "README.md", "manifest.json"):
        console.print(f"  {released.folder}/{name}", highlight=False, soft_wrap=True)


def print_measured(measured: Sequence[GraphMetrics]) -> None:
    """What the graphs that ran did and how long they took; nothing where none ran."""
    if measured:
        columns = "step #shards #rows #rows/s #seconds #ms/shard #min #max #writing #repeated #MiB".split()
        print_table("Work", columns, map(_measured_row, measured))


def _measured_row(one: GraphMetrics) -> tuple[object, ...]:
    if one.shard_ms is None:
        return (one.title, "", "", "", f"{one.seconds:,.1f}", *[""] * 6)
    work, write = one.shard_ms
    each = round(work.mean), work.min, work.max, round(write.mean), one.repeated
    speed = round(one.rows_per_second), f"{one.seconds:,.1f}"
    return one.title, one.shards, one.rows, *speed, *each, f"{one.written_mib:,.1f}"


def print_stages(chain: Chain) -> None:
    """Rows through the stages, and the filters one by one."""
    rows: list[tuple[object, ...]] = []
    for stage in stage_counts(chain):
        rows.append((stage.stage, stage.rows_in, stage.rows_out, stage.rejected))
        if stage.stage == "clean":
            for step in funnel(chain):
                refused = sum(step.refused.values())
                rows.append((f"  {step.check}", step.entered, step.entered - refused, refused))
    print_table("Rows", ["stage", "#in", "#out", "#rejected"], rows)


def print_results(rows: Sequence[Mapping[str, Any]]) -> None:
    """Accuracies with their intervals, in the shape of the papers' tables: models down, tasks across."""
    found = [result(row) for row in rows]
    for matrix in matrices([], series_order([], found), found):
        print_table(
            f"How often the original is preferred, as in {matrix.like}" if matrix.like else "Other tasks",
            ["model", *(f"#{_head(column, matrix, place)}" for place, column in enumerate(matrix.columns))],
            [(Text(row.name), *map(_accuracy, row.cells)) for row in matrix.rows],
        )
    console.print(
        "In brackets 95 % intervals; bold: the best of the column; italic: not told from chance, 0.5.", highlight=False
    )
    if ties := sum(one.ties for one in found if one.own):
        console.print(f"{ties:,} pairs are ties, which earn no point; see the table results.", highlight=False)


def _head(column: Column, matrix: Matrix, place: int) -> str:
    """The task, its reduction, and how many pairs decided it."""
    pairs = {cell.result.pairs for row in matrix.rows if (cell := row.cells[place])}
    counted = f"{min(pairs):,}" if len(pairs) == 1 else f"{min(pairs):,} to {max(pairs):,}"
    return f"{column.name}\n{column.reduction}\n{counted} pairs"


def _accuracy(cell: Cell | None) -> Text:
    if cell is None:
        return Text("–")
    found = cell.result
    ends = "–".join(f"{end:.2f}".removeprefix("0") for end in (found.low, found.high))
    style = " ".join(name for name, holds in (("bold", cell.best), ("italic", cell.chance)) if holds)
    return Text(f"{found.accuracy:.3f} ({ends})", style=style)
