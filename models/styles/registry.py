"""Models of artists by versioned name.

To add one, write a function with the decorator :func:`style_model` that makes a model from an artist's verses, and
append its module to the list.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from versebench.schemas.registration import VERSIONED, Registry

Lines = tuple[tuple[str, ...], ...]
"""A verse: its lines, each a tuple of tokens."""


class Probability(NamedTuple):
    """The log-probability of a verse, in nats, and the tokens that it is a sum over."""

    log_probability: float
    tokens: int


class StyleModel(Protocol):
    """A model of one artist's verses."""

    def probability(self, verse: Lines) -> Probability:
        """Return the log-probability of a verse, which may have tokens that the artist never used."""
        ...


Train = Callable[[Sequence[Lines]], StyleModel]
"""Makes a model from the verses of an artist. The same verses give the same model."""

STYLE_MODELS: Registry[Train] = Registry("model of artists", ("versebench.models.styles.trigrams",), VERSIONED)


Function = TypeVar("Function", bound=Train)


def style_model(name: str) -> Callable[[Function], Function]:
    """Return a decorator that registers a function."""

    def register(train: Function) -> Function:
        STYLE_MODELS.add(name, train, train.__module__)
        return train

    return register
