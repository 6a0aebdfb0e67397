"""A user's models beside those of a release: tables with a row for each task and a column for each model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from versebench.release.documents.beside.facts import BesideFacts, ColumnFacts
from versebench.release.documents.facts import PairedTest, Result, Series
from versebench.release.templates import read, render_html
from versebench.release.templates.matrices import LEVEL, Cell, Matrix, matrices
from versebench.release.templates.order import series_names
from versebench.release.templates.titles import reduction_title


@dataclass(frozen=True)
class TaskRow:
    """A task: its names, the reduction, and a cell for each column; None where the model decided no pair of it."""

    title: str
    paper_name: str
    reduction: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class TaskTable:
    """The tasks of a table of the papers, or those of no table; ``like`` is then empty."""

    like: str
    caption: str
    rows: tuple[TaskRow, ...]


@dataclass(frozen=True)
class Against:
    """A paired test of one of the user's models with one of the release, on a task under its own reduction."""

    task: str
    yours: str
    theirs: str
    test: PairedTest

    @property
    def verdict(self) -> str:
        """Which model is better, if the test shows a difference."""
        if self.test.p_holm >= LEVEL:
            return "no difference shown"
        return "yours is better" if self.test.only_first > self.test.only_second else "yours is worse"


@dataclass(frozen=True)
class AgainstTable:
    """One of the user's models against those of the release: a row for each task, a cell for each of ``theirs``.

    A cell is None if no pair of the task was decided by both.
    """

    yours: str
    theirs: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Against | None, ...]], ...]


@dataclass(frozen=True)
class GroupRow:
    """A group of BLiMP, with the result of each column."""

    key: str
    name: str
    cells: tuple[Result | None, ...]


def heads(columns: Sequence[ColumnFacts]) -> tuple[str, ...]:
    """The heads of the columns, each different."""
    names = series_names([column.series for column in columns])
    return tuple(names[column.series] for column in columns)


def task_tables(facts: BesideFacts) -> tuple[TaskTable, ...]:
    """The accuracies in the papers' order, each task under the reduction that it is defined with."""
    series = [column.series for column in facts.columns]
    made = matrices([], series, facts.results, facts.tests)
    return tuple(TaskTable(table.like, table.caption, _rows(table, series)) for table in made)


def _rows(table: Matrix, series: Sequence[Series]) -> tuple[TaskRow, ...]:
    cells = {row.number: row.cells for row in table.rows}
    return tuple(
        TaskRow(
            column.title,
            column.name if table.like else "",
            reduction_title(column.reduction) if column.reduction else "",
            tuple(cells[number][place] if number in cells else None for number in range(1, len(series) + 1)),
        )
        for place, column in enumerate(table.columns)
    )


def against(facts: BesideFacts) -> tuple[Against, ...]:
    """The paired tests of the tasks under their own reductions, in the order of the tables."""
    names = dict(zip((column.series for column in facts.columns), heads(facts.columns), strict=True))
    shown = [
        (column.title, test)
        for table in matrices([], list(names), facts.results)
        for column in table.columns
        for test in facts.tests
        if (test.task, test.reduction) == (column.task, column.reduction)
    ]
    unique = {(test.task, test.first, test.second): (title, test) for title, test in reversed(shown)}
    return tuple(
        Against(title, names[test.first], names[test.second], test) for title, test in [*unique.values()][::-1]
    )


def against_tables(facts: BesideFacts) -> tuple[AgainstTable, ...]:
    """The paired tests again, in a table for each of the user's models that has one."""
    names = dict(zip(heads(facts.columns), facts.columns, strict=True))
    theirs = tuple(name for name, column in names.items() if not column.yours)
    tables = []
    for yours in (name for name, column in names.items() if column.yours):
        tests = {(row.task, row.theirs): row for row in against(facts) if row.yours == yours}
        tasks = dict.fromkeys(task for task, _ in tests)
        if tasks:
            rows = tuple((task, tuple(tests.get((task, name)) for name in theirs)) for task in tasks)
            tables.append(AgainstTable(yours, theirs, rows))
    return tuple(tables)


def group_rows(facts: BesideFacts) -> tuple[GroupRow, ...]:
    """The groups of BLiMP that have a result, those of single terms before those of whole fields."""
    known = {(result.task, result.model, result.convention): result for result in facts.groups}
    groups = sorted({result.task for result in facts.groups}, key=lambda group: (group.startswith("field="), group))
    return tuple(
        GroupRow(key, name, tuple(known.get((f"{key}={name}", *column.series)) for column in facts.columns))
        for key, _, name in (group.partition("=") for group in groups)
    )


def render_beside(facts: BesideFacts) -> str:
    """The page as HTML; equal facts give equal text."""
    from markupsafe import Markup

    return render_html(
        "beside.html",
        facts=facts,
        css=Markup(read("report.css")),
        heads=heads(facts.columns),
        tables=task_tables(facts),
        against=against(facts),
        against_tables=against_tables(facts),
        groups=group_rows(facts),
        level=LEVEL,
    )
