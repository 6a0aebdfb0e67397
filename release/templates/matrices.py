"""Results in the shape of the papers' tables: models down, tasks across, each task under one reduction."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from versebench.release.documents.facts import PairedTest, Result, Series
from versebench.release.templates import papers
from versebench.release.templates.order import reduction_order, series_names, task_order
from versebench.release.templates.wording import label

LEVEL = 0.05
"""Two models differ where the adjusted p-value is below it."""

OTHERS = papers.PaperTable("", "tasks of neither paper's tables", {})


@dataclass(frozen=True)
class Column:
    """A task with what heads it, and the reduction that it is shown under; None where nothing was scored."""

    task: str
    stem: str
    name: str
    reduction: str | None


@dataclass(frozen=True)
class Cell:
    """The accuracy of one model on one task.

    ``best``: no other of the column is higher. ``chance``: the interval holds 0.5. ``beats``: numbers of the models
    that it differs from for the better.
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
    """A paired test as people read it: the model with more pairs that it alone gets right stands first."""

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
    """A results table; ``like`` names the table of a paper that it has the shape of, if any."""

    like: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    printed: tuple[tuple[str, tuple[str | None, ...]], ...]
    differences: tuple[tuple[Difference, ...], ...]
    """Those of each column that has any."""

    @property
    def compared(self) -> int:
        """Paired tests of all columns."""
        return sum(map(len, self.differences))

    @property
    def told_apart(self) -> int:
        """Those of which the models differ."""
        return sum(one.differs for column in self.differences for one in column)


def matrices(
    tasks: Sequence[str],
    series: Sequence[Series],
    results: Sequence[Result],
    tests: Sequence[PairedTest] = (),
    *,
    printed: bool = False,
) -> tuple[Matrix, ...]:
    """The tables of the papers that anything was scored for, in the papers' order, then the tasks of none of them.

    ``printed``: with the figures of the papers.
    """
    known = list(dict.fromkeys([*tasks, *task_order(tasks, results)]))
    tables = [(table, _columns(table, known, results)) for table in papers.TABLES]
    placed = {column.task for _, columns in tables for column in columns}
    tables.append((OTHERS, tuple(_column(task, "", label(task), results) for task in known if task not in placed)))
    return tuple(
        _matrix(table, columns, series, results, tests, printed)
        for table, columns in tables
        if any(column.reduction for column in columns)
    )


def _columns(table: papers.PaperTable, tasks: Sequence[str], results: Sequence[Result]) -> tuple[Column, ...]:
    """The columns of a paper that the release has a task for; of several versions each has one."""
    columns = []
    for stem, name in table.columns.items():
        mine = [task for task in tasks if _is_of(task, stem)]
        columns += [_column(task, stem, name if len(mine) == 1 else f"{name} ({task})", results) for task in mine]
    return tuple(columns)


def _is_of(task: str, stem: str) -> bool:
    unversioned = re.sub(r"\.v\d+", "", task, count=1)
    return unversioned == stem or unversioned.startswith(f"{stem}:")


def _column(task: str, stem: str, name: str, results: Iterable[Result]) -> Column:
    mine = [result for result in results if result.task == task]
    own = [result.reduction for result in mine if result.own]
    return Column(task, stem, name, next(iter(own or reduction_order(mine)), None))


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
        Row(number, names[one], tuple(cells[column].get(one) for column in columns))
        for number, one in enumerate(series, 1)
        if any(one in cells[column] for column in columns)
    )
    differences = tuple(
        tuple(_difference(column, test, names) for test in mine[column]) for column in columns if mine[column]
    )
    return Matrix(table.name, table.caption, columns, rows, _printed(columns) if printed else (), differences)


def _tests_of(column: Column, series: Sequence[Series], tests: Iterable[PairedTest]) -> list[PairedTest]:
    """Those of the models that are shown, the surest difference first."""
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
        (one := (result.model, result.convention)): Cell(
            result,
            best=result.accuracy == best and len(here) > 1,
            chance=result.low <= 0.5 <= result.high,
            beats=tuple(sorted(beaten.get(one, []))),
        )
        for result in here
    }


def _sides(test: PairedTest) -> tuple[Series, Series]:
    return (test.first, test.second) if test.only_first >= test.only_second else (test.second, test.first)


def _difference(column: Column, test: PairedTest, names: Mapping[Series, str]) -> Difference:
    better, worse = (names[one] for one in _sides(test))
    most, least = max(test.only_first, test.only_second), min(test.only_first, test.only_second)
    return Difference(column.name, better, worse, most, least, test)


def _printed(columns: Sequence[Column]) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
    rows = ((model.name, tuple(model.accuracy.get(column.stem) for column in columns)) for model in papers.MODELS)
    return tuple(row for row in rows if any(row[1]))
