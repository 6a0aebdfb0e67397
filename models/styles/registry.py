"""Models of artists by versioned name.

To add one, write a function with the decorator :func:`style_model` that makes a model from what it learns of an artist,
and append its module to the list.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from versebench.models.ghostwriters.contract import GhostwriterSettings
from versebench.schemas.registration import VERSIONED, Registry

Lines = tuple[tuple[str, ...], ...]
"""A verse: its lines, each a tuple of tokens."""

WORDS = 50_000
"""Words that English verse can use. The number is the same for all artists, so that their models can be compared."""


class Probability(NamedTuple):
    """The log-probability of a verse, in nats, and the tokens that it is a sum over."""

    log_probability: float
    tokens: int


class StyleModel(Protocol):
    """A model of one artist's verses."""

    def probability(self, verse: Lines) -> Probability:
        """Return the log-probability of a verse, which may have tokens that the artist never used."""
        ...


@dataclass(frozen=True)
class Learnt:
    """What a model is made from: the verses of an artist, and for a model that is trained also how.

    ``settings`` are those of the generator that the model belongs to, if it belongs to one. ``folder`` is the artist's
    own folder on a local disk, in which a model that is trained keeps checkpoints.
    """

    artist: str
    verses: Sequence[Lines]
    seed: int = 0
    folder: Path = Path()
    settings: GhostwriterSettings | None = None


Train = Callable[[Learnt], StyleModel]
"""Makes a model of an artist. The same verses, settings and seed give the same model.

Raises ``versebench.models.ghostwriters.contract.GhostwriterError`` if none can be made.
"""


@dataclass(frozen=True)
class StyleKind:
    """A kind of model, and the generator of the recipe whose settings it is made with, if it needs some."""

    train: Train
    generator: str | None = None


STYLE_MODELS: Registry[StyleKind] = Registry(
    "model of artists", ("versebench.models.styles.trigrams", "versebench.models.styles.lstm"), VERSIONED
)


Function = TypeVar("Function", bound=Train)


def style_model(name: str, generator: str | None = None) -> Callable[[Function], Function]:
    """Return a decorator that registers a function; ``generator`` is as in :class:`StyleKind`."""

    def register(train: Function) -> Function:
        STYLE_MODELS.add(name, StyleKind(train, generator), train.__module__)
        return train

    return register
