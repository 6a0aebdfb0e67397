"""The rows of the tables that the report and the card show, computed from the facts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite

from versebench.models.scorers.metrics import REDUCTIONS
from versebench.release.documents.facts import CorpusStatistics, ReleaseFacts, Result, WordsHeard
from versebench.release.templates import papers
from versebench.release.templates.matrices import Matrix
from versebench.release.templates.matrices import matrices as results_matrices
from versebench.release.templates.order import reduction_order, series_order, task_order
from versebench.release.templates.wording import ABSENT, decimal, number, percent, spread

Reasons = tuple[tuple[str, int], ...]


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
        (
            "No duplicate, not taken down" if facts.taken_down else "No duplicate",
            facts.rows_read - unreadable,
            {"duplicate": facts.duplicates, "taken_down": facts.taken_down},
        ),
        *((step.check, step.entered, step.refused) for step in facts.funnel),
    ]
    whole = max((entered for _, entered, _ in steps), default=0) or 1
    return tuple(funnel_row(name, entered, refused, whole) for name, entered, refused in steps)


def funnel_row(name: str, entered: int, refused: Mapping[str, int], whole: int) -> FunnelRow:
    """A step that so many entered, drawn as a share of ``whole``."""
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


@dataclass(frozen=True)
class GroupRow:
    """The poems of one form in one language, as a table shows them."""

    form: str
    language: str
    poems: int
    share: str
    authors: int
    lines: str
    words: str


def groups(facts: ReleaseFacts) -> tuple[GroupRow, ...]:
    """The poems by form and language, with the mean lines of a poem and words of a line."""
    whole = sum(group.poems for group in facts.groups)
    return tuple(
        GroupRow(
            group.form,
            group.language,
            group.poems,
            percent(group.poems / whole),
            group.authors,
            decimal(group.lines / group.poems, 1),
            decimal(group.words / group.lines, 1) if group.lines else ABSENT,
        )
        for group in facts.groups
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
    return spread(here.last_line_words_mean, here.last_line_words_deviation)


def papers_apply(facts: ReleaseFacts) -> bool:
    """Whether the figures of the papers, which are of pairs of limericks, say anything beside this release."""
    return facts.has_pairs and facts.form.startswith("limerick")


def matrices(facts: ReleaseFacts) -> tuple[Matrix, ...]:
    """The results in the shape of the papers' tables."""
    return results_matrices(
        [task.task for task in facts.tasks],
        series_order(facts.models, facts.results),
        facts.results,
        facts.tests,
        printed=papers_apply(facts),
    )


def reductions(facts: ReleaseFacts) -> list[tuple[str, str]]:
    """The reductions of the results with what each compares."""
    compares = {name: reduction.compares for name, reduction in REDUCTIONS.items()}
    return [(name, compares.get(name, "as the recipe says")) for name in reduction_order(facts.results)]


def results_by_task(facts: ReleaseFacts) -> tuple[tuple[Result, ...], ...]:
    """All results, task by task; within a task by reduction and model."""
    reductions, series = reduction_order(facts.results), series_order(facts.models, facts.results)
    return tuple(
        tuple(
            sorted(
                (result for result in facts.results if result.task == task),
                key=lambda result: (
                    reductions.index(result.reduction),
                    series.index((result.model, result.convention)),
                ),
            )
        )
        for task in task_order((task.task for task in facts.tasks), facts.results)
    )
