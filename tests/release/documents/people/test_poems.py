"""Tables of judgements on poems by title: beside the paper's, and "indistinguishable" only where it is shown."""

import html
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.browser import browser, problems
from tests.release.documents.test_corpus_pages import corpus_facts
from tests.transforms.judgements.exports import STUDY, export_tables, judgement, poem_items
from versebench.release.documents.people.facts import PeopleFacts, StudyFacts
from versebench.release.documents.people.poems import poem_tables, verdict
from versebench.release.documents.people.table import Table, p_text
from versebench.release.documents.report import render_report
from versebench.transforms.judgements.analyse import analyse
from versebench.transforms.judgements.poem_cuts import Poem

TITLES = 24
STUDY_FACTS = StudyFacts("readers", STUDY, judges=2, released=100, attention=0, not_in_release=0)


def people(margin: float = 0.05, *, of_release: bool = True) -> PeopleFacts:
    """Two judges on poems of people and of two models: one that cannot be told apart, and one that is found out."""
    items = poem_items(TITLES, ("human", "alike", "bad"))
    answers = [
        judgement(
            f"j{judge}",
            of,
            answer="x",
            probability=0.3 + 0.02 * int(of["title"].split()[1]) + 0.001 * judge - 0.29 * (of["writer"] == "bad"),
        )
        for judge in range(2)
        for of in items
    ]
    poems = {
        of["work_id"]: Poem(
            "5-yan", patterned=True, repeated_characters=0, one_level_rhyme=number % 4 < 2, regulated=False
        )
        for number, of in enumerate(items)
    }
    tables = analyse(
        export_tables({"items": items, "judgements": answers}), poems=poems if of_release else None, margin=margin
    )
    names = {"results": "human_results", "comparisons": "human_comparisons", "confusions": "confusions"}
    names |= {name: name for name in ("roc", "calibration", "cues")}
    rows = {
        key: tuple(row for row in tables[name].to_pylist() if not row.get("with_excluded"))
        for key, name in names.items()
    }
    return PeopleFacts((STUDY_FACTS,), simulated=False, **rows)


def tables_of(facts: PeopleFacts) -> dict[str, Table]:
    figures = facts.figures(STUDY, "probability_human.v1")
    return {table.caption[:7]: table for table in poem_tables(facts, STUDY_FACTS, figures, ("alike", "bad"))}


def shown(table: Table, name: str) -> list[Any]:
    cells = dict((*table.rows, *table.printed))[name]
    return [None if cell is None else cell.get("text", cell.get("value")) for cell in cells]


def test_indistinguishable_stands_only_where_equivalence_is_shown() -> None:
    narrow, wide = tables_of(people())["Table 1"], tables_of(people(0.3))["Table 1"]
    assert [shown(narrow, model)[-1] for model in ("alike", "bad")] == ["not shown", "not shown"]
    assert [shown(wide, model)[-1] for model in ("alike", "bad")] == ["indistinguishable", "not shown"]
    assert "margin 0.05" in narrow.caption
    assert "margin 0.3" in wide.caption
    assert verdict(None) is None
    assert verdict({"value": None}) is None


def test_tables_1_to_3_have_the_rows_of_the_paper_below_those_of_the_release() -> None:
    tables = tables_of(people())
    assert shown(tables["Table 1"], "Qwen-72B-Poet (72B parameters)")[:2] == ["0.541", "0.058"]
    assert shown(tables["Table 2"], "Jiuge") == ["0.632", "0.646", "0.698"]
    assert shown(tables["Table 3"], "Ernie-Bot-4.0") == ["–", "0.746"]
    assert {len(tables[f"Table {number}"].printed) for number in (1, 2, 3)} == {10}
    alike = shown(tables["Table 2"], "alike")
    assert alike == pytest.approx([0.5, 0.5, 0.5])
    assert shown(tables["Table 3"], "alike") == [pytest.approx(0.5), None]  # nobody wrote lines of seven
    assert shown(tables["Table 1"], "alike")[0] == pytest.approx(0.5)
    assert shown(tables["Table 1"], "alike")[4] == str(TITLES)
    assert shown(tables["Table 1"], "bad")[1].startswith(("0.", "1e", "2e", "3e", "4e", "5e", "6e", "7e", "8e", "9e"))


def test_judgements_without_the_poems_of_a_release_stand_alone() -> None:
    tables = tables_of(people(of_release=False))
    assert set(tables) == {"Areas a", "Models "} or not any(name.startswith("Table") for name in tables)
    assert not any(table.printed for table in tables.values())


def test_cues_stand_in_words_with_a_column_for_each_model() -> None:
    table = next(table for caption, table in tables_of(people()).items() if caption.startswith("What ju"))
    assert table.columns == ("alike", "bad")
    assert shown(table, "one level rhyme")[0] is not None
    assert shown(table, "regulated tones") == [None, None]
    assert [name for name, _ in table.rows][:2] == [
        "the model, without the traits below",
        "the model, beside the traits below",
    ]


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.0, "<1e-8"),
        (9e-9, "<1e-8"),
        (1e-8, "1e-8"),
        (7.2e-5, "7e-5"),
        (0.00099, "1e-3"),
        (0.001, "0.001"),
        (1, "1.000"),
    ],
)
def test_a_p_is_written_as_the_paper_writes_it(p: float, text: str) -> None:
    assert p_text({"value": p}) == {"text": text}
    assert p_text(None) is None
    assert p_text({"value": None}) == {"value": None}


def test_the_page_shows_them_to_everyone(tmp_path: Path) -> None:
    report = render_report(replace(corpus_facts(), people=people(0.3)))
    text = html.unescape(re.sub(r"<[^>]+>", " ", report))
    assert re.search(r"alike\s+0\.500\s+\S+\s+–\s+–\s+0\.000\s+\S+\s+24\s+indistinguishable", text)
    assert re.search(r"ChatGLM3-6B \(6B parameters\)\s+0\.913\s+<1e-8", text)
    assert "<svg" in report
    page = tmp_path / "report.html"
    page.write_text(report, encoding="utf-8")
    with browser() as opened:
        assert problems(page, opened) == []
