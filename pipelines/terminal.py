"""Tables for people, on standard error."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from pipelines.chain import Chain
from pipelines.counts import stage_counts, task_counts
from pipelines.facts import funnel
from pipelines.hear import Hearing
from pipelines.release import Released
from pipelines.score import results

console = Console(stderr=True)
if not console.is_terminal:
    console = Console(stderr=True, width=140)  # a log is wider than the 80 columns that rich assumes


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table; columns whose name starts with ``#`` hold numbers."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        right = column.startswith("#")
        table.add_column(column.removeprefix("#"), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row))
    console.print(table)


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
    tasks = [(one.task, one.poems, one.pairs, one.not_sampled, one.not_applicable) for one in task_counts(chain)]
    print_table("Tasks", ["task", "#poems", "#pairs", "#not sampled", "#not applicable"], tasks)
    if judged := chain.score():
        print_results(results(judged).to_pylist())
    console.print(f"[bold]{'Released' if released.made else 'Nothing to do: this is released already'}[/bold]")
    for name in ("report.html", "README.md", "manifest.json"):
        console.print(f"  {released.folder}/{name}", highlight=False, soft_wrap=True)


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


def print_results(rows: Sequence[dict[str, Any]]) -> None:
    """Accuracies with their intervals, one line per task and model; ties, if any, beside them."""
    reductions = list(dict.fromkeys(row["reduction"] for row in rows))
    lines: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    for row in rows:
        lines.setdefault((row["task"], row["model"]), {})[row["reduction"]] = row
    shown = [
        (task, model, next(iter(found.values()))["pairs"], *(_accuracy(found.get(name)) for name in reductions))
        for (task, model), found in lines.items()
    ]
    columns = ["task", "model", "#pairs", *reductions]
    print_table("How often the original is preferred, with a 95 % interval", columns, shown)


def _accuracy(row: dict[str, Any] | None) -> str:
    if row is None:
        return ""
    ties = f", {row['ties']} ties" if row["ties"] else ""
    return f"{row['accuracy']:.3f} ({row['low']:.3f} to {row['high']:.3f}){ties}"
