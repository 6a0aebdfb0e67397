"""The kinds of poets by name.

To add one, write a module with settings that have the decorator :func:`poet`, and append the module here.
"""

from typing import TYPE_CHECKING, Any, TypeVar

from versebench.models.poets.contract import PoetSettings
from versebench.schemas.registration import Tagged

POETS: Tagged[type[PoetSettings]] = Tagged(
    "poet",
    "poet",
    (
        "versebench.models.poets.causal",
        "versebench.models.poets.chat_server",
        "versebench.models.poets.poems_file",
    ),
)

if TYPE_CHECKING:
    AnyPoet = PoetSettings

Kind = TypeVar("Kind", bound=type[PoetSettings])


def poet(kind: Kind) -> Kind:
    """Register a kind of poet. Use it as a decorator of the settings."""
    POETS.register(kind)
    return kind


def __getattr__(name: str) -> Any:
    """Return ``AnyPoet``: the settings of any poet, chosen by ``poet``."""
    if name == "AnyPoet":
        return POETS.union()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
