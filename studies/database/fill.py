"""Put the items of a plan into an empty database, as references without texts."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select

from versebench.studies.database.tables import ITEMS
from versebench.studies.order import number_of
from versebench.studies.plan.design import meeting_key
from versebench.studies.protocols.registry import PROTOCOLS

RANKS = 2147483647
"""A prime: ranks and salts of judges are below it."""


def fill(connection: Connection, items: Sequence[Mapping[str, Any]]) -> None:
    """Insert all items but those for practice, once."""
    if connection.execute(select(func.count()).select_from(ITEMS)).scalar_one():
        return
    rows = [
        {
            "item": item["item"],
            "protocol": item["protocol"],
            "stratum": item["stratum"],
            "work": meeting_key(item),
            "side": side_of(item),
            "gold": item["gold"],
            "rank": number_of("rank", item["item"]) % (RANKS - 1) + 1,
            "answered": 0,
            "leased": 0,
        }
        for item in items
        if not item["practice"]
    ]
    connection.execute(insert(ITEMS), rows)


def side_of(item: Mapping[str, Any]) -> int:
    """The side that an item stands for, of protocols whose page has one text and two right answers; else -1."""
    protocol = PROTOCOLS[item["protocol"]]
    return ("no", "yes").index(item["answer"]) if protocol.sides > 1 and not protocol.position(item, 0) else -1
