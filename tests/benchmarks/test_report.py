from dataclasses import replace
from pathlib import Path

from benchmarks.report import MOST_BYTES, measure, words
from tests.browser import browser
from tests.release.sample_facts import candidate_facts
from versebench.release.documents.facts import Check
from versebench.release.documents.report import render_report


def test_words_are_those_of_the_text_alone() -> None:
    assert words("<style>p { color: red }</style><p>Two <b>words</b></p><svg><text>not these</text></svg>") == 2


def test_a_report_is_measured_in_a_browser(tmp_path: Path) -> None:
    with browser():
        pass  # skips the test where there is none
    page = tmp_path / "report.html"
    page.write_text("<p>one two</p><details><summary>three</summary><p>four five</p></details>", encoding="utf-8")
    measured = measure(page)
    assert (measured.size, measured.words, measured.words_open, measured.screens) == (page.stat().st_size, 5, 3, 1.0)
    assert 0 < measured.first_paint < 10


def test_a_report_grows_neither_by_expectations_that_are_met_nor_beyond_the_goal() -> None:
    facts = candidate_facts()
    checks = tuple(Check("pairs", f"Expect{number}", "Because " * 20, 2, 1_000, True) for number in range(1_000))
    sizes = [len(render_report(replace(facts, checks=of)).encode()) for of in (checks[:100], checks)]
    assert abs(sizes[1] - sizes[0]) < 100
    assert sizes[1] < MOST_BYTES
