"""Links of documents: where they lead in the repository, and where the same target is on the site."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

_FENCED = re.compile(r"^(?P<fence> *```+)[^\n]*\n.*?^(?P=fence)\s*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<=\]\()(?P<target>[^)\s]+)(?=\))")
_ADDRESS = re.compile(r"[a-z][a-z+.-]*:|#|/")


def targets(text: str, path: str) -> Iterator[str]:
    """The files of the repository that a document links to, in their order. ``path`` is the document's own."""
    for link in _LINK.finditer(_FENCED.sub("", text)):
        if not _ADDRESS.match(link["target"]):
            yield _resolve(link["target"].partition("#")[0], path)


def on_site(path: str) -> str:
    """The source path on the site of a file of the repository.

    README.md is the first page, what lies under docs/ keeps its place, and any other file is a page under repository/.
    """
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"repository/{path}" if path.endswith(".md") else f"repository/{path}.md"


def relinked(text: str, path: str) -> str:
    """A document with its links as they must be on the site. Links within fences stay."""

    def relink(link: re.Match[str]) -> str:
        target, hash_, anchor = link["target"].partition("#")
        if _ADDRESS.match(link["target"]):
            return link["target"]
        folder = str(PurePosixPath(on_site(path)).parent)
        return os.path.relpath(on_site(_resolve(target, path)), folder) + hash_ + anchor

    return _outside_fences(text, lambda part: _LINK.sub(relink, part))


def _resolve(target: str, path: str) -> str:
    return os.path.normpath(PurePosixPath(path).parent / target)


def _outside_fences(text: str, change: Callable[[str], str]) -> str:
    parts, end = [], 0
    for fence in _FENCED.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])
