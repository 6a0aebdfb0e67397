"""A text before the scored one, because XLNet predicts badly if little precedes a token."""

from importlib.resources import files
from pathlib import Path


class PaddingError(Exception):
    """A padding text cannot be read; the message names the file and the remedy."""


def own_padding() -> str:
    """Return the passage that was written for versebench."""
    return _one_line((files("versebench.models.scorers.xlnet") / "padding.txt").read_text(encoding="utf-8"))


def read_padding(path: Path) -> str:
    """Read a passage from the user's file. Raises :class:`PaddingError` with the remedy."""
    try:
        text = _one_line(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise PaddingError(f"{path} cannot be read as padding text ({error}); give a text file in UTF-8") from None
    if not text:
        raise PaddingError(f"{path} is empty; write a paragraph or two of prose into it")
    return text


def _one_line(text: str) -> str:
    return " ".join(text.split())
