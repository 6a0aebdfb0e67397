"""Works of artists, as ingest keeps them."""

from typing import Any

import pyarrow as pa

from versebench.schemas.poems import POEMS
from versebench.transforms.ghostwriting.cut_shard import CutRules
from versebench.transforms.ghostwriting.names import Roster
from versebench.transforms.text.keys import text_id, work_id

RULES = CutRules(frozenset({"songs"}), 16, "verse-words.v1", Roster({}, None))


def work(text: str, author: str | None = "Ann", source: str = "poems") -> dict[str, Any]:
    unknown = dict.fromkeys(("parent_id", "first_line", "source_id", "title"))
    kind = {"licence": "CC0-1.0", "language": "english", "form": "verse", "attributes": "{}"}
    ids = {"work_id": work_id(source, None, text), "text_id": text_id(text)}
    lists: dict[str, Any] = {"topics": [], "included_words": []}
    return {**unknown, **kind, **ids, **lists, "source": source, "author": author, "text": text}


def works(*rows: dict[str, Any]) -> pa.Table:
    return POEMS.build_rows(rows)


def song(*sections: str) -> str:
    return "\n\n".join(sections)
