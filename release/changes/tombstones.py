"""Tombstones: the works that a release leaves out because they were taken down, with date and reason.

They contain neither texts nor names: the id of a takedown order is a hash of what it names.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from pydantic import TypeAdapter

NAME = "tombstones.json"
PAGE = "TOMBSTONES.md"
FORMAT = "versebench-tombstones.v1"

_SHOWN = 500
"""How many works the page lists; the JSON lists all."""


@dataclass(frozen=True)
class Order:
    """A takedown order. ``kind`` says what it names: a work, an author, or a row of a source.

    ``rows`` counts the rows of the sources that it excludes from this release; ``on`` and ``lifted`` are dates.
    """

    order: str
    kind: str
    on: str
    reason: str
    lifted: str | None
    rows: int


@dataclass(frozen=True)
class Tombstone:
    """A work that was taken down, with its orders, and the date and reason of the first of them."""

    work_id: str
    on: str
    reason: str
    orders: tuple[str, ...]


@dataclass(frozen=True)
class Tombstones:
    """All takedown orders and tombstones of a release."""

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
    by_id = {order.order: order for order in orders}
    raised = (_raised(work, [by_id[order] for order in sorted(set(by))]) for work, by in sorted(works.items()))
    return Tombstones(FORMAT, tuple(sorted(by_id.values(), key=lambda order: (order.on, order.order))), tuple(raised))


def _raised(work: str, orders: list[Order]) -> Tombstone:
    first = min(orders, key=lambda order: (order.on, order.order))
    return Tombstone(work, first.on, first.reason, tuple(order.order for order in orders))


def read_tombstones(content: bytes) -> Tombstones:
    """The tombstones of a ``tombstones.json``. Raises ``ValueError`` if the content is not valid."""
    document = TypeAdapter(Tombstones).validate_json(content)
    if document.format != FORMAT:
        raise ValueError(f"{NAME} has the unknown format {document.format!r}: expected {FORMAT!r}")
    return document


def _page(document: Tombstones) -> Iterator[str]:
    yield "# Taken down"
    yield ""
    yield "The works below were in a source or in an earlier release. This release contains neither their rows nor"
    yield "their texts, from any source. The id of an order is a hash of what it names; `versebench takedown` prints"
    yield "the hash of a name. The same list as JSON: `tombstones.json`."
    yield ""
    yield from _table(
        ("Order", "Names", "Since", "Reason", "Lifted", "Rows kept out"), map(_order_row, document.orders)
    )
    yield ""
    if document.works:
        rows = ((f"`{work.work_id}`", work.on, work.reason) for work in document.works[:_SHOWN])
        yield from _table(("Work", "Since", "Reason"), rows)
    else:
        yield "The ids of the works are not known."
    if len(document.works) > _SHOWN:
        yield ""
        yield f"And {len(document.works) - _SHOWN:,} more."


def _order_row(order: Order) -> tuple[str, ...]:
    names = {"work": "a work", "author": "an author", "row": "a row of a source"}[order.kind]
    return f"`{order.order}`", names, order.on, order.reason, order.lifted or "–", f"{order.rows:,}"


def _table(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
