"""A browser that opens pages as a reader does, on wide and narrow screens, and axe, which checks them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.missing import missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]  # no page reaches a network
WIDTHS = (1200, 390, 320)


@contextmanager
def browser() -> Iterator["Browser"]:
    """Debian's Chromium, without a window; a test without it is skipped, or fails in CI."""
    if not CHROMIUM.exists():
        missing(f"there is no {CHROMIUM}: make checkers")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        try:
            yield started
        finally:
            started.close()


def problems(page: Path, opened: "Browser") -> list[str]:
    """What axe finds on a page at each width, requests that leave the file, and content wider than the screen."""
    return [f"{width}: {problem}" for width in WIDTHS for problem in _problems_at(width, page, opened)]


def _problems_at(width: int, page: Path, opened: "Browser") -> Iterator[str]:
    from axe_playwright_python.sync_playwright import Axe

    tab = opened.new_page(viewport={"width": width, "height": 800})
    requested: list[str] = []
    tab.on("request", lambda request: requested.append(request.url))
    tab.goto(page.as_uri())
    for violation in Axe().run(tab).response["violations"]:
        yield from (f"{violation['id']}: {node['html'][:200]}" for node in violation["nodes"])
    yield from (f"asks for {url}" for url in requested if not url.startswith(("file:", "data:")))
    if (needed := tab.evaluate("document.documentElement.scrollWidth")) > width:
        yield f"the page is {needed} wide"
    tab.close()
