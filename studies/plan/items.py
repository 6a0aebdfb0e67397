"""The items of a study, as rows of the table ``items``."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from versebench.studies.errors import SpecError
from versebench.studies.languages import Language
from versebench.studies.order import number_of, shuffled, text_id
from versebench.studies.plan.sample import GOLD, MAIN, PRACTICE, Sampled, gold_of_judge
from versebench.studies.protocols.protocol import Told
from versebench.studies.protocols.registry import PROTOCOLS
from versebench.studies.spec import ProtocolPart, Spec
from versebench.studies.web.catalogue import catalogue

Row = dict[str, Any]

_OPTIONAL = ("task", "pair_id", "writer", "authors", "title", "form", "answer")


def rows_of_pairs(spec: Spec, sampled: Sequence[Sampled], pairs: Mapping[tuple[str, str], Row]) -> list[Row]:
    """The items that sampled pairs give. ``pairs`` holds the rows of the release by task and id."""
    rows = []
    for sample in sampled:
        pair = pairs[sample.task, sample.pair_id]
        if not pair["original"] or not pair["corrupted"]:
            raise SpecError("the release withholds its texts; rebuild it with its texts, and plan from that")
        rows += [_pair_row(sample, pair, fields) for fields in _fields(spec, sample, pair)]
    return rows


def _fields(spec: Spec, sample: Sampled, pair: Row) -> list[Row]:
    protocol = PROTOCOLS[sample.protocol]
    if sample.purpose == GOLD:
        gold = protocol.gold_of_pair(pair, scrambled(pair["corrupted"], spec.seed))
        return [] if gold is None else [gold | {"text_ids": [text_id(text) for text in gold["texts"]]}]
    items = protocol.items_of_pair(pair)
    if sample.purpose == PRACTICE:
        return [items[number_of(spec.seed, "practice", pair["pair_id"]) % len(items)]]
    return items


def scrambled(text: str, seed: int) -> str:
    """A text with the words of each line in another order: what an attentive judge never takes for a poem."""
    lines = [line.split() for line in text.split("\n")]
    return "\n".join(" ".join(shuffled(words, seed, text, number)) for number, words in enumerate(lines))


def _pair_row(sample: Sampled, pair: Row, fields: Row) -> Row:
    return {
        **dict.fromkeys(_OPTIONAL),
        "item": _item_id(sample.protocol, sample.task, sample.pair_id, sample.purpose, *fields["text_ids"]),
        "protocol": sample.protocol,
        "task": sample.task,
        "pair_id": sample.pair_id,
        "work_id": pair["work_id"],
        "stratum": sample.task,
        "gold": sample.purpose == GOLD,
        "practice": sample.purpose == PRACTICE,
        "simulated": False,
        **fields,
    }


def _item_id(*names: str) -> str:
    return hashlib.blake2b("\x1f".join(names).encode(), digest_size=8).hexdigest()


def rows_of_items(spec: Spec, table: Iterable[Row]) -> list[Row]:
    """The items of the parts that are read from a table of items, sampled by hash and equally per stratum."""
    parts = [part for part in spec.protocols if not part.tasks]
    rows: dict[str, list[Row]] = {part.protocol: [] for part in parts}
    for row in table:
        if row["protocol"] in rows and not row["gold"]:
            rows[row["protocol"]].append(row)
    return [item for part in parts for item in _part_of_items(spec, part, rows[part.protocol])]


def _part_of_items(spec: Spec, part: ProtocolPart, rows: list[Row]) -> list[Row]:
    strata: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: (number_of(spec.seed, part.protocol, row["item"]), row["item"])):
        _check(part, row)
        if not row["practice"]:
            strata.setdefault(row["stratum"], []).append(row)
    purposes = [MAIN] * part.items + [PRACTICE] * spec.practice + [GOLD] * gold_of_judge(spec)
    chosen = _in_turn([strata[name] for name in sorted(strata)], len(purposes))
    if len(chosen) < len(purposes):
        extra = f"{spec.practice} for practice and {gold_of_judge(spec)} that check attention"
        raise SpecError(
            f"protocols: {part.items} items of {part.protocol}, {extra} are wanted, and the table of items has "
            f"{len(chosen)}; ask for fewer"
        )
    told = partial(_told, spec.languages)
    return [
        _item_row(part, row if purpose != GOLD else row | _gold_fields(part, row, told), purpose)
        for row, purpose in zip(chosen, purposes, strict=True)
    ]


def _told(languages: Sequence[Language], key: str, **values: str | int) -> str:
    """A message in all languages of a study, each in lines of its own: judges of any language get the item."""
    return "\n".join(catalogue(language)[key].format(**values) for language in languages)


def _gold_fields(part: ProtocolPart, row: Row, told: Told) -> Row:
    try:
        fields = PROTOCOLS[part.protocol].gold_of_item(row, told)
    except ValueError as error:
        raise SpecError(f"items: item {row['item']} of {part.protocol} {error}") from None
    return {"title": None, **fields, "text_ids": [text_id(text) for text in fields["texts"]], "gold": True}


def _in_turn(strata: Sequence[Sequence[Row]], number: int) -> list[Row]:
    most = max(map(len, strata), default=0)
    turns = [rows[place] for place in range(most) for rows in strata if place < len(rows)]
    return turns[:number]


def _check(part: ProtocolPart, row: Row) -> None:
    try:
        PROTOCOLS[part.protocol].check_item(row)
    except ValueError as error:
        raise SpecError(f"items: item {row['item']} of {part.protocol} {error}") from None


def _item_row(part: ProtocolPart, row: Row, purpose: str) -> Row:
    return {
        **{name: value for name, value in row.items() if name != "study"},
        "item": _item_id(part.protocol, row["item"], purpose),
        "practice": purpose == PRACTICE,
        "simulated": False,
    }
