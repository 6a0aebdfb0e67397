"""Rows of the tables on completions and synonyms, computed from the facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from versebench.release.documents.facts import AttemptFacts, CompletionFacts, SynonymFacts
from versebench.release.documents.statistics import mean_and_deviation
from versebench.release.templates.order import task_names
from versebench.release.templates.views import FunnelRow, Reasons, funnel_row, reasons
from versebench.release.templates.wording import ABSENT, decimal, number, percent, spread
from versebench.transforms.statistics.accuracy import clustered_interval


@dataclass(frozen=True)
class Tried:
    """A task with its title, its poems, how many were tried, and why the others were not.

    ``share`` of the tried poems have a candidate; ``interval`` is the 95 % interval of this share.
    """

    name: str
    task: str
    poems: int
    tried: int
    not_tried: Reasons
    successful: int
    share: str
    interval: str


@dataclass(frozen=True)
class CompletionRow:
    """One method of completion; ``runs`` is the mean number of runs for each tried poem."""

    of: Tried
    kept: int
    runs: str
    words: str
    human_words: str
    tokens: str
    human_tokens: str
    copies: str
    end_words: int


@dataclass(frozen=True)
class SynonymRow:
    """One task that replaces end words."""

    of: Tried
    lines: int
    kept: int
    a_line: str
    agreed: str


def completion_rows(methods: Sequence[CompletionFacts]) -> list[CompletionRow]:
    """The rows of the methods, in their order."""
    names = task_names([method.task for method in methods])
    return [
        CompletionRow(
            of=_tried(names[method.task], method.task, method.attempts),
            kept=method.attempts.kept,
            runs=_a_poem(method.attempts),
            words=_spread(method.words),
            human_words=_spread(method.human_words),
            tokens=_spread(method.tokens),
            human_tokens=_spread(method.human_tokens),
            copies=_copies(method),
            end_words=method.end_words,
        )
        for method in methods
    ]


def synonym_rows(tasks: Sequence[SynonymFacts]) -> list[SynonymRow]:
    """The rows of the tasks, in their order."""
    names = task_names([facts.task for facts in tasks])
    return [
        SynonymRow(
            of=_tried(names[facts.task], facts.task, facts.attempts),
            lines=facts.lines,
            kept=facts.attempts.kept,
            a_line=decimal(facts.attempts.kept / facts.lines, 2) if facts.lines else ABSENT,
            agreed=f"{percent(facts.agreed / facts.lines)} ({number(facts.agreed)})" if facts.lines else ABSENT,
        )
        for facts in tasks
    ]


def fates(tasks: Sequence[CompletionFacts] | Sequence[SynonymFacts]) -> list[FunnelRow]:
    """How many candidates of each task were found, refused and kept; each bar is drawn at full length."""
    names = task_names([facts.task for facts in tasks])
    return [
        funnel_row(names[facts.task], "", facts.attempts.found, facts.attempts.refused, facts.attempts.found or 1)
        for facts in tasks
    ]


def _tried(name: str, task: str, attempts: AttemptFacts) -> Tried:
    counts = (attempts.poems, attempts.tried, reasons(attempts.not_tried), attempts.successful)
    if not attempts.tried:
        return Tried(name, task, *counts, ABSENT, ABSENT)
    tried, successful = attempts.tried, attempts.successful
    estimate = clustered_interval(tried, successful, tried, successful, successful, tried)
    interval = f"{100 * estimate.low:.1f}–{100 * estimate.high:.1f} %"
    return Tried(name, task, *counts, percent(estimate.share), interval)


def _a_poem(attempts: AttemptFacts) -> str:
    return decimal(attempts.runs / attempts.tried, 0) if attempts.tried else ABSENT


def _spread(counts: Mapping[int, int]) -> str:
    return spread(*mean_and_deviation(counts)) if counts else ABSENT


def _copies(method: CompletionFacts) -> str:
    if not method.compared:
        return "unknown" if method.attempts.kept else ABSENT
    return f"{percent(method.copies / method.compared)} ({number(method.copies)})"
