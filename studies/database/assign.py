"""Which item a judge gets next. One transaction counts, picks and assigns."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    bindparam,
    case,
    func,
    insert,
    select,
    update,
)

from versebench.studies.database.clock import LEASE_SECONDS
from versebench.studies.database.fill import RANKS
from versebench.studies.database.tables import ASSIGNMENTS, ITEMS
from versebench.studies.order import balanced, number_of, shuffled
from versebench.studies.plan.design import quotas
from versebench.studies.plan.sample import gold_of_judge
from versebench.studies.protocols.registry import PROTOCOLS
from versebench.studies.spec import Spec

_MOST_EXPIRED = 100
"""Leases that one transaction ends: after a long pause many have run out, and nobody waits for all of them."""

_RENEWED_AFTER = 60.0
"""Seconds after which a lease is renewed if its judge opens the page again; before, nothing needs to be written."""

Stratum = tuple[str, str]
"""A protocol, and a stratum of its items."""


@dataclass(frozen=True)
class Design:
    """What assignments follow: quotas, order, and the items that check attention."""

    quotas: Mapping[str, int]
    strata: tuple[Stratum, ...]
    blocked: bool
    gold: int
    judgements_per_item: int

    @property
    def places(self) -> int:
        """Items of a judge, with those that check attention."""
        return sum(self.quotas.values()) + self.gold


def design_of(spec: Spec, strata: set[Stratum]) -> Design:
    """The design that a specification and its items describe."""
    wanted = spec.judges.judgements_per_item
    return Design(quotas(spec), tuple(sorted(strata)), spec.order == "blocked", gold_of_judge(spec), wanted)


# Statements are made once: to make one takes longer than to run it.
_UNANSWERED = select(ASSIGNMENTS).where(ASSIGNMENTS.c.judge == bindparam("of"), ASSIGNMENTS.c.state != "answered")
_UNANSWERED_LOCKED = _UNANSWERED.with_for_update()
_LATE = (
    select(ASSIGNMENTS.c.assignment, ASSIGNMENTS.c.item)
    .join(ITEMS, ITEMS.c.item == ASSIGNMENTS.c.item)
    .where(ASSIGNMENTS.c.state == "open", ASSIGNMENTS.c.lease < bindparam("now"))
    .limit(_MOST_EXPIRED)
    .with_for_update(skip_locked=True)
)
_EXPIRE = update(ASSIGNMENTS).where(ASSIGNMENTS.c.assignment == bindparam("of")).values(state="expired")
_LEASED = (
    update(ITEMS)
    .where(ITEMS.c.item == bindparam("of"))
    .values(leased=ITEMS.c.leased + bindparam("more", type_=BigInteger))
)
_RENEW = update(ASSIGNMENTS).where(ASSIGNMENTS.c.assignment == bindparam("of")).values(state="open")
_COUNTED = (
    select(ITEMS.c.protocol, ITEMS.c.stratum, ITEMS.c.gold, func.count())
    .join(ASSIGNMENTS, ASSIGNMENTS.c.item == ITEMS.c.item)
    .where(ASSIGNMENTS.c.judge == bindparam("of"))
    .group_by(ITEMS.c.protocol, ITEMS.c.stratum, ITEMS.c.gold)
)
_ASSIGN = insert(ASSIGNMENTS)


def fresh_item(connection: Connection, judge: RowMapping, now: float) -> RowMapping | None:
    """The open item of a judge, if its lease need not be renewed: to show it again, nothing is locked or written."""
    found = connection.execute(_UNANSWERED, {"of": judge["judge"]}).mappings().one_or_none()
    return found if found is not None and _is_fresh(found, now) else None


def _is_fresh(found: RowMapping, now: float) -> bool:
    return bool(found["state"] == "open" and found["lease"] >= now + LEASE_SECONDS - _RENEWED_AFTER)


def open_item(connection: Connection, judge: RowMapping, design: Design, now: float) -> RowMapping | None:
    """The open item of a judge, which never changes until it is answered, or else a new one; None at the end.

    The caller holds the lock of the judge. No two transactions wait for each other: the judge's assignment is locked
    first, then its item; of all that is locked after that, rows that another has are skipped.
    """
    found = connection.execute(_UNANSWERED_LOCKED, {"of": judge["judge"]}).mappings().one_or_none()
    if found is not None and not _is_fresh(found, now):
        _renew(connection, found, now)
    _expire(connection, now)
    return found if found is not None else _assign(connection, judge, design, now)


def _expire(connection: Connection, now: float) -> None:
    """Give items back whose lease has run out."""
    for assignment, item in connection.execute(_LATE, {"now": now}).all():
        connection.execute(_EXPIRE, {"of": assignment})
        connection.execute(_LEASED, {"of": item, "more": -1})


def _renew(connection: Connection, found: RowMapping, now: float) -> None:
    if found["state"] == "expired":
        connection.execute(_LEASED, {"of": found["item"], "more": 1})
    connection.execute(_RENEW, {"of": found["assignment"], "lease": now + LEASE_SECONDS})


def _assign(connection: Connection, judge: RowMapping, design: Design, now: float) -> RowMapping | None:
    counted = connection.execute(_COUNTED, {"of": judge["judge"]}).all()
    place = sum(number for *_, number in counted) + 1
    main = {(protocol, stratum): number for protocol, stratum, gold, number in counted if not gold}
    picked = None
    if place in gold_places(judge["salt"], design.places, design.gold):
        picked = _pick(connection, judge, design, _GOLD, protocol=_block(judge, design, main, place))
    if picked is None:
        picked = _next(connection, judge, design, main, place)
    if picked is None:
        return None
    values = {
        "assignment": secrets.token_hex(12),
        "judge": judge["judge"],
        "item": picked["item"],
        "work": picked["work"],
        "place": place,
        "position": _position(judge["salt"], picked, main),
        "state": "open",
        "sent": now,
        "lease": now + LEASE_SECONDS,
    }
    connection.execute(_ASSIGN, values)
    connection.execute(_LEASED, {"of": picked["item"], "more": 1})
    return connection.execute(_UNANSWERED, {"of": judge["judge"]}).mappings().one()


@lru_cache(maxsize=4096)
def gold_places(salt: int, places: int, gold: int) -> frozenset[int]:
    """The places of items that check attention: drawn for each judge, never the first or the last."""
    return frozenset(shuffled(range(2, places), "gold", salt)[:gold] if gold else ())


def _next(
    connection: Connection, judge: RowMapping, design: Design, counts: Mapping[Stratum, int], place: int
) -> RowMapping | None:
    for protocol, stratum in strata_in_order(judge["judge"], judge["salt"], design, counts, place):
        side = balanced(counts.get((protocol, stratum), 0), 2, judge["salt"], protocol, stratum)
        of_stratum = {"protocol": protocol, "stratum": stratum}
        picked = _pick(connection, judge, design, _OF_SIDE, **of_stratum, side=side)
        picked = picked or _pick(connection, judge, design, _OF_STRATUM, **of_stratum)
        if picked is not None:
            return picked
    return None


def _block(judge: RowMapping, design: Design, counts: Mapping[Stratum, int], place: int) -> str:
    """The protocol that the judge is asked about now."""
    strata = strata_in_order(judge["judge"], judge["salt"], design, counts, place)
    return next((protocol for protocol, _ in strata), "")


def strata_in_order(
    judge: int, salt: int, design: Design, counts: Mapping[Stratum, int], place: int
) -> Iterator[Stratum]:
    """The strata that the next item may be of, first choice first.

    Protocols are blocks, whose order rotates over judges. Within a protocol the tasks are mixed, so that each comes
    equally often, or are blocks too.
    """
    protocols = sorted(design.quotas)
    first = judge % len(protocols)
    for protocol in protocols[first:] + protocols[:first]:
        strata = [stratum for stratum in design.strata if stratum[0] == protocol]
        asked = sum(counts.get(stratum, 0) for stratum in strata)
        if asked >= design.quotas[protocol]:
            continue
        if design.blocked:
            share = -(-design.quotas[protocol] // len(strata))
            turn = shuffled(strata, salt, protocol)
            yield from sorted(turn, key=lambda stratum: counts.get(stratum, 0) >= share)
        else:
            turn = shuffled(strata, salt, protocol, place)
            yield from sorted(turn, key=lambda stratum: counts.get(stratum, 0))


_GOLD, _OF_SIDE, _OF_STRATUM = "gold", "side", "stratum"
"""Which items can be picked."""


@cache
def _picked(among: str) -> Select[tuple[object, ...]]:
    """The item with the fewest judgements and leases whose poem the judge has not met; ties by a draw of the judge."""
    met = select(ASSIGNMENTS.c.work).where(ASSIGNMENTS.c.judge == bindparam("of"))
    fill = ITEMS.c.answered + ITEMS.c.leased
    rows: Select[tuple[object, ...]] = select(ITEMS).where(ITEMS.c.gold.is_(among == _GOLD), ITEMS.c.work.not_in(met))
    if among != _GOLD:
        rows = rows.where(ITEMS.c.protocol == bindparam("protocol"), ITEMS.c.stratum == bindparam("stratum"))
        rows = rows.where(fill < bindparam("most"))
    if among == _OF_SIDE:
        rows = rows.where((ITEMS.c.side == -1) | (ITEMS.c.side == bindparam("side")))
    draw = ITEMS.c.rank * bindparam("salt", type_=BigInteger) % RANKS
    order: list[ColumnElement[Any]] = [fill, draw, ITEMS.c.item]
    if among == _GOLD:
        order = [case((ITEMS.c.protocol == bindparam("protocol"), 0), else_=1), *order]
    return rows.order_by(*order).limit(1).with_for_update(skip_locked=True)


def _pick(connection: Connection, judge: RowMapping, design: Design, among: str, **of: str | int) -> RowMapping | None:
    values: dict[str, Any] = {"of": judge["judge"], "salt": judge["salt"], **of}
    if among != _GOLD:
        values["most"] = design.judgements_per_item
    return connection.execute(_picked(among), values).mappings().one_or_none()


def _position(salt: int, picked: RowMapping, counts: Mapping[Stratum, int]) -> int:
    """Where the right text stands: each place equally often for a judge and task; 0 if no place is right."""
    protocol = PROTOCOLS[picked["protocol"]]
    if picked["side"] >= 0 or protocol.sides < 2:
        return 0
    if picked["gold"]:
        return number_of("gold", salt, picked["item"]) % protocol.sides + 1
    index = counts.get((picked["protocol"], picked["stratum"]), 0)
    return balanced(index, protocol.sides, salt, picked["protocol"], picked["stratum"]) + 1
