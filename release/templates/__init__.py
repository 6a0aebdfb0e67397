"""The templates of a release's pages, and the two environments, HTML and Markdown, that render them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

# Of the control characters only the tab and the line feed are allowed in HTML and YAML.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")


def render_html(template: str, **context: object) -> str:
    """The template as HTML; every value is escaped unless it is ``Markup``."""
    return _tidy(_environment(autoescape=True).get_template(template).render(context))


def render_markdown(template: str, **context: object) -> str:
    """The template as Markdown; every value is escaped unless it is ``Markup``."""
    return _tidy(_environment(autoescape=False, finalize=_inert).get_template(template).render(context))


def read(name: str) -> str:
    """The text of a file in this folder that is not a template."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _environment(**options: Any) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from versebench.release.templates import titles, wording

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent, encoding="utf-8"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **options,
    )
    names = (
        "number",
        "decimal",
        "percent",
        "interval",
        "p_value",
        "ranges",
        "size",
        "plural",
        "noun",
        "code",
        "task_code",
        "fenced",
    )
    environment.filters.update({name: getattr(wording, name) for name in names})
    environment.filters.update(
        {
            name: getattr(titles, name)
            for name in ("task_title", "filter_title", "reduction_title", "form_title", "language_title")
        }
    )
    return environment


def _inert(value: object) -> str:
    from markupsafe import Markup

    from versebench.release.templates.wording import escape_markdown

    return str(value) if isinstance(value, Markup) else escape_markdown(str(value))


def _tidy(page: str) -> str:
    return _CONTROLS.sub("\ufffd", page)
