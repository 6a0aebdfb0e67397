"""The report in a browser: axe finds no violation on wide and narrow screens, and nothing is asked of the network."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import browser, problems
from tests.release.documents.test_corpus_pages import corpus_facts
from tests.release.sample_facts import candidate_facts, contested_facts
from versebench.release.documents.facts import ReleaseFacts
from versebench.release.documents.report import render_report
from versebench.release.documents.summary.refused_poem import RefusedPoem

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def opened() -> Iterator["Browser"]:
    with browser() as started:
        yield started


@pytest.mark.parametrize("facts", [candidate_facts, contested_facts, corpus_facts])
def test_a_report_can_be_read_by_everyone(facts: Callable[[], ReleaseFacts], opened: "Browser", tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(render_report(facts()), encoding="utf-8")
    assert problems(page, opened) == []


def refused_facts() -> ReleaseFacts:
    text = "The turtle was deeply in love\nAnd slower than most things that move;"
    spans, spoken = ((25, 29), (63, 67)), (("love", "L AH V"), ("move", "M UW V"))
    detail = "lines 1 and 2 do not rhyme: love / move"
    rhymed = RefusedPoem(
        "a" * 20, "one", "rhyme_scheme.no_rhyme", detail, text, spans, spoken, ("ear.historical=true",)
    )
    short = RefusedPoem("b" * 20, "two", "five_lines", "1 line", "A poem of one <b>line</b>")
    return replace(candidate_facts(), refused=(rhymed, short))


def test_refused_poems_are_found_by_their_words(opened: "Browser", tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(render_report(refused_facts()), encoding="utf-8")
    assert problems(page, opened) == []
    tab = opened.new_page()
    tab.goto(page.as_uri())
    tab.get_by_label("Search these poems").fill("turtle")
    assert tab.locator("details.refused article:visible").count() == 1
    assert tab.locator("#refused-count").inner_text() == "1 found"
    tab.get_by_label("Search these poems").fill("<b>")
    assert tab.locator("details.refused article:visible").inner_text().startswith("A poem of one <b>line</b>")
    tab.get_by_label("Search these poems").fill("")
    assert tab.locator("#refused-count").inner_text() == ""


def test_a_page_with_faults_is_reported(opened: "Browser", tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<html><body><img src="https://example.org/a.png"><p style="width: 900px">Wide</p></body></html>')
    found = problems(page, opened)
    assert any(problem.startswith("1200: image-alt: <img") for problem in found)
    assert "320: asks for https://example.org/a.png" in found
    assert any(problem.startswith("390: the page is ") for problem in found)
