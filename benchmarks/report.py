"""The report of a release: its size, its length, and how soon a browser shows its first screen.

    python -m benchmarks.report build/releases/bpomp-sample/1.0.0 [--before OTHER/report.html]

The first paint is the median of ten loads in Debian's Chromium, as the browser states it (First Contentful Paint); the
length is that of the page as it opens, folded parts apart.
"""

import argparse
import re
import statistics
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

MOST_BYTES = 600_000
MOST_SECONDS = 1.0
LOADS = 10
WIDTH, HEIGHT = 1200, 800

_PAINT = "performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime)[0]"


@dataclass(frozen=True)
class Measured:
    """A report: bytes, words with and without the folded ones, screens of 1200 by 800, seconds to the first paint."""

    size: int
    words: int
    words_open: int
    screens: float
    first_paint: float


def measure(path: Path) -> Measured:
    """Open a report in the browser."""
    text = path.read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            paints = [_first_paint(browser, path) for _ in range(LOADS)]
            tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            tab.goto(path.resolve().as_uri())
            words_open = len(tab.inner_text("body").split())
            screens = tab.evaluate("document.documentElement.scrollHeight") / HEIGHT
        finally:
            browser.close()
    return Measured(path.stat().st_size, words(text), words_open, screens, statistics.median(paints))


def words(html: str) -> int:
    """The words of a page, without those of plots."""
    bare = re.sub(r"<(style|script|svg)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return len(re.sub(r"<[^>]+>", " ", bare).split())


def _first_paint(browser: Browser, path: Path) -> float:
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    tab = context.new_page()
    tab.goto(path.resolve().as_uri())
    tab.wait_for_function(f"{_PAINT} !== undefined")
    seconds = float(tab.evaluate(_PAINT)) / 1_000
    context.close()
    return seconds


def _shown(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def main() -> None:
    """Print the figures, and their ratios to those of another report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", type=Path, help="folder of a release")
    parser.add_argument("--before", type=Path, help="report of an earlier version, to compare with")
    options = parser.parse_args()
    now = vars(measure(options.release / "report.html"))
    before = vars(measure(options.before)) if options.before else {}
    for name, value in now.items():
        beside = f"  before {_shown(before[name]):>9}  ratio {value / before[name]:.2f}" if before else ""
        print(f"{name:<12} {_shown(value):>9}{beside}")  # noqa: T201
    goals = {"size": MOST_BYTES, "first_paint": MOST_SECONDS}
    verdicts = (f"{name} {'within' if now[name] <= most else 'OVER'} {most:,}" for name, most in goals.items())
    print("; ".join(verdicts))  # noqa: T201


if __name__ == "__main__":
    main()
