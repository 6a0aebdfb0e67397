"""Rows of the tables that the report and the card show, computed from the facts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite

from versebench.models.scorers.metrics import REDUCTIONS
from versebench.release.documents.facts import CorpusStatistics, PronouncedWords, ReleaseFacts, Result
from versebench.release.templates import papers
from versebench.release.templates.matrices import Matrix
from versebench.release.templates.matrices import matrices as results_matrices
from versebench.release.templates.order import reduction_order, series_order, task_order
from versebench.release.templates.titles import filter_title, form_title, language_title, reduction_title
from versebench.release.templates.wording import ABSENT, decimal, number, percent, spread

Reasons = tuple[tuple[str, int], ...]
"""Why rows were refused, with how many."""

FORMS_NAMED = 3
"""How many forms the head of a page names before it counts the rest."""


@dataclass(frozen=True)
class FunnelRow:
    """One bar of the funnel: how many poems reached a step, how many it refused and why, and how many it kept.

    ``id`` is that of the filter; empty for a step that is not a filter.
    """

    name: str
    id: str
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
    """One figure of the corpus, with the one that the papers print."""

    name: str
    here: str
    papers: str


def reasons(counts: Mapping[str, int]) -> Reasons:
    """The reasons with their counts, the most frequent first, equal counts by name; none with a count of 0."""
    return tuple(
        sorted(((name, count) for name, count in counts.items() if count), key=lambda item: (-item[1], item[0]))
    )


def funnel(facts: ReleaseFacts) -> tuple[FunnelRow, ...]:
    """Every step from the rows read to the poems kept."""
    unreadable = sum(facts.unreadable.values())
    steps: list[tuple[str, str, int, Mapping[str, int]]] = [
        ("Readable", "", facts.rows_read, facts.unreadable),
        (
            "Not a duplicate, not taken down" if facts.taken_down else "Not a duplicate",
            "",
            facts.rows_read - unreadable,
            {"duplicate": facts.duplicates, "taken_down": facts.taken_down},
        ),
        *((filter_title(step.check), _filter_id(step.check), step.entered, step.refused) for step in facts.funnel),
    ]
    whole = max((entered for _, _, entered, _ in steps), default=0) or 1
    return tuple(funnel_row(*step, whole) for step in steps)


def _filter_id(check: str) -> str:
    """The id that a page shows beside the title of a step; none for a step that is a stage, such as the split."""
    return check if ".v" in check else ""


def funnel_row(name: str, id_: str, entered: int, refused: Mapping[str, int], whole: int) -> FunnelRow:
    """A step that ``entered`` rows reached; the bar is drawn as a share of ``whole``."""
    total = sum(refused.values())
    return FunnelRow(name, id_, entered, total, reasons(refused), (entered - total) / whole, total / whole)


def comparison(facts: ReleaseFacts) -> tuple[Comparison, ...]:
    """The statistics of the corpus, with those of the papers."""
    here = facts.statistics
    return (
        Comparison("Poems", number(here.poems), " / ".join(number(paper.kept) for paper in papers.FUNNELS)),
        Comparison("Authors", number(here.authors), papers.AUTHORS),
        Comparison(
            "Share of the ten most prolific authors", percent(here.share_of_ten_most_prolific), papers.SHARE_OF_TEN
        ),
        Comparison("Word types", number(here.word_types), papers.WORD_TYPES),
        Comparison("Word tokens", number(here.word_tokens), papers.WORD_TOKENS),
        Comparison("Words in the last line, mean ± s.d.", _last_line(here), papers.LAST_LINE),
        *_pronounced(facts.pronounced),
    )


@dataclass(frozen=True)
class GroupRow:
    """The poems of one form in one language, as a table shows them, with the ids of both."""

    form: str
    form_id: str
    language: str
    language_id: str
    poems: int
    share: str
    authors: int
    lines: str
    words: str


def groups(facts: ReleaseFacts) -> tuple[GroupRow, ...]:
    """The poems by form and language, with the mean number of lines of a poem and of words of a line."""
    whole = sum(group.poems for group in facts.groups)
    return tuple(
        GroupRow(
            form_title(group.form),
            group.form,
            language_title(group.language),
            group.language,
            group.poems,
            percent(group.poems / whole),
            group.authors,
            decimal(group.lines / group.poems, 1),
            decimal(group.words / group.lines, 1) if group.lines else ABSENT,
        )
        for group in facts.groups
    )


def forms(facts: ReleaseFacts) -> str:
    """The titles of the forms in one line, the most frequent first, with a count if there are too many to name."""
    titles = [form_title(name) for name in dict.fromkeys(group.form for group in facts.groups) or [facts.form]]
    named, rest = titles[:FORMS_NAMED], titles[FORMS_NAMED:]
    return f"{', '.join(named)} and {len(rest)} more" if rest else ", ".join(named)


def _pronounced(words: PronouncedWords) -> Iterator[Comparison]:
    """Shares of the words by the origin of their pronunciation. The papers use dictionary entries only."""
    total = words.entries + words.rules + words.guesses + words.none
    origins = {
        "Words pronounced by a dictionary entry": words.entries,
        "Words pronounced by a spelling rule": words.rules,
        "Words pronounced by a model’s guess": words.guesses,
        "Words without a pronunciation": words.none,
    }
    for origin, count in origins.items():
        yield Comparison(origin, percent(count / total) if total else ABSENT, ABSENT)


def _last_line(here: CorpusStatistics) -> str:
    if not isfinite(here.last_line_words_mean):
        return ABSENT
    return spread(here.last_line_words_mean, here.last_line_words_deviation)


def papers_apply(facts: ReleaseFacts) -> bool:
    """Whether the figures of the papers, which are for pairs of limericks, can be compared with this release."""
    return facts.has_pairs and facts.form.startswith("limerick")


def matrices(facts: ReleaseFacts) -> tuple[Matrix, ...]:
    """The results in the layout of the papers' tables."""
    return results_matrices(
        [task.task for task in facts.tasks],
        series_order(facts.models, facts.results),
        facts.results,
        facts.tests,
        printed=papers_apply(facts),
    )


@dataclass(frozen=True)
class ReductionRow:
    """A reduction with its title and what it compares."""

    id: str
    title: str
    compares: str


def reductions(facts: ReleaseFacts) -> list[ReductionRow]:
    """The reductions of the results."""
    compares = {name: reduction.compares for name, reduction in REDUCTIONS.items()}
    return [
        ReductionRow(name, reduction_title(name), compares.get(name, "as the recipe defines it"))
        for name in reduction_order(facts.results)
    ]


def results_by_task(facts: ReleaseFacts) -> tuple[tuple[Result, ...], ...]:
    """All results by task; within a task by reduction and model."""
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
