"""Contested pairs in the card and in the report: how many there are, and results with and without them."""

import re
from dataclasses import replace

from tests.release.sample_facts import contested_facts, sample_facts
from versebench.release.documents.card import render_card
from versebench.release.documents.contested import contested_rows
from versebench.release.documents.report import render_report

LINES = ["0.834", "0.854", "0.832", "0.852", "0.496", "0.516"]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_a_row_has_the_results_of_the_tasks_own_reduction_with_and_without_contested_pairs() -> None:
    swaps, deletions = contested_rows(contested_facts())
    assert [cell.reduction for cell in swaps.cells if cell] == ["sum"] * 6
    assert [cell.reduction for cell in deletions.cells if cell] == ["mean"] * 6
    assert [cell.pairs for cell in swaps.cells if cell] == [10_000, 7_500] * 3


def test_the_card_and_the_report_show_the_same() -> None:
    facts = contested_facts()
    card = render_card(facts)
    section = card[card.index("### Contested pairs") : card.index("The models and their settings")]
    assert "`checker` (revision `abc123`)" in section
    [row] = [line for line in section.split("\n") if "swap_lines" in line]
    assert cells(row)[1:] == ["10,000", "2,500", "25.0 %", *LINES]
    html = render_report(facts)
    table = html[html.index('<caption id="contested">') :]
    [shown] = re.findall(r'<tr><th scope="row">Swapped lines</th>(.*)</tr>', table[: table.index("</table>")])
    assert re.findall(r"<td[^>]*>([^<]*)</td>", shown) == cells(row)[1:]


def test_a_margin_is_stated_if_there_is_one() -> None:
    facts = contested_facts()
    assert "nats" not in render_card(facts).split("### Contested pairs")[1].split("\n\n")[1]
    moved = replace(facts, contested=tuple(replace(each, least_margin=1.5) for each in facts.contested))
    for page in (render_card(moved), render_report(moved)):
        assert "better than the corruption by more than 1.500 nats." in page


def test_a_result_that_is_missing_is_a_dash() -> None:
    page = render_card(replace(contested_facts(), uncontested_results=()))
    [row] = [line for line in page.split("### Contested pairs")[1].split("\n") if "swap_lines.v1" in line]
    assert cells(row)[4:] == ["0.834", "–", "0.832", "–", "0.496", "–"]


def test_a_release_without_the_check_says_nothing_of_it() -> None:
    assert "ontested pairs" not in render_card(sample_facts())
    assert 'id="contested"' not in render_report(sample_facts())
