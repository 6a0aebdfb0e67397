"""Results in the layout of the papers' tables: a row for each model, a column for each task, under one reduction."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from versebench.release.documents.facts import PairedTest, Result, Series
from versebench.release.templates import papers
from versebench.release.templates.order import reduction_order, series_names, task_names, task_order

LEVEL = 0.05
"""Two models differ if the adjusted p-value is below this."""

OTHERS = papers.PaperTable("", "tasks that are not in the tables of the papers", {})


@dataclass(frozen=True)
class Column:
    """A task with the name that the paper gives it, and the reduction shown; None if nothing was scored.

    ``title`` is the plain name of the task. Both names are the same if no paper has the task.
    """

    task: str
    stem: str
    name: str
    title: str
    reduction: str | None


@dataclass(frozen=True)
class Cell:
    """The accuracy of one model on one task.

    ``best``: no accuracy of the column is higher. ``chance``: the interval contains 0.5, so the accuracy is not
    distinguishable from chance. ``beats``: numbers of the models that this model is significantly better than.
    """

    result: Result
    best: bool
    chance: bool
    beats: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """A model's cells, in the order of the columns. ``number`` is the same in all tables."""

    number: int
    name: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class Difference:
    """A paired test for readers, with the better model first: the one that alone decides more pairs correctly."""

    column: str
    better: str
    worse: str
    only_better: int
    only_worse: int
    test: PairedTest

    @property
    def differs(self) -> bool:
        """Whether the models differ."""
        return self.test.p_holm < LEVEL


@dataclass(frozen=True)
class Matrix:
    """A results table; ``like`` names the table of a paper whose layout it follows, or is empty."""

    like: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    printed: tuple[tuple[str, tuple[str | None, ...]], ...]
    differences: tuple[tuple[Difference, ...], ...]
    """The paired tests of each column that has any."""

    @property
    def compared(self) -> int:
        """How many paired tests all columns have."""
        return sum(map(len, self.differences))

    @property
    def significant(self) -> int:
        """How many of them show that the models differ."""
        return sum(difference.differs for column in self.differences for difference in column)


def matrices(
    tasks: Sequence[str],
    series: Sequence[Series],
    results: Sequence[Result],
    tests: Sequence[PairedTest] = (),
    *,
    printed: bool = False,
) -> tuple[Matrix, ...]:
    """The tables of the papers for which anything was scored, in the papers' order, then one of all other tasks.

    ``printed`` adds the figures that the papers print.
    """
    known = list(dict.fromkeys([*tasks, *task_order(tasks, results)]))
    titles = task_names(known)
    tables = [(table, _columns(table, titles, results)) for table in papers.TABLES]
    placed = {column.task for _, columns in tables for column in columns}
    tables.append(
        (OTHERS, tuple(_column(task, "", titles[task], titles, results) for task in known if task not in placed))
    )
    return tuple(
        _matrix(table, columns, series, results, tests, printed)
        for table, columns in tables
        if any(column.reduction for column in columns)
    )


def _columns(table: papers.PaperTable, titles: Mapping[str, str], results: Sequence[Result]) -> tuple[Column, ...]:
    """The columns of a paper's table for which the release has a task; each version of a task has its own."""
    columns = []
    for stem, name in table.columns.items():
        mine = [task for task in titles if _is_of(task, stem)]
        columns += [
            _column(task, stem, name if len(mine) == 1 else f"{name} ({task})", titles, results) for task in mine
        ]
    return tuple(columns)


def _is_of(task: str, stem: str) -> bool:
    unversioned = re.sub(r"\.v\d+", "", task, count=1)
    return unversioned == stem or unversioned.startswith(f"{stem}:")


def _column(task: str, stem: str, name: str, titles: Mapping[str, str], results: Iterable[Result]) -> Column:
    mine = [result for result in results if result.task == task]
    own = [result.reduction for result in mine if result.own]
    return Column(task, stem, name, titles[task], next(iter(own or reduction_order(mine)), None))


def _matrix(
    table: papers.PaperTable,
    columns: tuple[Column, ...],
    series: Sequence[Series],
    results: Sequence[Result],
    tests: Sequence[PairedTest],
    printed: bool,
) -> Matrix:
    names = series_names(series)
    mine = {column: _tests_of(column, series, tests) for column in columns}
    cells = {column: _cells(column, series, results, mine[column]) for column in columns}
    rows = tuple(
        Row(number, names[model], tuple(cells[column].get(model) for column in columns))
        for number, model in enumerate(series, 1)
        if any(model in cells[column] for column in columns)
    )
    differences = tuple(
        tuple(_difference(column, test, names) for test in mine[column]) for column in columns if mine[column]
    )
    return Matrix(table.name, table.caption, columns, rows, _printed(columns) if printed else (), differences)


def _tests_of(column: Column, series: Sequence[Series], tests: Iterable[PairedTest]) -> list[PairedTest]:
    """The tests between models that are shown, the smallest p-value first."""
    mine = [
        test
        for test in tests
        if (test.task, test.reduction) == (column.task, column.reduction) and {test.first, test.second} <= {*series}
    ]
    return sorted(mine, key=lambda test: (test.p_holm, series.index(test.first), series.index(test.second)))


def _cells(
    column: Column, series: Sequence[Series], results: Iterable[Result], tests: Iterable[PairedTest]
) -> dict[Series, Cell]:
    here = [result for result in results if (result.task, result.reduction) == (column.task, column.reduction)]
    best = max((result.accuracy for result in here if isfinite(result.accuracy)), default=0.0)
    beaten: dict[Series, list[int]] = {}
    for test in tests:
        if test.p_holm < LEVEL:
            better, worse = _sides(test)
            beaten.setdefault(better, []).append(series.index(worse) + 1)
    return {
        (model := (result.model, result.convention)): Cell(
            result,
            best=result.accuracy == best and len(here) > 1,
            chance=result.low <= 0.5 <= result.high,
            beats=tuple(sorted(beaten.get(model, []))),
        )
        for result in here
    }


def _sides(test: PairedTest) -> tuple[Series, Series]:
    return (test.first, test.second) if test.only_first >= test.only_second else (test.second, test.first)


def _difference(column: Column, test: PairedTest, names: Mapping[Series, str]) -> Difference:
    better, worse = (names[model] for model in _sides(test))
    most, least = max(test.only_first, test.only_second), min(test.only_first, test.only_second)
    return Difference(column.title, better, worse, most, least, test)


def _printed(columns: Sequence[Column]) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
    printed = [papers.ACCURACIES.get(column.stem) for column in columns]
    rows = (
        (name, tuple(None if task is None else task[place] for task in printed))
        for place, name in enumerate(papers.MODELS)
    )
    return tuple(row for row in rows if any(row[1]))
