"""Every page in Chromium, on a narrow and a wide screen: axe, width, requests, keyboard, and without JavaScript."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import browser
from tests.studies.made_up import CONSENT, ITEM_PROTOCOLS, STUDY, items, service, spec
from tests.studies.web.serving import invited, serving
from versebench.studies.database.engine import Database
from versebench.studies.web.service import Service, make_service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (320, 1280)


@pytest.fixture(scope="module")
def opened() -> Iterator["Browser"]:
    with browser() as started:
        yield started


@pytest.fixture
def study(tmp_path: Path) -> Service:
    parts = [
        {"protocol": "choose_original.v1", "tasks": ["swap_lines.v1"], "items": 4},
        {"protocol": "altered_or_not.v1", "tasks": ["swap_end_words.v1"], "items": 4},
        *({"protocol": name, "items": 4} for name in ITEM_PROTOCOLS),
    ]
    title = {"en": "Poems", "de": "Gedichte", "zh-Hans": "诗", "zh-Hant": "詩"}
    of = spec(parts, judges={"items": 5, "most": 100, "judgements_per_item": 3}, title=title, languages=list(title))
    return service(of, f"sqlite:///{tmp_path}/study.db")


def problems(tab: "Page", width: int) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    tab.wait_for_load_state()  # axe measures targets, which need the style sheet
    tags = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    violations = Axe().run(tab, options=tags).response["violations"]
    named = [f"{one['id']}: {node['html'][:150]}" for one in violations for node in one["nodes"]]
    needed = tab.evaluate("document.documentElement.scrollWidth")
    return [f"{tab.title()}: {problem}" for problem in named + ([f"{needed} wide"] if needed > width else [])]


def answer(tab: "Page") -> None:
    """Fill in the form of a page."""
    for group in tab.locator("fieldset").all():
        if group.locator("input[type=radio]").count() and not group.locator("input:checked").count():
            group.locator("input[type=radio]").first.check()
    names = tab.locator("input[type=radio]").evaluate_all("all => [...new Set(all.map(one => one.name))]")
    for name in names:
        if not tab.locator(f"input[name='{name}']:checked").count():
            tab.locator(f"input[name='{name}']").first.check()
    if tab.locator("#probability").count():
        assert tab.locator("#probability").input_value() == ""
        tab.locator("#probability").fill("40")


def follow(tab: "Page", selector: str) -> None:
    """Click, and wait for the next page: a click alone returns while the browser may still have none."""
    with tab.expect_navigation():
        tab.locator(selector).first.click()


ENDS = {
    "en": ("Question {} of 5", "The last question", "Thank you"),
    "de": ("Frage {} von 5", "Die letzte Frage", "Vielen Dank"),
    "zh-Hans": ("第 {} 题，共 5 题", "最后一题", "谢谢您"),
    "zh-Hant": ("第 {} 題，共 5 題", "最後一題", "謝謝您"),
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ENDS)
def test_no_page_has_a_problem_or_asks_another_host(
    language: str, width: int, opened: "Browser", study: Service
) -> None:
    found: list[str] = []
    titles: list[str] = []
    requested: list[str] = []
    with serving(study) as url:
        context = opened.new_context(viewport={"width": width, "height": 800})
        tab = context.new_page()
        tab.on("request", lambda request: requested.append(request.url))
        for path in ("/resume", "/withdraw", "/j/unknown"):
            tab.goto(f"{url}{path}?lang={language}")
            found += problems(tab, width)
        follow(tab, "footer a")
        tab.fill("#code", "wrong")
        follow(tab, "button")
        found += problems(tab, width)
        tab.goto(f"{url}/j/{invited(study)[0]}")
        if tab.locator("html").get_attribute("lang") != language:
            follow(tab, f".languages [lang='{language}']")
        found += problems(tab, width)
        tab.check("input[name=agree]")
        follow(tab, "button")
        while tab.locator("button, a.button").count():
            assert tab.locator("html").get_attribute("lang") == language
            titles.append(tab.title())
            found += problems(tab, width)
            if tab.locator("main form").count():
                answer(tab)
            follow(tab, "button, a.button")
        found += problems(tab, width)
        titles.append(tab.title())
        context.close()
    assert found == []
    assert [one for one in requested if not one.startswith((url, "data:"))] == []
    assert [title.split(" –")[0] for title in titles][-7:] == [
        *(ENDS[language][0].format(number) for number in range(1, 6)),
        *ENDS[language][1:],
    ]


def test_vertical_lines_run_from_right_to_left(opened: "Browser", tmp_path: Path) -> None:
    part = [{"protocol": "probability_human.v1", "items": 4}]
    poems = {"language": "zh-Hant", "direction": "vertical"}
    numbers = {"items": 2, "most": 9, "judgements_per_item": 1}
    of = spec(part, judges=numbers, languages=["zh-Hant"], poems=poems, practice=0)
    rows = [{**row, "texts": ["鐵軌穿雲去\n孤燈接夜明\n一聲長笛後\n千里是歸程"], "title": "夜車"} for row in items(of)]
    database = Database(f"sqlite:///{tmp_path}/study.db")
    vertical = make_service(STUDY, of, CONSENT, rows, database, journal=f"{tmp_path}/withdrawals")
    with serving(vertical) as url:
        for width in WIDTHS:
            context = opened.new_context(viewport={"width": width, "height": 800})
            tab = context.new_page()
            tab.goto(f"{url}/j/{invited(vertical)[0]}")
            tab.check("input[name=agree]")
            for _ in range(3):
                follow(tab, "button")
            assert problems(tab, width) == []
            boxes = [line.bounding_box() for line in tab.locator(".poem p").all()]
            edges = [(box["x"], box["y"], box["height"] > box["width"]) for box in boxes if box]
            assert len(edges) == 4
            assert edges == sorted(edges, reverse=True)
            assert {(y, is_tall) for _, y, is_tall in edges} == {(edges[0][1], True)}
            assert tab.locator(".poem").get_attribute("lang") == "zh-Hant"
            context.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_time_runs_on_the_page_and_more_of_it_keeps_what_was_filled_in(
    width: int, opened: "Browser", tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    part = [{"protocol": "choose_original.v1", "tasks": ["swap_lines.v1"], "items": 4, "undecided": True}]
    numbers = {"items": 2, "most": 9, "judgements_per_item": 1}
    of = spec(part, judges=numbers, practice=0, questionnaire=[], time_limit=21)
    limited = service(of, f"sqlite:///{tmp_path}/study.db")
    with serving(limited) as url:
        context = opened.new_context(viewport={"width": width, "height": 800})
        tab = context.new_page()
        tab.goto(f"{url}/j/{invited(limited)[0]}")
        assert problems(tab, width) == []
        tab.check("input[name=agree]")
        for _ in range(3):
            follow(tab, "button")
        expect(tab.locator("#warning")).to_contain_text("nearly over")
        expect(tab.locator("#left")).to_have_text(re.compile("^Left: 1?[0-9] seconds.$"))
        assert problems(tab, width) == []
        tab.check("input[value=undecided]")
        tab.get_by_role("button", name="More time").press("Enter")
        expect(tab.locator("#left")).to_have_text(re.compile("^Left: [34][0-9] seconds.$"))
        assert tab.locator("input[value=undecided]").is_checked()
        follow(tab, "button")
        assert tab.title().startswith("Question 2")
        context.close()


def test_a_judge_finishes_without_javascript(opened: "Browser", study: Service) -> None:
    with serving(study) as url:
        context = opened.new_context(java_script_enabled=False)
        tab = context.new_page()
        tab.goto(f"{url}/j/{invited(study)[0]}")
        tab.check("input[name=agree]")
        follow(tab, "button")
        while tab.locator("button, a.button").count():
            assert not tab.locator("#slider").count() or not tab.locator("#slider").is_visible()
            for group in tab.locator("fieldset").all():
                seen: set[str | None] = set()
                for radio in group.locator("input[type=radio]").all():
                    if radio.get_attribute("name") not in seen:
                        radio.check()
                    seen.add(radio.get_attribute("name"))
            if tab.locator("#probability").count():
                tab.locator("#probability").fill("40")
            follow(tab, "button, a.button")
        assert "You have answered everything" in tab.content()
        context.close()


def test_a_judge_answers_by_keyboard_alone_and_times_are_measured(opened: "Browser", study: Service) -> None:
    from sqlalchemy import select

    from versebench.studies.database.tables import JUDGEMENTS

    part = [{"protocol": "choose_original.v1", "tasks": ["swap_lines.v1"], "items": 4}]
    only = service(
        spec(part, judges={"items": 2, "most": 9, "judgements_per_item": 1}, practice=0, questionnaire=[]),
        str(study.database.engine.url).replace("study.db", "keys.db"),
    )
    with serving(only) as url:
        context = opened.new_context()
        tab = context.new_page()
        tab.goto(f"{url}/j/{invited(only)[0]}")
        tab.keyboard.press("Tab")
        tab.keyboard.press("Space")
        tab.keyboard.press("Enter")
        tab.locator("p.code").wait_for()
        tab.wait_for_load_state()
        for _ in range(2):  # the code, and a questionnaire without questions
            tab.keyboard.press("Tab")
            with tab.expect_navigation():
                tab.keyboard.press("Enter")
        for number in (1, 2):
            assert tab.title().startswith(f"Question {number}")
            assert tab.evaluate("document.activeElement.tagName") == "H1"
            tab.keyboard.press("Tab")
            tab.keyboard.press("Space")
            with tab.expect_navigation():
                tab.keyboard.press("Enter")
        assert tab.title().startswith("The last question")
        context.close()
    with only.database.transaction() as connection:
        times = connection.execute(select(JUDGEMENTS.c.client_ms)).scalars().all()
    assert len(times) == 2
    assert all(time is not None and 0 < time < 60_000 for time in times)
