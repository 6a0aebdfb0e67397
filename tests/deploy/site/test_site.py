"""The documentation as ``make site`` makes it: complete, searchable, readable by everybody, and alone."""

import functools
import http.server
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import browser, problems
from tests.http_serving import serving
from tests.sharing import shared_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REPOSITORY = Path(__file__).parents[3]
CONFIGURATION = REPOSITORY / "deploy" / "site" / "mkdocs.yml"
READ = (
    "index.html",
    "tutorials/humanist.html",
    "tutorials/researcher.html",
    "tutorials/operator.html",
    "notebooks/sounds.html",
    "notebooks/pairs.html",
    "RECIPE.html",
    "api/versebench.html",
    "api/contracts.html",
    "repository/CONTRIBUTING.html",
)
"""Pages of each kind, which a browser opens."""


def build(folder: Path) -> None:
    """Make the site as the Makefile does. A broken link or a cell that fails stops it."""
    command = [sys.executable, "-m", "properdocs", "build", "--quiet", "--strict", "--config-file", str(CONFIGURATION)]
    ran = subprocess.run([*command, "--site-dir", str(folder)], cwd=REPOSITORY, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    return shared_folder(tmp_path_factory, "site", build)


@pytest.fixture(scope="module")
def opened() -> Iterator["Browser"]:
    """A browser, or the test is skipped."""
    with browser() as started:
        yield started


def test_the_makefile_builds_it_strictly() -> None:
    planned = subprocess.run(["make", "--dry-run", "site"], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert "properdocs build --quiet --strict --config-file deploy/site/mkdocs.yml" in planned.stdout


def test_every_document_is_a_page(site: Path) -> None:
    documents = [path.relative_to(REPOSITORY / "docs") for path in (REPOSITORY / "docs").rglob("*.md")]
    assert all((site / path).with_suffix(".html").is_file() for path in documents)
    home = (site / "index.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="([^"#:]+\.html)', home))
    assert {f"tutorials/{name}.html" for name in ("humanist", "researcher", "operator")} <= linked
    assert "repository/CONTRIBUTING.html" in linked
    assert "Put salt in the bread" in home


def test_every_link_of_a_page_leads_to_a_file(site: Path) -> None:
    for page in site.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#?]+)', page.read_text(encoding="utf-8")):
            if page.name != "404.html" and not re.match(r"[a-z]+:", target):
                assert (page.parent / target).exists(), f"{page.relative_to(site)}: {target}"


def test_no_page_asks_for_a_font_or_for_anything_of_another_host(site: Path) -> None:
    for path in (path for pattern in ("*.html", "*.css") for path in site.rglob(pattern)):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""<(?:script|img|link|iframe)[^>]+(?:src|href)=["']?(?:https?:)?//""", text), path
        assert not re.search(r"@font-face|@import|url\([\"']?(?:https?:)?//", text), path
    assert not list(site.rglob("*.woff*"))


def test_the_reference_shows_functions_and_contracts(site: Path) -> None:
    functions = (site / "api" / "versebench.html").read_text(encoding="utf-8")
    contracts = (site / "api" / "contracts.html").read_text(encoding="utf-8")
    assert all(f'id="versebench.{name}"' in functions for name in ("scan", "rhymes", "score", "pairs", "make_release"))
    assert 'id="versebench.transforms.tasks.contract.Task"' in contracts
    assert ":class:" not in functions + contracts


def test_notebooks_stand_there_with_what_they_print(site: Path) -> None:
    sounds = (site / "notebooks" / "sounds.html").read_text(encoding="utf-8")
    pairs = (site / "notebooks" / "pairs.html").read_text(encoding="utf-8")
    assert "metre: limerick" in sounds
    assert "aabba" in sounds
    assert "McNemar test: p = " in pairs
    for page in (sounds, pairs):
        assert "data:image/png;base64," in page
        assert "<table" in page
        assert 'alt="figure"' not in page


@pytest.mark.parametrize("page", READ)
def test_axe_finds_nothing_and_nothing_is_asked_of_a_network(page: str, site: Path, opened: "Browser") -> None:
    assert problems(site / page, opened) == []


def test_the_search_finds_a_page(site: Path, opened: "Browser") -> None:
    """Over HTTP, as a worker of the browser searches; every request is to this server."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Write nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(site)))
    with serving(server) as address:
        tab = opened.new_page()
        requested: list[str] = []
        tab.on("request", lambda request: requested.append(request.url))
        with tab.expect_console_message(lambda message: "search ready" in message.text):
            tab.goto(f"{address}/index.html")
        tab.keyboard.press("s")
        tab.locator("#properdocs-search-query").press_sequentially("takedown")
        results = tab.locator("#properdocs-search-results article")
        results.first.wait_for(timeout=20_000)
        assert "OPERATIONS.html" in str(results.evaluate_all("all => all.map(one => one.innerHTML).join()"))
        assert all(url.startswith((address, "data:")) for url in requested)
        tab.close()
