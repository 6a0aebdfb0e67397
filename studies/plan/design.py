"""How a study divides its items among judges, and whether that can be done at all."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from versebench.studies.errors import SpecError
from versebench.studies.plan.sample import gold_of_judge
from versebench.studies.protocols.registry import PROTOCOLS
from versebench.studies.spec import Spec


def quotas(spec: Spec) -> dict[str, int]:
    """The items of each protocol that a judge gets: in proportion to all items, by largest remainders."""
    whole = sum(part.items for part in spec.protocols)
    shares = {part.protocol: spec.judges.items * part.items / whole for part in spec.protocols}
    numbers = {name: math.floor(share) for name, share in shares.items()}
    by_remainder = sorted(shares, key=lambda name: numbers[name] - shares[name])
    for name in by_remainder[: spec.judges.items - sum(numbers.values())]:
        numbers[name] += 1
    return numbers


def meeting_key(item: Mapping[str, Any]) -> str:
    """What a judge meets once: the poem, or, where judges see titles of several poems, the title."""
    has_title = item["protocol"] == "probability_human.v1" and item["title"] is not None
    return f"title:{item['title']}" if has_title else item["work_id"]


def judges_needed(spec: Spec, items: Sequence[Mapping[str, Any]]) -> int:
    """How many judges the study needs. Raises :class:`SpecError`, with the numbers, if it cannot be done."""
    main = [item for item in items if not item["gold"] and not item["practice"]]
    each = quotas(spec)
    wanted = spec.judges.judgements_per_item
    for protocol, quota in each.items():
        poems = len({meeting_key(item) for item in main if item["protocol"] == protocol})
        if quota > poems:
            raise SpecError(
                f"judges.items: a judge would get {quota:,} items of {protocol}, but these show {poems:,} different "
                f"poems or titles, and no judge meets one twice; give judges fewer items, or add poems"
            )
    sizes = Counter(item["protocol"] for item in main)
    for_work = max(math.ceil(sizes[protocol] * wanted / max(quota, 1)) for protocol, quota in each.items())
    [(_, shared)] = Counter(map(meeting_key, main)).most_common(1)
    needed = max(for_work, shared * wanted, wanted)
    if needed > spec.judges.most:
        raise SpecError(
            f"judges.most: the study needs {needed:,} judges and has {spec.judges.most:,}: {len(main):,} items x "
            f"{wanted} judgements / {spec.judges.items:,} of each judge = {for_work:,} judges; {shared} items share a "
            f"poem or title, which no judge meets twice, x {wanted} judgements = {shared * wanted:,} judges"
        )
    return needed


def minutes_of_judge(spec: Spec) -> float:
    """The minutes that a judge needs, by the seconds that each protocol reckons for an item."""
    each = quotas(spec)
    seconds = sum((quota + spec.practice) * PROTOCOLS[name].seconds for name, quota in each.items())
    mean = sum(PROTOCOLS[name].seconds * quota for name, quota in each.items()) / spec.judges.items
    return (seconds + gold_of_judge(spec) * mean + 120) / 60
