"""The section about judges: every protocol has its figure, readers stand above the papers, and everyone can read it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.browser import browser, problems
from tests.release.documents.test_corpus_pages import corpus_facts
from tests.release.sample_facts import candidate_facts
from tests.transforms.judgements.exports import (
    STUDY,
    TASK,
    Rows,
    choices,
    export_tables,
    item,
    judgement,
    pair_items,
    poem_items,
    style_choice,
    style_page,
)
from versebench.release.documents.card import render_card
from versebench.release.documents.croissant import render_croissant
from versebench.release.documents.people.facts import PeopleFacts, StudyFacts
from versebench.release.documents.report import render_report
from versebench.transforms.judgements.analyse import analyse
from versebench.transforms.text.draws import Draws

ARTISTS = ("Ann", "Ben", "Cas", "Dot")


def export() -> Rows:
    """Three judges, each of whom answers items of every protocol."""
    draws = Draws(3, "people", "report", 0)
    pairs = [*pair_items(12), *(altered(number) for number in range(12))]
    pages = [style_page(f"s{n}", ARTISTS[n % 4], ARTISTS[: n % 4] + ARTISTS[n % 4 + 1 :]) for n in range(8)]
    verse = item("v1", "rate_lines.v1", writer="ngram.v1", text_ids=["0" * 20], texts=[""], roles=["model"])
    verse["authors"] = ["Ann"]
    poems = poem_items(12, ("human", "poet.v1"))
    answers = [
        {**answer, "answer": "yes" if answer["answer"] == "first" else "no"}
        if answer["protocol"] == "altered_or_not.v1"
        else answer
        for answer in choices(3, pairs, 0.9)
    ]
    rows: Rows = {"items": [*pairs, *pages, verse, *poems], "line_ratings": [], "judgements": answers}
    for name in ("j000", "j001", "j002"):
        for page in pages:
            rows["judgements"].append(style_choice(name, page, draws.choice(page["authors"][1:])))
        rows["judgements"].append(judgement(name, verse, answer="rated"))
        keys = {key: verse[key] for key in ("study", "item", "work_id", "simulated")}
        for line in (1, 2, 3):
            graded = {"fluency": draws.choice(["strong", "weak", "not"]), "coherence": None if line == 1 else "weak"}
            rows["line_ratings"].append({**keys, "judge": name, "line": line, **graded, "ruled": False})
        for poem in poems:
            rows["judgements"].append(judgement(name, poem, answer="0.5", probability=draws.below(101) / 100))
    return rows


def altered(number: int) -> dict[str, Any]:
    """An item that asks whether one text of a pair is altered; half of them are."""
    pair = pair_items(number + 20)[-1]
    pair |= {"item": f"a{number:06d}", "protocol": "altered_or_not.v1", "task": "delete_words.v1:words=1"}
    pair |= {"answer": "no" if number % 2 else "yes"}
    return pair


def people() -> PeopleFacts:
    tables = analyse(export_tables(export()))
    primary = {
        name: tuple(row for row in table.to_pylist() if not row.get("with_excluded")) for name, table in tables.items()
    }
    return PeopleFacts(
        (StudyFacts("readers", STUDY, judges=3, released=100, attention=4, not_in_release=2),),
        simulated=True,
        results=primary["human_results"],
        comparisons=primary["human_comparisons"],
        confusions=primary["confusions"],
        roc=primary["roc"],
        calibration=primary["calibration"],
    )


def test_every_protocol_has_its_figure_and_simulated_judges_are_named(tmp_path: Path) -> None:
    facts = replace(corpus_facts(), people=people())
    report = render_report(facts)
    for shown in (
        "Simulated judges: programs answered in place of people",
        "Accuracy with its 95 % interval (diamond)",
        "Grades of fluency by artist",
        "Grades of coherence by artist",
        "How often a verse of one artist was taken for one of another",
        "ROC of single judgements",
        "macro mean",
        "chance",
        "in ten bins",
    ):
        assert shown in report, shown
    assert report == render_report(facts)
    assert "The judges are simulated" in render_card(facts)
    assert "simulated judges" in render_croissant(facts)
    page = tmp_path / "report.html"
    page.write_text(report, encoding="utf-8")
    with browser() as opened:
        assert problems(page, opened) == []


def test_readers_stand_above_the_figures_that_the_papers_print() -> None:
    report = render_report(replace(candidate_facts(), people=people()))
    at = report.index("Simulated readers (readers, 3 judges, choice of the original)")
    assert at < report.index("printed in the paper", at)
    row = next(row for row in people().results if (row["task"], row["measure"]) == (TASK, "accuracy"))
    assert f"{row['value']:.3f}" in report[at : at + 1200]


def test_a_release_without_judgements_has_no_section() -> None:
    assert 'id="people"' not in render_report(corpus_facts())
