"""The ghostwriters by name.

To add one, write a module with settings that have the decorator :func:`ghostwriter`, and append the module here.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from versebench.models.ghostwriters.contract import GeneratedVerse, GhostwriterSettings, Lines, Split, in_lines
from versebench.schemas.registration import Tagged

GHOSTWRITERS: Tagged[type[GhostwriterSettings]] = Tagged(
    "ghostwriter",
    "generator",
    (
        "versebench.models.ghostwriters.ngram",
        "versebench.models.ghostwriters.lstm",
        "versebench.models.ghostwriters.causal",
    ),
)

if TYPE_CHECKING:
    AnyGhostwriter = GhostwriterSettings

Kind = TypeVar("Kind", bound=type[GhostwriterSettings])


def ghostwriter(kind: Kind) -> Kind:
    """Register a ghostwriter. Use it as a decorator of the settings."""
    GHOSTWRITERS.register(kind)
    return kind


def write(
    settings: GhostwriterSettings, artist: str, verses: Sequence[Lines], seed: int, folder: Path
) -> Iterator[GeneratedVerse]:
    """Write verses in the style of an artist, point by point.

    Lines and verses without any token teach nothing and are left out. ``folder`` is the artist's own folder for
    checkpoints. Raises ``versebench.models.ghostwriters.contract.GhostwriterError``.
    """
    with_tokens = (tuple(filter(None, verse)) for verse in verses)
    return settings.write(artist, list(filter(None, with_tokens)), seed, folder)


def write_from_texts(
    settings: GhostwriterSettings, artist: str, texts: Sequence[str], split: Split, seed: int, folder: Path
) -> Iterator[GeneratedVerse]:
    """Write verses as :func:`write` does, from the artist's verses as written; ``split`` gives the tokens of a line."""
    with_tokens = [text for text in texts if in_lines(text, split)]
    return settings.write_from_texts(artist, with_tokens, split, seed, folder)


def __getattr__(name: str) -> Any:
    """Return ``AnyGhostwriter``: the settings of any ghostwriter, chosen by ``generator``."""
    if name == "AnyGhostwriter":
        return GHOSTWRITERS.union()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
