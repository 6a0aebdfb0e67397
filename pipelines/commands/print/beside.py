"""Print a user's models beside those of a release: a row for each task, a column for each model."""

from rich.text import Text

from versebench.pipelines.commands.print.scored import print_folders
from versebench.pipelines.lifecycle.facts.beside import beside_facts
from versebench.pipelines.runners.console import console, print_line, print_table
from versebench.pipelines.stages.score_pairs import ScoredPairs
from versebench.release.documents.beside.page import Against, against_tables, group_rows, heads, task_tables
from versebench.release.documents.facts import Result
from versebench.release.templates.matrices import LEVEL
from versebench.release.templates.wording import p_value


def print_beside(scored: ScoredPairs) -> None:
    """Print accuracies in the papers' layout, the paired tests, BLiMP's groups, and the folders of the scores."""
    if scored.beside is None:
        return
    facts = beside_facts(scored.source, scored.selected, scored.series, scored.beside)
    names = heads(facts.columns)
    print_line(facts.selection.sentence)
    for table in task_tables(facts):
        rows = [
            (
                f"{row.title}\n{row.reduction}",
                *(_cell(cell.result, best=cell.best) if cell else Text("–") for cell in row.cells),
            )
            for row in table.rows
        ]
        title = f"How often the original is preferred, as in {table.like}" if table.like else "Other tasks"
        print_table(title, ["task", *(f"#{name}" for name in names)], rows)
    groups = [(f"{row.name}\n{row.key}", *(_cell(cell) for cell in row.cells)) for row in group_rows(facts)]
    if groups:
        print_table("Groups of BLiMP", ["group", *(f"#{name}" for name in names)], groups)
    for against in against_tables(facts):
        tests = [(task, *(_test(cell) for cell in cells)) for task, cells in against.rows]
        title = f"{against.yours} against each model, on pairs that only one decides correctly"
        print_table(title, ["task", *(f"#{name}" for name in against.theirs)], tests)
    console.print(
        "Below each accuracy: 95 % interval, number of pairs; bold: best of the row. Paired tests: pairs that only "
        "yours decides correctly v only the other; the larger p of McNemar's and Obuchowski's test, adjusted by Holm; "
        f"bold: p below {LEVEL}.",
        highlight=False,
    )
    print_folders(scored.series)


def _cell(result: Result | None, *, best: bool = False) -> Text:
    if result is None:
        return Text("–")
    ends = "–".join(f"{end:.2f}".removeprefix("0") for end in (result.low, result.high))
    accuracy = Text(f"{result.accuracy:.3f}", style="bold" if best else "")
    return Text.assemble(accuracy, f"\n{ends}\n{result.pairs:,}")


def _test(row: Against | None) -> Text:
    if row is None:
        return Text("–")
    style = "bold" if row.test.p_holm < LEVEL else ""
    only = Text(f"{row.test.only_first:,} v {row.test.only_second:,}", style=style)
    return Text.assemble(only, f"\np {p_value(row.test.p_holm)}")
