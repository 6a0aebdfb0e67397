"""The section of the report about judges, study by study and protocol by protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from versebench.release.documents.people.facts import PAIR_PROTOCOLS, PeopleFacts, Row, StudyFacts
from versebench.release.documents.people.poems import poem_tables
from versebench.release.documents.people.table import Table, by_measure
from versebench.release.templates.order import task_names

if TYPE_CHECKING:
    from markupsafe import Markup

AGREEMENT = ("majority", "agreement_raw", "agreement_alpha_nominal", "agreement_ac1")
STYLE = ("style_matching", "style_agreed_matching", "style_raw_agreement")
SCORERS = ("auc_of_model", "correlation_with_model")
AREAS = ("auc_single", "auc_mean", "auc_within_judge")


@dataclass(frozen=True)
class Part:
    """What one protocol gave: a figure with its caption, and tables."""

    title: str
    svg: Markup | None
    caption: str
    tables: tuple[Table, ...]


@dataclass(frozen=True)
class StudySection:
    """A study and its parts."""

    study: StudyFacts
    parts: tuple[Part, ...]
    comparisons: tuple[Row, ...]
    correlations: tuple[Row, ...]


def study_sections(people: PeopleFacts | None) -> list[StudySection]:
    """One section for each study."""
    if people is None:
        return []
    sections = []
    for study in people.studies:
        parts = [part for protocol in PAIR_PROTOCOLS if (part := _choices(people, study, protocol))]
        parts += [*_lines(people, study), *_styles(people, study), *_probabilities(people, study)]
        compared = [row for row in people.comparisons if row["study"] == study.study and row["people"] == "majority"]
        correlated = [row for row in people.correlations if row["study"] == study.study]
        sections.append(StudySection(study, tuple(parts), tuple(compared), tuple(correlated)))
    return sections


def _choices(people: PeopleFacts, study: StudyFacts, protocol: str) -> Part | None:
    from markupsafe import Markup

    from versebench.release.plots.people import judge_dots

    figures = people.figures(study.study, protocol)
    whole = {row["task"]: row for row in figures if row["measure"] == "accuracy"}
    if not whole:
        return None
    names, categories = task_names(list(whole)), ("=", "all")
    judges: dict[str, list[Row]] = {}
    for row in people.results:
        mine = (row["study"], row["protocol"], row["measure"]) == (study.study, protocol, "accuracy")
        if mine and not any(mark in row["group"] for mark in categories):
            judges.setdefault(row["task"], []).append(row)
    columns = ("accuracy", *AGREEMENT)
    rows = tuple((names[task], by_measure([row for row in figures if row["task"] == task], columns)) for task in whole)
    asked = PAIR_PROTOCOLS[protocol].capitalize()
    heads = ("Accuracy", "Majority", "Raw agreement", "Alpha", "AC1")
    table = Table(f"{asked}: accuracy and agreement, with 95 % intervals", "Task", heads, rows)
    svg = judge_dots(f"{study.name}-{protocol}", names, whole, judges)
    return Part(asked, Markup(svg), "Accuracy with its 95 % interval (diamond), and of each judge (circles)", (table,))


def _writers(figures: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row["task"] for row in figures))


def _artists(figures: Sequence[Row], measure: str) -> list[str]:
    return sorted({row["of"] for row in figures if row["measure"] == measure} - {"all"})


def _lines(people: PeopleFacts, study: StudyFacts) -> list[Part]:
    from markupsafe import Markup

    from versebench.release.plots.people import GRADES, grade_bars

    figures, parts = people.figures(study.study, "rate_lines.v1"), []
    for writer in _writers(figures):
        mine = [row for row in figures if row["task"] == writer]
        for aspect in ("fluency", "coherence"):
            shares: dict[str, Sequence[float]] = {}
            for artist in [*_artists(mine, aspect), "all"]:
                found = by_measure(mine, [f"{aspect}_{grade}" for grade in GRADES], artist)
                values = [row["value"] for row in found if row is not None and row["value"] is not None]
                if len(values) == len(GRADES):
                    shares["all artists" if artist == "all" else artist] = values
            if not shares:
                continue
            columns = (aspect, f"{aspect}_agreement_raw", f"{aspect}_raw", f"{aspect}_alpha_ordinal", f"{aspect}_s")
            known = tuple(name for name in columns if any(row["measure"] == name for row in mine))
            rows = tuple(
                (artist, by_measure(mine, known, artist))
                for artist in [*_artists(mine, aspect), "all"]
                if any(by_measure(mine, known, artist))
            )
            heads = tuple(name.removeprefix(f"{aspect}_").replace("_", " ").capitalize() for name in known)
            table = Table(f"{aspect.capitalize()} of lines by {writer}, with 95 % intervals", "Artist", heads, rows)
            svg = grade_bars(f"{study.name}-{writer}-{aspect}", aspect, shares)
            title = f"{aspect.capitalize()}, {writer}"
            parts.append(Part(title, Markup(svg), f"Grades of {aspect} by artist", (table,)))
    return parts


def _styles(people: PeopleFacts, study: StudyFacts) -> list[Part]:
    from markupsafe import Markup

    from versebench.release.plots.people import confusion_map

    figures, parts = people.figures(study.study, "match_style.v1"), []
    for writer in _writers(figures):
        mine = [row for row in figures if row["task"] == writer]
        artists = _artists(mine, STYLE[0])
        if not artists:
            continue
        cells = [
            row
            for row in people.confusions
            if (row["study"], row["task"], row["judged_by"]) == (study.study, writer, "people")
        ]
        shares = {(row["evaluated"], row["chosen"]): row["share"] for row in cells}
        rows = [(f"{place}. {artist}", by_measure(mine, STYLE, artist)) for place, artist in enumerate(artists, 1)]
        rows += [
            (f"{mean} mean", by_measure(mine, [f"{name}_{mean}" for name in STYLE])) for mean in ("micro", "macro")
        ]
        rows.append(("chance", (*by_measure(mine, ["style_chance"]), None, None)))
        heads = ("Matching (eq. 2)", "Matching where judges agree (eq. 3)", "Raw agreement")
        table = Table(f"Style matching of verses by {writer}", "Artist", heads, tuple(rows))
        names = tuple(str(place) for place, _ in enumerate(artists, 1))
        confusion = Table(
            f"Equation 4, verses by {writer}: share of the times a verse was shown that it was chosen",
            "Artist of the verse",
            names,
            tuple(
                (f"{place}. {artist}", tuple(_share(shares.get((artist, other))) for other in artists))
                for place, artist in enumerate(artists, 1)
            ),
        )
        svg = confusion_map(f"{study.name}-{writer}-confusion", artists, shares)
        caption = "How often a verse of one artist was taken for one of another; the numbers are those of the tables"
        parts.append(Part(f"Style, {writer}", Markup(svg), caption, (table, confusion)))
    return parts


def _share(value: float | None) -> Row | None:
    return None if value is None else {"value": value, "low": None, "high": None}


def _probabilities(people: PeopleFacts, study: StudyFacts) -> list[Part]:
    from markupsafe import Markup

    from versebench.release.plots.people import curves

    figures = people.figures(study.study, "probability_human.v1")
    if not figures:
        return []
    scorers = sorted({row["of"] for row in figures if row["measure"] in SCORERS})
    models = sorted({row["of"] for row in figures if row["measure"] in AREAS})
    roc: dict[str, list[tuple[float, float]]] = {}
    for row in people.roc:
        if row["study"] == study.study and row["kind"] == "single":
            roc.setdefault(row["model"], []).append((row["false_positives"], row["true_positives"]))
    bins = [
        (row["mean_probability"], row["human_share"])
        for row in people.calibration
        if row["study"] == study.study and row["group"] == "all"
    ]
    heads = ("Single judgements", "Means of poems", "Within judges")
    caption = "Areas under the ROC curves of judgements, with intervals by bootstrap over judges and titles"
    areas = Table(caption, "Model", heads, _of_models(figures, models))
    compared = poem_tables(people, study, figures, models)
    table = Table(
        "Calibration and agreement",
        "Judges",
        ("Brier", "Reliability", "Resolution", "Uncertainty", "Alpha"),
        (("all", by_measure(figures, ("brier", *_BRIER, "agreement_alpha_interval"))),),
    )
    axis = "share of the model’s poems taken for human", "share of human poems taken for human"
    drawn = curves(f"{study.name}-roc", "ROC curves of single judgements", axis, roc)
    given = curves(f"{study.name}-calibration", "Calibration", ("probability given", "share human"), {"all": bins})
    caption = f"ROC of single judgements: {', '.join(roc) or 'no model has enough poems'}"
    return [
        Part("Human or not", Markup(drawn), caption, (*compared, areas, *_scorers(figures, scorers))),
        Part("Calibration", Markup(given), "Given probability and share of human poems, in ten bins", (table,)),
    ]


def _scorers(figures: Sequence[Row], scorers: Sequence[str]) -> Iterator[Table]:
    """How scorers answer the same items, beside how far judges agree; none if no scorer was asked."""
    if scorers:
        heads = "Area", "Correlation with judges"
        people = "judges with each other", (None, *by_measure(figures, ("correlation_with_judges",)))
        rows = (*((name, by_measure(figures, SCORERS, name)) for name in scorers), people)
        yield Table("Scorers that answer the same items", "Scorer", heads, rows)


_BRIER = ("brier_reliability", "brier_resolution", "brier_uncertainty")


def _of_models(figures: Sequence[Row], models: Sequence[str]) -> tuple[tuple[str, tuple[Row | None, ...]], ...]:
    return tuple((model, by_measure(figures, AREAS, model)) for model in models)


def printed_correlation(first: str, second: str, printed: Mapping[tuple[str, str], str]) -> str:
    """What the paper prints for a correlation; a dash for one that it lacks."""
    return printed.get((first, second)) or printed.get((second, first)) or "–"
