"""Takedown: the rows of sources that no later release may contain, named by work, author, or id in the source.

A row is taken down if an order names it, or if its text is that of such a row, in any source. A reject without text,
author or title remains. A row that cannot be read is taken down if its id can be read and an order names it, or if the
name of the author occurs in it.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Literal

from pydantic import Field, model_validator

from versebench.schemas.settings import Settings
from versebench.transforms.sources.names import either_order
from versebench.transforms.text.keys import hash_id, work_id

TAKEN_DOWN = "taken_down"
"""The reject reason of a row that is taken down."""

ORDER_DIGITS = 12

_DETAIL = "taken down by "
_ESCAPED = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["/]))')
"""A character as JSON may write it."""


class Takedown(Settings):
    """An order to take down a work (`work_id`), all of an `author`, or a row (`source_id` and `source`)."""

    work_id: str | None = Field(None, pattern=r"^[0-9a-f]{20}$", description="Id of the work, as releases have it.")
    author: str | None = Field(
        None, min_length=1, description="Author as the source gives it; case and spaces do not matter."
    )
    source_id: str | None = Field(None, min_length=1, description="Id of the row in its source, with `source`.")
    source: str | None = Field(
        None, min_length=1, description="The source that is meant; of an author every source where there is none."
    )
    on: date = Field(description="Since when, as in 2026-01-31; releases say it.")
    reason: Literal["legal", "author", "quality", "other"] = Field(description="Why; releases say it.")
    lifted: date | None = Field(
        None, description="Since when it holds no longer. An order that a release went by is lifted, not deleted."
    )

    @model_validator(mode="after")
    def _names_one_thing(self) -> "Takedown":
        if sum(name is not None for name in (self.work_id, self.author, self.source_id)) != 1:
            raise ValueError("give exactly one of work_id, author and source_id")
        if self.author is not None and not folded(self.author):
            raise ValueError("the author is blank; write the name as in the source")
        if self.source_id is not None and self.source is None:
            raise ValueError("a source_id is valid in one source only; give the source too")
        if self.work_id is not None and self.source is not None:
            raise ValueError("a work_id already belongs to one source; remove the key source")
        return self

    @property
    def kind(self) -> Literal["work", "author", "row"]:
        """What the order names."""
        return "work" if self.work_id is not None else "author" if self.author is not None else "row"

    @property
    def order(self) -> str:
        """Id of the order: a hash of what it names, which only somebody who knows the name can find."""
        named = self.work_id or (folded(self.author) if self.author is not None else self.source_id)
        return hash_id("takedown", self.kind, str(named), self.source or "")[:ORDER_DIGITS]


class Orders:
    """The takedowns of a recipe that are in force, indexed for a look-up of every row."""

    def __init__(self, takedowns: Iterable[Takedown], *, any_order: bool = False) -> None:
        """``any_order``: whether an order for Edward Lear names Lear, Edward too, and the other way round."""
        in_force = [takedown for takedown in takedowns if takedown.lifted is None]
        self._works: dict[str | None, str] = {
            takedown.work_id: takedown.order for takedown in in_force if takedown.work_id is not None
        }
        self._rows: dict[tuple[str | None, str | None], str] = {
            (takedown.source, takedown.source_id): takedown.order
            for takedown in in_force
            if takedown.source_id is not None
        }
        by_author = [
            (folded(name), takedown)
            for takedown in in_force
            if takedown.author is not None
            for name in (either_order(takedown.author) if any_order else [takedown.author])
        ]
        self._authors: dict[tuple[str | None, str | None], str] = {
            (name, takedown.source): takedown.order for name, takedown in by_author
        }
        self._names = [(_as_words(name), takedown.source, takedown.order) for name, takedown in by_author]

    def of(self, source: str, source_id: str | None, work: str | None, author: str | None) -> set[str]:
        """The orders that name a poem."""
        name = None if author is None else folded(author)
        orders = {self._works.get(work), self._rows.get((source, source_id))}
        orders |= {self._authors.get((name, None)), self._authors.get((name, source))}
        return {order for order in orders if order is not None}

    def of_refused(self, source: str, source_id: str | None, author: str | None, original: str) -> set[str]:
        """The orders that name a row that is not a poem; ``author`` is that of the source, if its rows give none."""
        work = None if source_id is None else work_id(source, source_id, "")
        return self.of(source, source_id, work, author) | self._named_in(original, source)

    def _named_in(self, original: str, source: str) -> set[str]:
        if not self._names:
            return set()
        text = folded(_ESCAPED.sub(lambda match: match[2] or chr(int(match[1], 16)), original))
        return {order for name, of, order in self._names if of in (None, source) and name.search(text)}


def folded(name: str) -> str:
    """A name in one spelling, whatever its case, spaces, and composition of characters."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def _as_words(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def detail_of(orders: Iterable[str]) -> str:
    """The detail of the reject of a row that some orders take down."""
    return _DETAIL + ", ".join(sorted(orders))


def orders_of(detail: str) -> list[str]:
    """The orders that a detail of :func:`detail_of` names."""
    return detail.removeprefix(_DETAIL).split(", ")


def check_each_once(takedowns: Sequence[Takedown]) -> None:
    """Raise ``ValueError`` if two orders name the same work, author or row."""
    seen: dict[str, int] = {}
    for place, takedown in enumerate(takedowns):
        if (before := seen.setdefault(takedown.order, place)) != place:
            raise ValueError(f"takedowns {before} and {place} name the same work, author or row; remove one of them")


def without_content(row: Mapping[str, Any], orders: Iterable[str]) -> dict[str, Any]:
    """A spilled row that is taken down: its ids and its place, without any of its content."""
    kept = {name: row[name] for name in ("key", "work_id", "text_id", "source", "source_id", "file", "row")}
    refusal = {"reason": TAKEN_DOWN, "detail": detail_of(orders), "original": "", "original_size": 0}
    return {**dict.fromkeys(row), **kept, **refusal}
