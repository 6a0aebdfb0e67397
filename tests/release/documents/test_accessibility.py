"""The report in a browser: axe finds no violation on wide and narrow screens, and nothing is asked of the network."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import browser, problems
from tests.release.documents.test_corpus_pages import corpus_facts
from tests.release.sample_facts import candidate_facts, contested_facts
from versebench.release.documents.facts import ReleaseFacts
from versebench.release.documents.report import render_report

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


def test_a_page_with_faults_is_reported(opened: "Browser", tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<html><body><img src="https://example.org/a.png"><p style="width: 900px">Wide</p></body></html>')
    found = problems(page, opened)
    assert any(problem.startswith("1200: image-alt: <img") for problem in found)
    assert "320: asks for https://example.org/a.png" in found
    assert any(problem.startswith("390: the page is ") for problem in found)
