"""Data Docs: a zip of pages with the results of a checkpoint, as Great Expectations renders them.

The original pages load styles, scripts and an image from several hosts whenever they are opened, and look bare without
them. These pages load nothing: remote content is removed, and a style sheet of versebench replaces it.
"""

import html
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from versebench.expectations.checkpoint import Checkpoint
from versebench.expectations.summary import SummaryRow

INDEX = "index.html"

_DATE = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16
_UNIX = 3

_REMOTE_CONTENT = re.compile(
    r"<script\b[^>]*>.*?</script>|<link\b[^>]*>|<img\b[^>]*>|<footer\b.*?</footer>|<style>.*?</style>", re.DOTALL
)
_TO_INDEX = re.compile(r'href="(?:\.\./)+(?:index|expectations/[\w./-]+)\.html"')
_BLANK_LINES = re.compile(r"\n\s*\n")


def data_docs(checkpoint: Checkpoint, summary: Iterable[SummaryRow]) -> bytes:
    """A zip of pages: an index with the merged summary, and a page for each suite of the checkpoint."""
    style = files("versebench.expectations").joinpath("data_docs.css").read_text(encoding="utf-8")
    pages = {page_name(name): _suite_page(result, style) for name, result in checkpoint.results.items()}
    return zipped({**pages, INDEX: _index(checkpoint, summary, style)})


def page_name(suite: str) -> str:
    """File name of a suite's page."""
    return f"{suite}.html"


def zipped(pages: Mapping[str, str]) -> bytes:
    """A zip of pages, sorted by name and with a fixed date, so that equal pages give equal bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in sorted(pages):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, pages[name])
    return file.getvalue()


def _suite_page(result: Any, style: str) -> str:
    """The page that Great Expectations renders for a result, without details of the run and remote content."""
    from great_expectations.render.renderer import ValidationResultsPageRenderer
    from great_expectations.render.view import DefaultJinjaPageView

    document = ValidationResultsPageRenderer().render(result)
    document.page_title = result.suite_name
    overview = document.sections[0]
    # The collapsed block has details of the run: its time, its folder, versions, random ids.
    overview.content_blocks = [block for block in overview.content_blocks if block.content_block_type != "collapse"]
    page = DefaultJinjaPageView().render(document, show_how_to_buttons=False)
    page = _TO_INDEX.sub(f'href="{INDEX}"', _REMOTE_CONTENT.sub("", page))
    page = page.replace("</head>", f"<style>\n{style}</style>\n</head>", 1)
    return _BLANK_LINES.sub("\n", page)


def _index(checkpoint: Checkpoint, summary: Iterable[SummaryRow], style: str) -> str:
    return "".join(
        f"{line}\n"
        for line in [
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="UTF-8"><title>Validation of {html.escape(checkpoint.name)}</title>',
            f"<style>\n{style}</style></head><body><main>",
            f"<h1>Validation of {html.escape(checkpoint.name)}</h1>",
            "<h2>The whole release</h2>",
            "<p>Checks that need all shards. Each is a suite of Great Expectations over counts of the release.</p>",
            *_table(("suite", "expectations", "failed"), map(_suite_cells, checkpoint.results.items())),
            "<h2>Every expectation</h2>",
            "<p>What was checked on the shards of each table and on the whole release, and why.</p>",
            *_table(("table", "expectation", "why", "shards", "rows", "failing rows"), map(_summary_cells, summary)),
            "</main></body></html>",
        ]
    )


def _suite_cells(suite: tuple[str, Any]) -> tuple[str, ...]:
    name, result = suite
    counts = (result.statistics[f"{of}_expectations"] for of in ("evaluated", "unsuccessful"))
    return (f'<a href="{page_name(name)}">{name}</a>', *map(str, counts))


def _summary_cells(row: SummaryRow) -> tuple[str, ...]:
    texts = (row.table, row.expectation, row.why)
    return (*map(html.escape, texts), str(row.shards), str(row.rows), str(row.unexpected))


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    yield "<table><thead><tr>" + "".join(f"<th>{name}</th>" for name in head) + "</tr></thead><tbody>"
    for cells in rows:
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield "</tbody></table>"
