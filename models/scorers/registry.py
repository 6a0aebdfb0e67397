"""The families of scorers by name.

To add a family, write a folder with settings that have the decorator :func:`scorer`, and append the module of the
settings here.
"""

from typing import TYPE_CHECKING, Any, TypeVar

from versebench.models.scorers.settings import ScorerSettings
from versebench.schemas.registration import Tagged

FAMILIES: Tagged[type[ScorerSettings]] = Tagged(
    "family of scorers",
    "family",
    (
        "versebench.models.scorers.packed.settings",
        "versebench.models.scorers.masked.settings",
        "versebench.models.scorers.xlnet.settings",
        "versebench.models.scorers.transformer_xl.settings",
    ),
)

if TYPE_CHECKING:
    AnyScorer = ScorerSettings

Kind = TypeVar("Kind", bound=type[ScorerSettings])


def scorer(kind: Kind) -> Kind:
    """Register a family of scorers. Use it as a decorator of the settings."""
    FAMILIES.register(kind)
    return kind


def __getattr__(name: str) -> Any:
    """Return ``AnyScorer``: the settings of any family, chosen by ``family``, causal by default."""
    if name == "AnyScorer":
        return FAMILIES.union(default="causal")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
