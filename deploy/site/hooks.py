"""What the site does beyond ProperDocs: pages of the repository, notebooks, and pages that everybody can use."""

import re
from pathlib import Path
from typing import Any

from properdocs.config.defaults import ProperDocsConfig
from properdocs.structure.files import File, Files
from properdocs.structure.pages import Page

from deploy.site.links import relinked
from deploy.site.notebooks import markdown, run
from deploy.site.repository_pages import repository_pages

ROOT = Path(__file__).parents[2]
_FONTS = re.compile(r"webfonts/|css/(?:fontawesome|brands|solid|v4-font-face)")
_SPHINX = re.compile(r":(?:attr|class|data|func|meth|mod):(?=<code>)")


def on_files(files: Files, config: ProperDocsConfig) -> Files:
    """Add the pages of the repository and the notebooks, and leave out the fonts of icons."""
    for file in [file for file in files if _FONTS.match(file.src_uri)]:
        files.remove(file)
    for place, text in repository_pages(ROOT):
        files.append(File.generated(config, place, content=text))
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=markdown(run(path))))
    return files


def on_page_markdown(text: str, page: Page, **_: Any) -> str:
    """Change the links that leave docs/."""
    return text if page.file.generated_by else relinked(text, f"docs/{page.file.src_uri}")


def on_page_content(html: str, **_: Any) -> str:
    """Let the keyboard scroll wide tables and code, and write roles of docstrings as plain code."""
    html = _SPHINX.sub("", html)
    html = re.sub(r"<pre\b", '<pre tabindex="0"', html)
    html = re.sub(r"<table(?! class=\"highlighttable)", '<div class="wide" tabindex="0"><table', html)
    return html.replace("</table>", "</table></div>")


def on_post_page(output: str, **_: Any) -> str:
    """Name the bar at the top, so that a screen reader finds it."""
    return output.replace('<div class="navbar ', '<div role="navigation" aria-label="Pages" class="navbar ', 1)
