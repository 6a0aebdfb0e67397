"""Verses of artists without their texts, and generated verses without what they copy."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from versebench.schemas.ghostwriting import GENERATED, MEASURES, VERSES
from versebench.schemas.studies import ITEMS

COPIED = "▁"
"""Stands for each token of a copied run."""


def withhold_verses(tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """The tables of verses among those of a shard, without texts of artists; empty if there are none.

    Of a generated verse, the tokens of runs that are copied are replaced by a mark, and the others stay.
    """
    if VERSES.name not in tables:
        return {}
    verses, generated = tables[VERSES.name], tables[GENERATED.name]
    runs = {_key(row): (row["copied_start"], row["copied_length"]) for row in tables[MEASURES.name].to_pylist()}
    texts = [_without_copies(row["text"], *runs[_key(row)]) for row in generated.to_pylist()]
    return {
        VERSES.name: _with_texts(verses, [""] * len(verses)),
        GENERATED.name: _with_texts(generated, texts),
        **({ITEMS.name: _without_shown(tables[ITEMS.name])} if ITEMS.name in tables else {}),
    }


def _without_shown(items: pa.Table) -> pa.Table:
    """The items with the ids of the verses that they show, and without these verses."""
    place = items.schema.get_field_index("texts")
    texts = [[""] * len(shown) for shown in items.column("texts").to_pylist()]
    return items.set_column(place, items.schema.field(place), pa.array(texts, items.schema.field(place).type))


def _key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in GENERATED.key)


def _without_copies(text: str, starts: list[int], lengths: list[int]) -> str:
    copied = {place for start, length in zip(starts, lengths, strict=True) for place in range(start, start + length)}
    lines, place = [], 0
    for line in text.split("\n"):
        tokens = line.split()
        lines.append(" ".join(COPIED if place + ahead in copied else token for ahead, token in enumerate(tokens)))
        place += len(tokens)
    return "\n".join(lines)


def _with_texts(table: pa.Table, texts: list[str]) -> pa.Table:
    place = table.schema.get_field_index("text")
    return table.set_column(place, table.schema.field(place), pa.array(texts, pa.string()))
