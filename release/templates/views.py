"""The rows of the tables that the report and the card show, computed from the facts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from release.facts import CorpusStatistics, ReleaseFacts, Result, WordsHeard
from release.templates import papers
from release.templates.wording import ABSENT, decimal, number, percent

Reasons = tuple[tuple[str, int], ...]
Series = tuple[str, str]
"""A model and the convention under which it was given the texts."""


@dataclass(frozen=True)
class FunnelRow:
    """One bar of the funnel: what reached a step, what it refused and why, and what it left."""

    name: str
    entered: int
    refused: int
    reasons: Reasons
    left_share: float
    refused_share: float

    @property
    def left(self) -> int:
        """Poems that go on to the next step."""
        return self.entered - self.refused


@dataclass(frozen=True)
class Comparison:
    """One figure of the corpus beside the one that the papers print."""

    name: str
    here: str
    papers: str


@dataclass(frozen=True)
class Cell:
    """The accuracy of one model on one task, with whether it is the best of its column and tells from chance."""

    result: Result
    best: bool
    chance: bool


@dataclass(frozen=True)
class Matrix:
    """A results table in the shape of the papers': models down, tasks across, each task under one reduction."""

    title: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Series, tuple[Cell | None, ...]], ...]
    printed: tuple[tuple[str, tuple[str | None, ...]], ...]


def reasons(counts: Mapping[str, int]) -> Reasons:
    """Reasons with their counts, the most frequent first, equal counts by name."""
    return tuple(
        sorted(((name, count) for name, count in counts.items() if count), key=lambda item: (-item[1], item[0]))
    )


def funnel(facts: ReleaseFacts) -> tuple[FunnelRow, ...]:
    """Every step from the rows that were read to the poems that were kept."""
    unreadable = sum(facts.unreadable.values())
    steps: list[tuple[str, int, Mapping[str, int]]] = [
        ("Readable", facts.rows_read, facts.unreadable),
        ("No duplicate", facts.rows_read - unreadable, {"duplicate": facts.duplicates}),
        *((step.check, step.entered, step.refused) for step in facts.funnel),
    ]
    whole = max((entered for _, entered, _ in steps), default=0) or 1
    return tuple(_funnel_row(name, entered, refused, whole) for name, entered, refused in steps)


def _funnel_row(name: str, entered: int, refused: Mapping[str, int], whole: int) -> FunnelRow:
    total = sum(refused.values())
    return FunnelRow(name, entered, total, reasons(refused), (entered - total) / whole, total / whole)


def comparison(facts: ReleaseFacts) -> tuple[Comparison, ...]:
    """The statistics of the corpus beside the papers'."""
    here = facts.statistics
    return (
        Comparison("Poems", number(here.poems), " / ".join(number(paper.kept) for paper in papers.FUNNELS)),
        Comparison("Authors", number(here.authors), papers.AUTHORS),
        Comparison("Share of the ten most prolific", percent(here.share_of_ten_most_prolific), papers.SHARE_OF_TEN),
        Comparison("Word types", number(here.word_types), papers.WORD_TYPES),
        Comparison("Word tokens", number(here.word_tokens), papers.WORD_TOKENS),
        Comparison("Words in the last line, mean ± s.d.", _last_line(here), papers.LAST_LINE),
        *_heard(facts.heard),
    )


def _heard(heard: WordsHeard) -> Iterator[Comparison]:
    """Shares of the words by where their pronunciation comes from; the papers know of entries alone."""
    total = heard.entries + heard.rules + heard.guesses + heard.none
    kinds = {
        "by an entry of a dictionary": heard.entries,
        "by a spelling rule": heard.rules,
        "by a guess of a model": heard.guesses,
        "without a pronunciation": heard.none,
    }
    for kind, count in kinds.items():
        yield Comparison(f"Words heard {kind}", percent(count / total) if total else ABSENT, ABSENT)


def _last_line(here: CorpusStatistics) -> str:
    if not isfinite(here.last_line_words_mean):
        return ABSENT
    return f"{decimal(here.last_line_words_mean, 2)} ± {decimal(here.last_line_words_deviation, 2)}"


def papers_apply(facts: ReleaseFacts) -> bool:
    """Whether the figures of the papers, which are of limericks, say anything beside this release."""
    return facts.form.startswith("limerick")


def task_order(facts: ReleaseFacts, results: Iterable[Result]) -> list[str]:
    """The tasks of the results: in the order of the facts, then those the facts do not list by name."""
    known = [task.task for task in facts.tasks]
    present = {result.task for result in results}
    return [task for task in known if task in present] + sorted(present.difference(known))


def series_order(results: Iterable[Result]) -> list[Series]:
    """Every model with each of its conventions, by name."""
    return sorted({(result.model, result.convention) for result in results})


def reduction_order(results: Iterable[Result]) -> list[str]:
    """The reductions present: sum, mean, then the others by name."""
    first = {"sum": 0, "mean": 1}
    return sorted({result.reduction for result in results}, key=lambda name: (first.get(name, len(first)), name))


def series_names(series: Sequence[Series]) -> dict[Series, str]:
    """What a reader calls each series: the model, with the convention only where a model has more than one."""
    models = [model for model, _ in series]
    return {(model, how): model if models.count(model) == 1 else f"{model}, {how}" for model, how in series}


def matrices(facts: ReleaseFacts) -> tuple[Matrix, ...]:
    """One table per passage of the papers that its tasks come from."""
    by_paper: dict[str, list[str]] = {}
    paper_of = {task.task: task.paper for task in facts.tasks}
    for task in task_order(facts, facts.results):
        by_paper.setdefault(paper_of.get(task, "no paper"), []).append(task)
    return tuple(_matrix(title, tasks, facts) for title, tasks in by_paper.items())


def _matrix(title: str, tasks: Sequence[str], facts: ReleaseFacts) -> Matrix:
    columns = [(task, _shown_reduction(task, facts.results)) for task in tasks]
    cells = {column: _column(column, facts.results) for column in columns}
    rows = [
        (series, tuple(cells[column].get(series) for column in columns))
        for series in series_order(facts.results)
        if any(series in cells[column] for column in columns)
    ]
    return Matrix(title, tuple(columns), tuple(rows), _printed(tasks) if papers_apply(facts) else ())


def _shown_reduction(task: str, results: Iterable[Result]) -> str:
    mine = [result for result in results if result.task == task]
    own = next((result.reduction for result in mine if result.own), None)
    return own or reduction_order(mine)[0]


def _column(column: tuple[str, str], results: Iterable[Result]) -> dict[Series, Cell]:
    here = [result for result in results if (result.task, result.reduction) == column]
    best = max((result.accuracy for result in here if isfinite(result.accuracy)), default=0.0)
    return {
        (result.model, result.convention): Cell(
            result, best=result.accuracy == best and len(here) > 1, chance=result.low <= 0.5 <= result.high
        )
        for result in here
    }


def _printed(tasks: Sequence[str]) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
    names = [re.sub(r"\.v\d+", "", task) for task in tasks]
    rows = ((model.name, tuple(model.accuracy.get(name) for name in names)) for model in papers.MODELS)
    return tuple(row for row in rows if any(row[1]))


def results_by_task(facts: ReleaseFacts) -> tuple[tuple[Result, ...], ...]:
    """All results, task by task; within a task by reduction and model."""
    order = reduction_order(facts.results)
    return tuple(
        tuple(
            sorted(
                (result for result in facts.results if result.task == task),
                key=lambda result: (order.index(result.reduction), result.model, result.convention),
            )
        )
        for task in task_order(facts, facts.results)
    )
