"""How evenly the sides of each judge and task came out: the places of right answers, and answers that are right."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.counts import SideCount
from versebench.studies.protocols.registry import PROTOCOLS

_Key = tuple[str, str, str]
"""A judge, a protocol, and a task or other stratum of its items."""

_PAIR = 2


def side_counts(judgements: pa.Table, items: pa.Table) -> list[SideCount]:
    """How far apart the places of right answers are, for each judge and task; without items that check attention.

    Places are drawn in shuffled blocks: four for two sides, else one for each side. So the most and the least frequent
    place can differ by two, or by one, in the block that is not full.
    """
    asked = _main(judgements, items)
    counts = _counted(asked.filter(pc.greater(asked["position"], 0)), "position")
    return [_count(key, of_key) for key, of_key in sorted(counts.items())]


def _count(key: _Key, places: Mapping[int, int]) -> SideCount:
    sides = PROTOCOLS[key[1]].sides
    often = [places.get(side, 0) for side in range(1, sides + 1)]
    return SideCount(*key, difference=max(often) - min(often), allowed=2 if sides == _PAIR else 1)


def uneven_answers(judgements: pa.Table, items: pa.Table) -> int:
    """For how many judges and tasks one right answer came more than two times more often than the other.

    This is about protocols whose sides are items: once those of one side are filled, a judge gets one of the other.
    """
    asked = _main(judgements, items)
    of_items = [name for name, protocol in PROTOCOLS.items() if protocol.sides == _PAIR]
    of_items_asked = pc.and_(pc.equal(asked["position"], 0), pc.is_in(asked["protocol"], value_set=pa.array(of_items)))
    counts = _counted(asked.filter(of_items_asked), "right")
    return sum(abs(2 * max(answers.values()) - sum(answers.values())) > _PAIR for answers in counts.values())


def _main(judgements: pa.Table, items: pa.Table) -> pa.Table:
    """The judge, protocol, stratum, place of the right answer, and that answer, of each judgement that counts."""
    places = pc.index_in(judgements["item"], value_set=items["item"].combine_chunks())
    of_item = items.select(["protocol", "stratum", "answer", "gold"]).combine_chunks().take(places)
    asked = judgements.select(["judge", "position"])
    for name, column in (("protocol", "protocol"), ("stratum", "stratum"), ("right", "answer")):
        asked = asked.append_column(name, of_item[column])
    return asked.filter(pc.invert(pc.fill_null(of_item["gold"], True)))


def _counted(asked: pa.Table, side: str) -> dict[_Key, dict[Any, int]]:
    counts: defaultdict[_Key, dict[Any, int]] = defaultdict(dict)
    grouped = asked.group_by(["judge", "protocol", "stratum", side]).aggregate([([], "count_all")])
    for row in grouped.to_pylist():
        counts[row["judge"], row["protocol"], row["stratum"]][row[side]] = row["count_all"]
    return counts
