"""The LICENSE of a release: the licence of the whole, and of each source."""

from collections.abc import Sequence

from versebench.release.documents.facts import SourceFacts

ADDRESSES = {
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/legalcode",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/legalcode",
    "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/legalcode",
}
"""The address of a licence's text, by its SPDX identifier."""


def render_licence(title: str, licence: str, sources: Sequence[SourceFacts]) -> str:
    """The text of LICENSE."""
    lines = [f"{title} is released under {_with_address(licence)}.", "", "Its texts come from:", ""]
    for source in sources:
        cite = f" Cite: {source.citation}" if source.citation else ""
        poems = f"{source.kept:,} {'poem' if source.kept == 1 else 'poems'}"
        lines.append(f"- {source.name}, {poems}: {_with_address(source.licence)}.{cite}")
    lines += [
        "",
        "The tables were made with data of others, which keep their licences: see NOTICE.",
    ]
    return "\n".join(lines) + "\n"


def _with_address(licence: str) -> str:
    return f"{licence} ({ADDRESSES[licence]})" if licence in ADDRESSES else licence
