"""Tables of judgements on poems by title: Tables 1 to 3 of ProFTAP beside the paper's own, and the cues of judges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from versebench.release.documents.people.facts import PeopleFacts, Row, StudyFacts
from versebench.release.documents.people.table import Cells, Table, as_text, by_measure, p_text
from versebench.release.templates import proftap_paper

AREA = "auc_mean_delong"
_CUTS = ("poems=patterned", "poems=without repetition", "poems=5-yan", "poems=7-yan")
_PRINTED = f"below: printed in the paper ({proftap_paper.AUTHORS})"
_CUES = {
    "poet_alone": "the model, without the traits below",
    "poet": "the model, beside the traits below",
    "lines_of_seven": "lines of seven characters",
    "other_lengths": "other line lengths",
    "repeated_characters": "each repeated character",
    "one_level_rhyme": "one level rhyme",
    "regulated": "regulated tones",
    "log_probability": "mean log-probability of a token",
}


def poem_tables(people: PeopleFacts, study: StudyFacts, figures: Sequence[Row], models: Sequence[str]) -> list[Table]:
    """All tables about how far poems of models pass for human.

    ``figures`` are those of the study about all judges. Those of the paper stand beside them if the release says of its
    poems what the paper's tables need.
    """
    cut = [
        row
        for row in people.results
        if row["study"] == study.study and row["group"] in _CUTS and row["measure"] == AREA
    ]
    tables = [_table_1(figures, models, with_paper=bool(cut))]
    if cut:
        tables += _tables_2_and_3(figures, cut, models)
    tables += [*_pairwise(figures), *_cues([row for row in people.cues if row["study"] == study.study], models)]
    return tables


def _table_1(figures: Sequence[Row], models: Sequence[str], *, with_paper: bool) -> Table:
    rows = tuple((model, _compared(figures, model)) for model in models)
    methods = [row["method"] for row in figures if row["measure"] == "equivalence_p"]
    caption = (
        "How far poems of models pass for human: .5 is the best area, below it poems pass for human more often than "
        "human ones. “Indistinguishable” stands only where equivalence is shown "
        f"({methods[0] if methods else 'no area'}; p < .05)"
    )
    heads = ("AUC of means", "Wilcoxon p", "p after Holm", "Shift", "Titles with no difference", "Verdict")
    dash = as_text("–")
    printed = [
        (_named(model), (as_text(model.auc), as_text(model.wilcoxon), dash, dash, dash, dash))
        for model in proftap_paper.MODELS
    ]
    title = "Table 1" if with_paper else "Areas and signed ranks"
    return _with_paper(f"{title}. {caption}", heads, rows, printed if with_paper else [])


def _compared(figures: Sequence[Row], model: str) -> tuple[Row | None, ...]:
    area, p, holm, shift = by_measure(figures, (AREA, "wilcoxon_p_dropped", "wilcoxon_p_dropped_holm", "shift"), model)
    zeros, equivalent = by_measure(figures, ("zeros", "equivalent"), model)
    return area, p_text(p), p_text(holm), shift, _count(zeros), verdict(equivalent)


def _count(row: Row | None) -> Row | None:
    return None if row is None or row["value"] is None else as_text(f"{row['value']:.0f}")


def verdict(equivalent: Row | None) -> Row | None:
    """What the test of equivalence shows; None without a test."""
    if equivalent is None or equivalent["value"] is None:
        return None
    return as_text("indistinguishable" if equivalent["value"] == 1 else "not shown")


def _tables_2_and_3(figures: Sequence[Row], cut: Sequence[Row], models: Sequence[str]) -> Iterator[Table]:
    rows: list[Cells] = []
    for model in models:
        of_cut = {row["group"]: row for row in cut if row["of"] == model}
        rows.append((model, (*by_measure(figures, (AREA,), model), *map(of_cut.get, _CUTS))))
    few = "a dash stands for fewer than ten poems of either side"
    yield _with_paper(
        "Table 2. AUC without the poems of models that break a criterion: lines of five or of seven characters, no "
        f"repeated character; {few}",
        ("All poems", "Line length", "Repetition"),
        [(model, cells[:3]) for model, cells in rows],
        [
            (_named(model), tuple(map(as_text, (model.auc, model.line_length, model.repetition))))
            for model in proftap_paper.MODELS
        ],
    )
    yield _with_paper(
        f"Table 3. AUC of poems of one line length, with human poems of that length; {few}",
        ("5-yan", "7-yan"),
        [(model, cells[3:]) for model, cells in rows],
        [(_named(model), (as_text(model.five), as_text(model.seven))) for model in proftap_paper.MODELS],
    )


def _with_paper(caption: str, heads: tuple[str, ...], rows: Sequence[Cells], printed: Sequence[Cells]) -> Table:
    return Table(f"{caption}; {_PRINTED}" if printed else caption, "Model", heads, tuple(rows), tuple(printed))


def _named(model: proftap_paper.PaperModel) -> str:
    return model.name if model.parameters == "–" else f"{model.name} ({model.parameters} parameters)"


def _pairwise(figures: Sequence[Row]) -> Iterator[Table]:
    p_values = {row["of"]: row for row in figures if row["measure"] == "auc_difference_p_holm"}
    rows = [
        (row["of"], (row, p_text(p_values.get(row["of"])))) for row in figures if row["measure"] == "auc_difference"
    ]
    if rows:
        caption = "Models against each other on the titles of both: paired DeLong"
        yield Table(caption, "Models", ("Difference of AUC", "p after Holm"), tuple(rows))


def _cues(cues: Sequence[Row], models: Sequence[str]) -> Iterator[Table]:
    if not cues:
        return
    found = {(row["cue"], row["model"]): {**row, "value": row["log_odds"]} for row in cues}
    named = [cue for cue in _CUES if any((cue, model) in found for model in models)]
    rows = tuple((_CUES[cue], tuple(found.get((cue, model)) for model in models)) for cue in named)
    caption = (
        "What judges may go by: how far each trait moves the log odds of a poem to be taken for human, by logistic "
        "regression on the poems of people and of one model, with 95 % intervals; below 0 means less human"
    )
    yield Table(caption, "Trait", tuple(models), rows)
