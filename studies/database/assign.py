"""Which item a judge gets next. One transaction counts, picks and assigns."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, RowMapping, Select, func, insert, select, update

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
    has_gold = any(PROTOCOLS[protocol].source == "pairs" for protocol, _ in strata)
    gold = gold_of_judge(spec) if has_gold else 0
    return Design(quotas(spec), tuple(sorted(strata)), spec.order == "blocked", gold, spec.judges.judgements_per_item)


def open_item(connection: Connection, judge: RowMapping, design: Design, now: float) -> RowMapping | None:
    """The open item of a judge, which never changes until it is answered, or else a new one; None at the end.

    The caller holds the lock of the judge. No two transactions wait for each other: the judge's assignment is locked
    first, then its item; of all that is locked after that, rows that another has are skipped.
    """
    unanswered = select(ASSIGNMENTS).where(ASSIGNMENTS.c.judge == judge["judge"], ASSIGNMENTS.c.state != "answered")
    found = connection.execute(unanswered.with_for_update()).mappings().one_or_none()
    if found is not None:
        _renew(connection, found, now)
    _expire(connection, now)
    if found is not None:
        return found
    assignment = _assign(connection, judge, design, now)
    return None if assignment is None else connection.execute(unanswered).mappings().one()


def _expire(connection: Connection, now: float) -> None:
    """Give items back whose lease has run out."""
    late = (
        select(ASSIGNMENTS.c.assignment, ASSIGNMENTS.c.item)
        .join(ITEMS, ITEMS.c.item == ASSIGNMENTS.c.item)
        .where(ASSIGNMENTS.c.state == "open", ASSIGNMENTS.c.lease < now)
        .limit(_MOST_EXPIRED)
    )
    for assignment, item in connection.execute(late.with_for_update(skip_locked=True)).all():
        connection.execute(update(ASSIGNMENTS).where(ASSIGNMENTS.c.assignment == assignment).values(state="expired"))
        connection.execute(update(ITEMS).where(ITEMS.c.item == item).values(leased=ITEMS.c.leased - 1))


def _renew(connection: Connection, found: RowMapping, now: float) -> None:
    if found["state"] == "expired":
        connection.execute(update(ITEMS).where(ITEMS.c.item == found["item"]).values(leased=ITEMS.c.leased + 1))
    mine = ASSIGNMENTS.c.assignment == found["assignment"]
    connection.execute(update(ASSIGNMENTS).where(mine).values(state="open", lease=now + LEASE_SECONDS))


def _assign(connection: Connection, judge: RowMapping, design: Design, now: float) -> str | None:
    mine = ASSIGNMENTS.c.judge == judge["judge"]
    counted = connection.execute(
        select(ITEMS.c.protocol, ITEMS.c.stratum, ITEMS.c.gold, func.count())
        .join(ASSIGNMENTS, ASSIGNMENTS.c.item == ITEMS.c.item)
        .where(mine)
        .group_by(ITEMS.c.protocol, ITEMS.c.stratum, ITEMS.c.gold)
    ).all()
    place = sum(number for *_, number in counted) + 1
    main = {(protocol, stratum): number for protocol, stratum, gold, number in counted if not gold}
    picked = None
    if place in gold_places(judge["salt"], design):
        picked = _pick(connection, judge, design, [ITEMS.c.gold.is_(True)])
    if picked is None:
        picked = _next(connection, judge, design, main, place)
    if picked is None:
        return None
    assignment = secrets.token_hex(12)
    connection.execute(
        insert(ASSIGNMENTS).values(
            assignment=assignment,
            judge=judge["judge"],
            item=picked["item"],
            work=picked["work"],
            place=place,
            position=_position(judge["salt"], picked, main),
            state="open",
            sent=now,
            lease=now + LEASE_SECONDS,
        )
    )
    connection.execute(update(ITEMS).where(ITEMS.c.item == picked["item"]).values(leased=ITEMS.c.leased + 1))
    return assignment


def gold_places(salt: int, design: Design) -> frozenset[int]:
    """The places of items that check attention: drawn for each judge, never the first or the last."""
    return frozenset(shuffled(range(2, design.places), "gold", salt)[: design.gold])


def _next(
    connection: Connection, judge: RowMapping, design: Design, counts: Mapping[Stratum, int], place: int
) -> RowMapping | None:
    for protocol, stratum in strata_in_order(judge["judge"], judge["salt"], design, counts, place):
        of_stratum = [ITEMS.c.protocol == protocol, ITEMS.c.stratum == stratum, ITEMS.c.gold.is_(False)]
        side = balanced(counts.get((protocol, stratum), 0), 2, judge["salt"], protocol, stratum)
        picked = _pick(connection, judge, design, [*of_stratum, ITEMS.c.side.in_((-1, side))])
        picked = picked or _pick(connection, judge, design, of_stratum)
        if picked is not None:
            return picked
    return None


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


def _pick(
    connection: Connection, judge: RowMapping, design: Design, conditions: list[ColumnElement[bool]]
) -> RowMapping | None:
    """The item with the fewest judgements and leases whose poem the judge has not met; ties by a draw of the judge."""
    met = select(ASSIGNMENTS.c.work).where(ASSIGNMENTS.c.judge == judge["judge"])
    fill = ITEMS.c.answered + ITEMS.c.leased
    rows: Select[tuple[object, ...]] = select(ITEMS).where(*conditions, ITEMS.c.work.not_in(met))
    draw = ITEMS.c.rank * judge["salt"] % RANKS
    rows = rows.where(ITEMS.c.gold | (fill < design.judgements_per_item)).order_by(fill, draw, ITEMS.c.item).limit(1)
    return connection.execute(rows.with_for_update(skip_locked=True)).mappings().one_or_none()


def _position(salt: int, picked: RowMapping, counts: Mapping[Stratum, int]) -> int:
    """Where the right text stands: each place equally often for a judge and task; 0 if no place is right."""
    protocol = PROTOCOLS[picked["protocol"]]
    if picked["side"] >= 0 or protocol.sides < 2:
        return 0
    if picked["gold"]:
        return number_of("gold", salt, picked["item"]) % protocol.sides + 1
    index = counts.get((picked["protocol"], picked["stratum"]), 0)
    return balanced(index, protocol.sides, salt, picked["protocol"], picked["stratum"]) + 1
