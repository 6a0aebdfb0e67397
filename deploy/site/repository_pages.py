"""The files outside docs/ that documents link to, as pages of the site."""

from collections.abc import Iterator
from pathlib import Path

from deploy.site.links import on_site, relinked, targets

LANGUAGES = {".yaml": "yaml", ".yml": "yaml", ".py": "python", ".json": "json", ".cff": "yaml", ".sh": "sh"}
STARTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
"""Documents outside docs/ that the site shows whether or not a document links to them."""


def repository_pages(root: Path) -> Iterator[tuple[str, str]]:
    """The place on the site and the text of each page.

    A file that a page of these links to is a page too, and so on.

    Raises:
        FileNotFoundError: A document links to a file that does not exist.
    """
    waiting = [str(path.relative_to(root)) for path in sorted((root / "docs").rglob("*.md"))]
    waiting += STARTS
    done: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        if not (root / path).is_file():
            if path.startswith("docs/notebooks/") and (root / path).with_suffix(".ipynb").is_file():
                continue
            raise FileNotFoundError(f"{path}: a document links to this file, and it does not exist; correct the link")
        if path.endswith(".md"):
            waiting += targets((root / path).read_text(encoding="utf-8"), path)
        if not path.startswith("docs/"):
            yield on_site(path), page(root, path)


def page(root: Path, path: str) -> str:
    """A file as a page: a document with its links changed, any other file as it is, with its path as title."""
    text = (root / path).read_text(encoding="utf-8")
    if path.endswith(".md"):
        return relinked(text, path)
    return f"# {path}\n\n````{LANGUAGES.get(Path(path).suffix, 'text')}\n{text.rstrip()}\n````\n"
