"""The part of an export that is about what a release holds."""

from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.transforms.judgements.answers import Export, counted_items

ANSWERS = ("judgements", "line_ratings")
"""Tables of an export with a row for each answer of a judge."""


@dataclass(frozen=True)
class AnswerCount:
    """What became of the answers of a table: those on items for attention or practice and on items that the release
    lacks are left out, all others are released."""

    table: str
    exported: int
    attention: int
    not_in_release: int
    released: int


@dataclass(frozen=True)
class Shared:
    """The tables of an export about the items that a release holds, and the counts of the rows that were left out.

    ``items`` and ``items_lacking`` count the items that count and those among them that the release lacks.
    """

    tables: Export
    counts: tuple[AnswerCount, ...]
    items: int
    items_lacking: int


def judged_ids(items: pa.Table) -> tuple[pa.Array, pa.Array]:
    """The pairs that items are about, and the poems or verses of items without a pair."""
    alone = items.filter(pc.is_null(items["pair_id"]))
    texts = pc.list_flatten(alone["text_ids"]).combine_chunks()
    return (
        items["pair_id"].combine_chunks().drop_null().unique(),
        pa.concat_arrays([alone["work_id"].combine_chunks(), texts]).unique(),
    )


def shared_with(export: Export, pairs: Iterable[pa.Array], texts: Iterable[pa.Array]) -> Shared:
    """What of an export is about a release that holds some pairs, and poems or verses.

    An item about a pair is held if the pair is; any other if the poem or verse that is judged is held, and for a page
    of several texts each of them. Judges stay, whatever they judged.
    """
    counted = counted_items(export["items"])
    held = counted.filter(_held(counted, _all(pairs), _all(texts)))
    tables, counts = {**export, "items": held}, []
    for name in ANSWERS:
        rows = export[name]
        of_counted, of_held = (
            pc.is_in(rows["item"], value_set=items["item"].combine_chunks()) for items in (counted, held)
        )
        tables[name] = rows.filter(of_held)
        asked, kept = int(pc.sum(of_counted).as_py() or 0), len(tables[name])
        counts.append(AnswerCount(name, len(rows), len(rows) - asked, asked - kept, kept))
    return Shared(tables, tuple(counts), len(counted), len(counted) - len(held))


def _all(parts: Iterable[pa.Array]) -> pa.Array:
    return pa.concat_arrays([pa.array([], pa.string()), *parts])


def _held(items: pa.Table, pairs: pa.Array, texts: pa.Array) -> pa.ChunkedArray:
    of_pair = pc.is_in(items["pair_id"], value_set=pairs)
    lists = items["text_ids"].combine_chunks()
    missing = pc.invert(pc.is_in(lists.flatten(), value_set=texts))
    lacking = pc.list_parent_indices(lists).filter(missing).unique()
    rows = pa.array(range(len(items)), lacking.type)
    several = pc.greater(pc.list_value_length(items["text_ids"]), 1)
    complete = pc.or_(pc.invert(several), pc.invert(pc.is_in(rows, value_set=lacking)))
    return pc.if_else(
        pc.is_valid(items["pair_id"]), of_pair, pc.and_(pc.is_in(items["work_id"], value_set=texts), complete)
    )
