"""The report of a release: one self-contained HTML page, rendered from the facts only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from versebench.release.documents.contested import contested_rows
from versebench.release.documents.facts import ExamplePair, ReleaseFacts, Series, SynonymExample
from versebench.release.documents.ghostwriting import sections, style_sections
from versebench.release.documents.highlight import Mark, highlight, highlight_pair
from versebench.release.documents.people.facts import reader_rows
from versebench.release.documents.people.sections import printed_correlation, study_sections
from versebench.release.documents.summary.findings import findings
from versebench.release.documents.summary.refused_poem import RefusedPoem
from versebench.release.documents.summary.refused_poems import PER_REASON
from versebench.release.plots.accuracies import GLYPHS, accuracy_plot
from versebench.release.plots.people import length_bars
from versebench.release.plots.word_plot import word_plot
from versebench.release.templates import candidates, ghostwriting_paper, papers, read, render_html, views
from versebench.release.templates.matrices import LEVEL
from versebench.release.templates.order import reduction_order, series_names, series_order, task_names, task_order
from versebench.release.templates.verse_views import verse_views
from versebench.release.templates.wording import label
from versebench.schemas.proftap import YAN

EXAMPLES_SHOWN = 5
"""Completions of each method that the report shows; the release contains all."""

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class Plot:
    """The plot of all accuracies under one reduction."""

    reduction: str
    svg: Markup


@dataclass(frozen=True)
class Key:
    """One entry of the legend: the marker, the number of the colour, and the name of the model."""

    glyph: str
    place: int
    name: str


@dataclass(frozen=True)
class Specimen:
    """A pair with its edits marked."""

    pair: ExamplePair
    original: Markup
    corrupted: Markup


@dataclass(frozen=True)
class SynonymLine:
    """A line with its end word marked."""

    example: SynonymExample
    html: Markup


@dataclass(frozen=True)
class SynonymLines:
    """The example lines of one task, with its title."""

    name: str
    lines: tuple[SynonymLine, ...]


@dataclass(frozen=True)
class Refused:
    """A refused poem with the words marked that the reason names."""

    refused: RefusedPoem
    html: Markup


def render_report(facts: ReleaseFacts) -> str:
    """The page as HTML; equal facts give equal text."""
    from markupsafe import Markup

    return render_html(
        "report.html",
        facts=facts,
        css=Markup(read("report.css")),
        findings=findings(facts),
        funnel=views.funnel(facts),
        refused=_refused(facts),
        kept_by=Counter(setting for poem in facts.refused for setting in poem.kept_by).most_common(),
        most_refused=PER_REASON,
        comparison=views.comparison(facts),
        forms=views.forms(facts),
        groups=views.groups(facts),
        verse=verse_views(facts.verse),
        papers=papers if views.papers_apply(facts) else None,
        reasons=views.reasons,
        completions=candidates.completion_rows(facts.completions),
        completion_fates=candidates.fates(facts.completions),
        word_plot=_word_plot(facts),
        titles=_titles(facts),
        method_titles=task_names([method.task for method in facts.completions]),
        synonyms=candidates.synonym_rows(facts.synonyms),
        synonym_fates=candidates.fates(facts.synonyms),
        synonym_examples=_synonym_lines(facts),
        matrices=views.matrices(facts),
        reductions=views.reductions(facts),
        contested_rows=contested_rows(facts),
        level=LEVEL,
        series=_names(facts),
        results=views.results_by_task(facts),
        legend=_legend(facts),
        plots=_plots(facts),
        specimens=_specimens(facts),
        examples_shown=EXAMPLES_SHOWN,
        generator_sections=[] if facts.ghostwriting is None else sections(facts.ghostwriting),
        readers=reader_rows(facts.people),
        study_sections=study_sections(facts.people),
        ghostwriting_paper=ghostwriting_paper,
        line_lengths=_line_lengths(facts),
        printed_correlation=printed_correlation,
        style_sections=[] if facts.ghostwriting is None else style_sections(facts.ghostwriting),
    )


def _line_lengths(facts: ReleaseFacts) -> Markup | None:
    """Stacked bars of the line lengths of each writer who has a poem; None without poems by title."""
    from markupsafe import Markup

    if facts.proftap is None:
        return None
    shares = {
        of.writer: [dict(of.yan).get(yan, 0) / of.poems for yan in YAN] for of in facts.proftap.writers if of.poems
    }
    return Markup(length_bars("line-lengths", shares))


def _refused(facts: ReleaseFacts) -> list[tuple[str, list[Refused]]]:
    """The refused poems by reason, in words."""
    from markupsafe import Markup

    return [
        (
            label(reason),
            [
                Refused(poem, Markup(highlight(poem.text, [Mark(*span, "ins") for span in poem.spans])))
                for poem in poems
            ],
        )
        for reason, poems in groupby(facts.refused, key=attrgetter("reason"))
    ]


def _titles(facts: ReleaseFacts) -> dict[str, str]:
    """The titles of all tasks of the tables and examples."""
    listed = [task.task for task in facts.tasks]
    return task_names([*listed, *task_order((), facts.results), *(pair.task for pair in facts.examples)])


def _names(facts: ReleaseFacts) -> dict[Series, str]:
    return series_names(series_order(facts.models, facts.results))


def _legend(facts: ReleaseFacts) -> list[Key]:
    names = _names(facts).values()
    return [Key(GLYPHS[place % len(GLYPHS)], place % len(GLYPHS), name) for place, name in enumerate(names)]


def _plots(facts: ReleaseFacts) -> list[Plot]:
    from markupsafe import Markup

    tasks, series = task_order((task.task for task in facts.tasks), facts.results), _names(facts)
    return [
        Plot(reduction, Markup(accuracy_plot(facts.results, tasks, series, reduction)))
        for reduction in reduction_order(facts.results)
    ]


def _specimens(facts: ReleaseFacts) -> list[Specimen]:
    """The first example of each task."""
    from markupsafe import Markup

    first: dict[str, ExamplePair] = {}
    for pair in facts.examples:
        first.setdefault(pair.task, pair)
    specimens = []
    for pair in first.values():
        original, corrupted = highlight_pair(pair)
        specimens.append(Specimen(pair, Markup(original), Markup(corrupted)))
    return specimens


def _word_plot(facts: ReleaseFacts) -> Markup | None:
    from markupsafe import Markup

    return Markup(word_plot(facts.completions)) if any(method.words for method in facts.completions) else None


def _synonym_lines(facts: ReleaseFacts) -> list[SynonymLines]:
    from markupsafe import Markup

    names = task_names([task.task for task in facts.synonyms])
    return [
        SynonymLines(
            names[task.task],
            tuple(
                SynonymLine(example, Markup(highlight(example.line, [Mark(example.start, example.end, "mark")])))
                for example in task.examples
            ),
        )
        for task in facts.synonyms
        if task.examples
    ]
