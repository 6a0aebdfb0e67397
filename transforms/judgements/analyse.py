"""The tables that follow from an export, and from a release whose pairs it judges."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.probabilities import SCORER_JUDGEMENTS
from versebench.schemas.studies import ANALYSIS_TABLES
from versebench.transforms.judgements import beside_models, beside_styles, choices, lines, probabilities, styles
from versebench.transforms.judgements.answers import (
    Answers,
    Export,
    answers_of,
    check_export,
    chosen_rows,
    counted_items,
)
from versebench.transforms.judgements.errors import ExportError
from versebench.transforms.judgements.figures import Figure
from versebench.transforms.judgements.human_or_not import HumanAnswers, beside_scorers, scorer_rows
from versebench.transforms.judgements.poem_cuts import Poems, cue_rows, cut_figures

RATE_LINES, MATCH_STYLE = "rate_lines.v1", "match_style.v1"
PROBABILITY_HUMAN = "probability_human.v1"
PAIR_PROTOCOLS = ("choose_original.v1", choices.ALTERED_OR_NOT)
"""Protocols whose items are pairs of a release."""

PROTOCOLS = (*PAIR_PROTOCOLS, RATE_LINES, MATCH_STYLE, PROBABILITY_HUMAN)

DIGITS = 12
"""Digits of figures: beyond these, sums of many numbers may differ between machines."""

Rows = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class _Analysis:
    """An export with what is read of it once, and the rows so far."""

    export: Export
    study: str
    simulated: bool
    items: pa.Table
    with_excluded: bool
    decisions: pa.Table | None
    model_answers: pa.Table | None
    human_answers: HumanAnswers
    poems: Poems
    margin: float
    rows: Rows = field(default_factory=lambda: {name: [] for name in ANALYSIS_TABLES})

    def place(self, protocol: str, task: str | None = None, group: str | None = None) -> dict[str, Any]:
        """The columns that say where rows belong."""
        named = {"task": task, "group": group}
        common = {"study": self.study, "protocol": protocol, "with_excluded": self.with_excluded}
        return {**common, "simulated": self.simulated, **{name: of for name, of in named.items() if of is not None}}

    def results(
        self, protocol: str, task: str, counts: Mapping[str, int], figures: Iterable[Figure], group: str = "all"
    ) -> None:
        """Add rows of figures."""
        where = self.place(protocol, task, group)
        self.rows["human_results"] += [figure.row(where, counts) for figure in figures]

    def key(self, *names: str) -> str:
        """What bootstrap samples are drawn for: the same for primary figures and those with excluded judgements."""
        return "\x1f".join((self.study, *names))


def analyse(
    export: Export,
    decisions: pa.Table | None = None,
    model_answers: pa.Table | None = None,
    human_answers: HumanAnswers = (),
    poems: Poems | None = None,
    margin: float = probabilities.MARGIN,
) -> dict[str, pa.Table]:
    """The tables of an analysis by name: primary figures, and beside them those with excluded judgements.

    ``decisions`` are those of a release, with the columns of :data:`beside_models.DECISION_COLUMNS`, and
    ``model_answers`` those to its pages of style matching, with :data:`beside_styles.ANSWER_COLUMNS`.
    ``human_answers`` are those of scorers that say whether a human wrote a text, and ``poems`` what a release says of
    poems by title. ``margin`` is how far an area may be from .5 and still count as equivalent to it.

    Raises :class:`ExportError`.
    """
    study = check_export(export)
    items = counted_items(export["items"])
    if unknown := sorted(set(items["protocol"].unique().to_pylist()) - set(PROTOCOLS)):
        raise ExportError(f"items: unknown protocol {unknown[0]!r}; choose from {', '.join(PROTOCOLS)}")
    simulated = bool(export["judgements"]["simulated"][0].as_py())
    parts: dict[str, list[pa.Table]] = {name: [] for name in ANALYSIS_TABLES}
    for with_excluded in (False, True):
        beside = decisions, model_answers, human_answers, poems or {}, margin
        analysis = _Analysis(export, study, simulated, items, with_excluded, *beside)
        for protocol in PROTOCOLS:
            _protocol(analysis, protocol)
        if not with_excluded:
            analysis.rows[SCORER_JUDGEMENTS.name] += scorer_rows(items, human_answers)
        while analysis.rows:
            name, rows = analysis.rows.popitem()
            parts[name].append(_rounded(name, rows))
    return {name: _sorted(name, tables) for name, tables in parts.items()}


def _rounded(name: str, rows: list[dict[str, Any]]) -> pa.Table:
    for row in rows:
        row |= {column: float(f"{value:.{DIGITS}g}") for column, value in row.items() if isinstance(value, float)}
    return ANALYSIS_TABLES[name].build_rows(rows)


def _sorted(name: str, tables: list[pa.Table]) -> pa.Table:
    keys = [(column, "ascending") for column in ANALYSIS_TABLES[name].key]
    return pa.concat_tables(tables).sort_by(keys).combine_chunks()


def _protocol(analysis: _Analysis, protocol: str) -> None:
    items = chosen_rows(analysis.items, pc.equal(analysis.items["protocol"], protocol))
    if not len(items):
        return
    if protocol == RATE_LINES:
        _rated_lines(analysis, items)
        return
    answers = answers_of(analysis.export, items, protocol, with_excluded=analysis.with_excluded)
    if not len(answers):
        why = "the plan excludes every judgement" if not analysis.with_excluded else "no judgement"
        analysis.results(protocol, "all", answers.counts(), [Figure("judgements", None, "count", why_null=why)])
    elif protocol == PROBABILITY_HUMAN:
        _probabilities(analysis, answers, items)
    else:
        for task in answers.tasks:
            _choices(analysis, protocol, task, answers.select(answers.is_of(task)), items)


def _choices(analysis: _Analysis, protocol: str, task: str, answers: Answers, items: pa.Table) -> None:
    if not answers.has_answer.all():
        raise ExportError(f"{protocol}: some judgements of {task} do not say whether they are right; export again")
    counts, key = answers.counts(), analysis.key(protocol, task)
    figures = [choices.accuracy(answers), *choices.agreement(answers, items, protocol, key)]
    analysis.results(protocol, task, counts, [*figures, *choices.majority(answers), *choices.undecided(answers)])
    for group, mine, figure in _groups(analysis.export, answers):
        analysis.results(protocol, task, mine.counts(), [figure(mine)], group)
    if protocol == choices.ALTERED_OR_NOT:
        analysis.results(protocol, task, counts, choices.detected(answers, items))
    if protocol == MATCH_STYLE:
        _style(analysis, task, answers, items)
    elif analysis.decisions is not None:
        _beside_models(analysis, protocol, task, answers, items, analysis.decisions)


def _groups(export: Export, answers: Answers) -> Iterator[tuple[str, Answers, Callable[[Answers], Figure]]]:
    """Each judge, and each category of judges by an answer of the questionnaire."""
    for name, mine in zip(answers.judge_names, answers.by_judge(), strict=True):
        yield name, mine, choices.accuracy_of_judge
    said = export["judge_answers"]
    said = said.filter(pc.is_valid(said["answer"]))
    numbers = {name: number for number, name in enumerate(answers.judge_names)}
    members: dict[str, list[int]] = {}
    for row in said.select(["judge", "question", "answer"]).to_pylist():
        if row["judge"] in numbers:
            members.setdefault(f"{row['question']}={row['answer']}", []).append(numbers[row["judge"]])
    for category in sorted(members):
        yield category, answers.select(np.isin(answers.judges, members[category])), choices.accuracy


def _style(analysis: _Analysis, writer: str, answers: Answers, items: pa.Table) -> None:
    pages = styles.style_pages(answers, items)
    artists = np.array([page.evaluated for page in pages], np.str_)
    for figure in styles.style_figures(pages):
        of = answers if figure.of == "all" else answers.select((artists == figure.of)[answers.items])
        analysis.results(MATCH_STYLE, writer, of.counts(), [figure])
    if analysis.model_answers is not None:
        figures = beside_styles.beside_styles(answers, items, analysis.model_answers)
        analysis.results(MATCH_STYLE, writer, answers.counts(), figures)
    where = {**analysis.place(MATCH_STYLE, writer), "judged_by": "people"}
    analysis.rows["confusions"] += [{**where, **row} for row in styles.confusion_rows(pages)]


def _rated_lines(analysis: _Analysis, items: pa.Table) -> None:
    for aspect in lines.ASPECTS:
        ratings = lines.ratings(analysis.export, items, aspect, with_excluded=analysis.with_excluded)
        for writer in np.unique(ratings.writers).tolist():
            mine = ratings.select(ratings.writers == writer)
            key = analysis.key(RATE_LINES, writer, aspect)
            figures = [lines.mean_grade(aspect, mine), *lines.grade_shares(aspect, mine)]
            figures += lines.grade_agreement(aspect, mine, key)
            analysis.results(RATE_LINES, writer, mine.counts(), figures)
            for artist in sorted(set(np.unique(mine.artists).tolist()) - {"all"}):
                of_artist = mine.select(mine.artists == artist)
                figures = [lines.mean_grade(aspect, of_artist, artist), *lines.grade_shares(aspect, of_artist, artist)]
                analysis.results(RATE_LINES, writer, of_artist.counts(), figures)


def _probabilities(analysis: _Analysis, answers: Answers, items: pa.Table) -> None:
    if np.isnan(answers.probability).any():
        raise ExportError(f"{PROBABILITY_HUMAN}: some judgements have no probability; export the study again")
    counts, where = answers.counts(), analysis.place(PROBABILITY_HUMAN)
    models = probabilities.opponents(answers, items)
    for of in models:
        key = analysis.key(PROBABILITY_HUMAN, of.name)
        analysis.results(PROBABILITY_HUMAN, "all", of.answers.counts(), probabilities.areas(of, key, analysis.margin))
        analysis.rows["roc"] += [{**where, **row} for row in probabilities.roc_rows(of)]
    for figure, of in probabilities.signed_ranks(models):
        analysis.results(PROBABILITY_HUMAN, "all", of.answers.counts(), [figure])
    figures = [probabilities.agreement(answers, analysis.key(PROBABILITY_HUMAN)), *probabilities.calibration(answers)]
    analysis.results(PROBABILITY_HUMAN, "all", counts, [*figures, *probabilities.differences(models)])
    analysis.results(PROBABILITY_HUMAN, "all", counts, beside_scorers(answers, items, analysis.human_answers))
    if analysis.poems:
        for group, figure, of_cut in cut_figures(answers, items, analysis.poems):
            analysis.results(PROBABILITY_HUMAN, "all", of_cut, [figure], group)
        cues = cue_rows(answers, items, analysis.poems, analysis.human_answers)
        analysis.rows["cues"] += [{**where, **row} for row in cues]
    curve = analysis.place(PROBABILITY_HUMAN, group="all")
    analysis.rows["calibration"] += [{**curve, **row} for row in probabilities.curve_rows(answers)]


def _beside_models(
    analysis: _Analysis, protocol: str, task: str, answers: Answers, items: pa.Table, decisions: pa.Table
) -> None:
    key = analysis.key(protocol, task, "models")
    analysis.results(protocol, task, answers.counts(), beside_models.agreements(answers, items, decisions))
    compared, errors = beside_models.compare(answers, items, decisions, key)
    where = analysis.place(protocol, task)
    analysis.rows["human_comparisons"] += [{**where, **row} for row in compared]
    analysis.rows["model_errors"] += [{**where, **row} for row in errors]
