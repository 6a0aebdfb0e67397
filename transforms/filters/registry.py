"""The registry of filters, by versioned name.

To add a filter, write its module with the decorator :func:`filter_`, and append the module here.
"""

from typing import TYPE_CHECKING, Any, TypeVar

from versebench.schemas.registration import VERSIONED, Tagged
from versebench.transforms.filters.contract import Filter

FILTERS: Tagged[type[Filter]] = Tagged(
    "filter",
    "filter",
    (
        "versebench.transforms.filters.five_lines",
        "versebench.transforms.filters.words_not_symbols",
        "versebench.transforms.filters.end_words_in_dictionary",
        "versebench.transforms.filters.rhyme_scheme",
        "versebench.transforms.filters.short_lines",
        "versebench.transforms.filters.excluded_words",
        "versebench.transforms.filters.rhyme_scheme_v2",
        "versebench.transforms.filters.form",
        "versebench.transforms.filters.classical_text",
        "versebench.transforms.filters.metre",
        "versebench.transforms.filters.chinese_text",
    ),
    VERSIONED,
)

if TYPE_CHECKING:
    AnyFilter = Filter

Kind = TypeVar("Kind", bound=type[Filter])


def filter_(kind: Kind) -> Kind:
    """Class decorator that registers a filter."""
    FILTERS.register(kind)
    return kind


def __getattr__(name: str) -> Any:
    """Returns ``AnyFilter``, the union of all registered filters; importing the name reads the registry."""
    if name == "AnyFilter":
        return FILTERS.union()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
