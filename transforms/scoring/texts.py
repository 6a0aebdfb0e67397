"""The texts of pairs, grouped by poem, in the canonical order of scoring."""

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from versebench.transforms.tasks.registry import TASKS


@dataclass(frozen=True)
class Text:
    """A text to be scored, and the work it belongs to."""

    work_id: str
    text_id: str
    text: str


def units(pairs: pa.Table) -> list[list[Text]]:
    """Returns the distinct texts of each poem: the original, then its corruptions in the order of the task registry."""
    order = {name: place for place, name in enumerate(TASKS)}
    works: dict[str, list[dict[str, Any]]] = {}
    names = ["work_id", "task", "edit", "original", "corrupted", "original_text_id", "corrupted_text_id"]
    for row in pairs.select(names).to_pylist():
        works.setdefault(row["work_id"], []).append(row)
    found = []
    for work, rows in works.items():
        rows.sort(key=lambda row: (order.get(row["task"].split(":")[0], len(order)), row["task"], row["edit"]))
        texts = {rows[0]["original_text_id"]: rows[0]["original"]}
        for row in rows:
            texts.setdefault(row["corrupted_text_id"], row["corrupted"])
        found.append([Text(work, text_id, text) for text_id, text in texts.items()])
    return found
