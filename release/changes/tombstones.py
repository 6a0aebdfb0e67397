"""Tombstones: the works that a release leaves out because they were taken down, since when and why.

They hold neither text nor names: an order to take down is known by a hash of what it names.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from pydantic import TypeAdapter

NAME = "tombstones.json"
PAGE = "TOMBSTONES.md"
FORMAT = "versebench-tombstones.v1"

_SHOWN = 500
"""Works that the page lists; the others stand in the JSON."""


@dataclass(frozen=True)
class Order:
    """An order to take down; ``kind`` says what it names: a work, an author, or a row of a source.

    ``rows`` counts the rows of the sources that it kept out of this release; ``on`` and ``lifted`` are dates.
    """

    order: str
    kind: str
    on: str
    reason: str
    lifted: str | None
    rows: int


@dataclass(frozen=True)
class Tombstone:
    """A work that was taken down, with the orders that did so, and date and reason of the first of them."""

    work_id: str
    on: str
    reason: str
    orders: tuple[str, ...]


@dataclass(frozen=True)
class Tombstones:
    """All that a release tells of what was taken down."""

    format: str
    orders: tuple[Order, ...]
    works: tuple[Tombstone, ...]

    def to_json(self) -> str:
        """The text of ``tombstones.json``."""
        return json.dumps(asdict(self), indent=2, sort_keys=True) + "\n"

    def to_page(self) -> str:
        """The text of ``TOMBSTONES.md``."""
        return "\n".join(_page(self)) + "\n"


def tombstones(orders: Iterable[Order], works: Mapping[str, Iterable[str]]) -> Tombstones:
    """The tombstones of works, given the orders that took down each."""
    known = {order.order: order for order in orders}
    raised = (_raised(work, [known[order] for order in sorted(set(by))]) for work, by in sorted(works.items()))
    return Tombstones(FORMAT, tuple(sorted(known.values(), key=lambda one: (one.on, one.order))), tuple(raised))


def _raised(work: str, orders: list[Order]) -> Tombstone:
    first = min(orders, key=lambda one: (one.on, one.order))
    return Tombstone(work, first.on, first.reason, tuple(one.order for one in orders))


def read_tombstones(content: bytes) -> Tombstones:
    """What a ``tombstones.json`` says. Raises ``ValueError`` where it is none."""
    found = TypeAdapter(Tombstones).validate_json(content)
    if found.format != FORMAT:
        raise ValueError(f"{NAME} has the format {found.format!r}, and {FORMAT} is known")
    return found


def _page(found: Tombstones) -> Iterator[str]:
    yield "# Taken down"
    yield ""
    yield "The works below stood in a source or in an earlier release. This release holds neither their rows nor"
    yield "their text, under whatever source. An order is known by a hash of what it names; `versebench takedown`"
    yield "prints that of a name. The same as JSON: `tombstones.json`."
    yield ""
    yield from _table(("Order", "Names", "Since", "Reason", "Lifted", "Rows kept out"), map(_order_row, found.orders))
    yield ""
    if found.works:
        rows = ((f"`{work.work_id}`", work.on, work.reason) for work in found.works[:_SHOWN])
        yield from _table(("Work", "Since", "Reason"), rows)
    else:
        yield "No work is known by its id."
    if len(found.works) > _SHOWN:
        yield ""
        yield f"And {len(found.works) - _SHOWN:,} more."


def _order_row(order: Order) -> tuple[str, ...]:
    names = {"work": "a work", "author": "an author", "row": "a row of a source"}[order.kind]
    return f"`{order.order}`", names, order.on, order.reason, order.lifted or "–", f"{order.rows:,}"


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
