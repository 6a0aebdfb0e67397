"""Takedown by text: rows that have the text of another row that is taken down."""

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.transforms.ingest.spill import SPILL
from versebench.transforms.ingest.takedown import TAKEN_DOWN, orders_of, without_content
from versebench.transforms.text.keys import hash_id


def take_down_texts(poems: pa.Table, rejects: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Returns the poems that stay, and the rejects, to which poems with the text of a row taken down are added.

    The key of a row that is taken down becomes the id of its refusal, as for every reject, in place of its text id.
    """
    is_taken = pc.and_(pc.equal(rejects.column("reason"), TAKEN_DOWN), pc.is_valid(rejects.column("text_id")))
    taken: list[dict[str, Any]] = rejects.filter(is_taken).to_pylist()
    if not taken:
        return poems, rejects
    orders: dict[str, set[str]] = {}
    for row in taken:
        orders.setdefault(row["text_id"], set()).update(orders_of(row["detail"]))
    has_text = pc.is_in(poems.column("text_id"), pa.array(orders, pa.string()))
    taken += [without_content(row, orders[row["text_id"]]) for row in poems.filter(has_text).to_pylist()]
    refused = pa.Table.from_pylist([_by_refusal(row) for row in taken], SPILL)
    return poems.filter(pc.invert(has_text)), pa.concat_tables([rejects.filter(pc.invert(is_taken)), refused])


def _by_refusal(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "key": hash_id("reject", row["source"], TAKEN_DOWN, row["work_id"], row["text_id"]), "text_id": None}
