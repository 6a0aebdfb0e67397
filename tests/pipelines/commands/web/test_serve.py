"""The page of ``versebench serve``, over HTTP and in Chromium: what it shows, what it refuses, who may ask it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from html import unescape

import httpx2
import pytest

import versebench as vb
from tests.browser import WIDTHS, browser
from tests.pipelines.running import REPOSITORY
from versebench.models.scorers.contract import TextScore
from versebench.pipelines.errors import STOPPED

POEM = """A baker who lived by the sea
Put salt in the bread and the tea;
When his guests asked him why
He said with a sigh,
"It is cheaper than sugar for me."
"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the command, started in a process of its own and ended by Ctrl-C."""
    command = [sys.executable, "-m", "versebench", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", server.stderr.readline())
            assert found
            yield found[0]
            os.kill(server.pid, signal.SIGINT)
            assert server.wait(30) in (0, STOPPED)  # the server ends at once, or is told to end first
        finally:
            server.kill()


def ask(url: str, poem: str | bytes, **choices: str) -> httpx2.Response:
    if isinstance(poem, bytes):
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return httpx2.post(url, content=b"poem=" + poem, headers=kind, timeout=300)
    return httpx2.post(url, data={"poem": poem, **choices}, timeout=300)


def message(answer: httpx2.Response) -> str:
    found = re.search(r'role="alert" id="error">(.*?)</p>', answer.text, re.DOTALL)
    return unescape(found[1]) if found else ""


def test_a_poem_is_shown_with_what_the_functions_of_notebooks_give(url: str) -> None:
    answer = ask(url, POEM, model="gpt2-verse", accent="american")
    assert answer.status_code == 200
    shown = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", answer.text)))
    scanned = vb.scan(POEM)
    assert f"Metre: {scanned.metre.name}" in shown
    assert "rhyme scheme aabba" in shown
    assert "CH IY1 P ER0" in shown
    pair = vb.pairs([POEM], "swap_lines.v1")[0]
    assert pair.corrupted is not None
    assert re.sub(r"\s+", " ", pair.corrupted) in shown
    [score] = vb.score([POEM.strip()], "gpt2-verse")
    assert isinstance(score, TextScore)
    assert f"a log-probability of {score.log_probability:.2f} nats" in shown


def test_a_poem_is_text_and_never_a_part_of_the_page(url: str) -> None:
    answer = ask(url, "The cat <script>alert(1)</script> sat\nUpon the </textarea> mat", model="")
    assert answer.status_code == 200
    assert "<script" not in answer.text
    assert answer.text.count("</textarea>") == 1


@pytest.mark.parametrize(
    ("poem", "wrong"),
    [
        ("", "There is no text"),
        (" \n\t\n", "There is no text"),
        ("!! -- ? …", "no letters"),
        ("床前明月光\n疑是地上霜", "no word that can be pronounced as English"),
        (b"\xff\xfe\x00", "no word that can be pronounced"),
        ("a line of a poem and so\n" * 43_000, "larger than 1,000,000 bytes"),
        ("word " * 6_000, "6,000 words"),
    ],
    ids=["empty", "blank", "no letters", "unknown script", "no text", "a megabyte", "too many words"],
)
def test_what_cannot_be_read_gets_a_message_on_the_page(url: str, poem: str | bytes, wrong: str) -> None:
    answer = ask(url, poem)
    assert answer.status_code == 400
    assert wrong in message(answer)
    assert "<form" in answer.text


def test_a_poem_that_is_too_long_for_the_model_is_still_scanned(url: str) -> None:
    answer = ask(url, POEM * 12, model="gpt2-verse")
    assert answer.status_code == 200
    assert "gpt2-verse has no score for the poem" in answer.text
    assert "Swapped lines" in answer.text


def test_only_this_machine_and_this_page_are_answered(url: str) -> None:
    assert httpx2.get(url, headers={"Host": "rebound.example"}).status_code == 400
    foreign = httpx2.post(url, data={"poem": POEM}, headers={"Origin": "http://elsewhere.example"})
    assert foreign.status_code == 403
    assert "another page" in message(foreign)
    policy = httpx2.get(url).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_in_a_browser(url: str, width: int) -> None:
    """Keyboard only: paste, submit, read; axe finds nothing, nothing is wider, and no other host is asked."""
    from axe_playwright_python.sync_playwright import Axe

    with browser() as opened:
        tab = opened.new_page(viewport={"width": width, "height": 800})
        tab.set_default_timeout(120_000)  # the first poem of a server waits for models
        asked: list[str] = []
        said: list[str] = []
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("console", lambda line: said.append(line.text))
        tab.goto(url)
        for poem in ("", POEM):
            tab.get_by_label("English verse").fill(poem)
            with tab.expect_navigation():
                tab.get_by_role("button", name="Read the poem").press("Enter")
            tab.locator("#error, #metre").first.wait_for()
            if poem:
                tab.locator("summary").press("Enter")
            tab.wait_for_load_state()
            assert [found["id"] for found in Axe().run(tab).response["violations"]] == []
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert tab.get_by_label("English verse").input_value() == POEM
        assert [address for address in asked if not address.startswith((url, "data:"))] == []
        assert [line for line in said if "Content Security Policy" in line] == []


def test_the_page_needs_no_javascript(url: str) -> None:
    with browser() as opened:
        tab = opened.new_context(java_script_enabled=False).new_page()
        tab.set_default_timeout(120_000)
        tab.goto(url)
        tab.get_by_label("English verse").fill(POEM)
        tab.get_by_label("Scores of").select_option("bert-verse")
        with tab.expect_navigation():
            tab.get_by_role("button", name="Read the poem").click()
        assert "bert-verse gives the poem" in tab.locator("main").inner_text()
