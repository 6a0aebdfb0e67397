"""The pages of a release of poems by title: everyone can read the report, and poems can be turned to vertical lines."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import browser, problems
from tests.release.documents.test_corpus_pages import corpus_facts
from versebench.release.documents.card import render_card
from versebench.release.documents.facts import ReleaseFacts
from versebench.release.documents.proftap.facts import (
    PoetFacts,
    ProftapFacts,
    RepeatedLine,
    RepeatedPoem,
    ShownTitle,
    WriterFacts,
)
from versebench.release.documents.proftap.reuse import side_by_side
from versebench.release.documents.report import render_report

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def opened() -> Iterator["Browser"]:
    with browser() as started:
        yield started


def writer(name: str, poems: int) -> WriterFacts:
    return WriterFacts(
        writer=name,
        poems=poems,
        unpaired=2 - poems,
        attempts=4,
        forms=(("绝句", poems),),
        yan=(("5-yan", poems),),
        one_level_rhyme=poems,
        regulated=0,
        patterned=poems,
        repeated=0,
        exact_reuse=0,
        near_reuse=0,
    )


def proftap_facts() -> ReleaseFacts:
    lines = tuple(RepeatedLine(n, side_by_side("一声长笛后", "一声长笛远")) for n in (1, 2))
    facts = ProftapFacts(
        titles=2,
        poets=(
            PoetFacts(
                "tang",
                "causal model",
                "写|{{title}}",
                "temperature 0.9, top-p 1, at most 192 tokens",
                True,
                (("plagiarised", 3),),
            ),
        ),
        writers=(writer("human", 2), writer("tang", 0)),
        enforced="exact.v1",
        attempts=20,
        database=1,
        database_poems=1_200,
        database_without_lines=3,
        database_lines=9_000,
        equivalence=0.05,
        reuse=(RepeatedPoem("tang", "夜车", False, "夜车", "佚名", lines),),
        shown=(ShownTitle("夜车", (("human", ("铁轨穿云去，孤灯接夜明。",)),)),),
    )
    return replace(corpus_facts(), proftap=facts)


def test_the_report_can_be_read_by_everyone(opened: "Browser", tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(render_report(proftap_facts()), encoding="utf-8")
    assert problems(page, opened) == []


def test_line_lengths_are_drawn_for_writers_with_poems() -> None:
    report = render_report(proftap_facts())
    assert "human 5-yan 1.00, 7-yan 0.00, others 0.00." in report
    assert "Figure 1 of the paper" in report


def test_repeated_lines_turn_to_vertical_columns_and_mark_what_differs(opened: "Browser", tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(render_report(proftap_facts()), encoding="utf-8")
    tab = opened.new_page()
    tab.goto(page.as_uri())
    mode = "e => getComputedStyle(e).writingMode"
    assert tab.locator(".beside").evaluate(mode) == "horizontal-tb"
    assert tab.locator(".beside ins").all_inner_texts() == ["后", "后"]
    assert tab.locator(".beside del").all_inner_texts() == ["远", "远"]
    tab.get_by_label("Vertical").check()
    assert tab.locator(".beside").evaluate(mode) == "vertical-rl"


def test_card_and_report_state_how_texts_were_drawn() -> None:
    stated = "temperature 0.9, top-p 1, at most 192 tokens"
    assert f"| {stated} |" in render_card(proftap_facts())
    assert f"<td>{stated}</td>" in render_report(proftap_facts())


def test_the_card_says_how_much_of_the_database_can_be_compared() -> None:
    stated = "1 file with 1,200 poems and 9,000 lines; 3 of the poems have no line that can be compared."
    assert stated in render_card(proftap_facts())


def test_a_prompt_of_the_recipe_cannot_break_the_table_of_the_card() -> None:
    card = render_card(proftap_facts())
    row = next(line for line in card.splitlines() if line.startswith("| `tang` | causal"))
    assert row.replace("\\|", "").count("|") == 6


def test_a_writer_without_a_poem_has_no_shares() -> None:
    card = render_card(proftap_facts())
    assert "| `tang` | 0 | 2 | 4 | – | – | – | – | – |" in card
