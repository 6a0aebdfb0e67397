"""Minimal pairs from a file of JSON lines: those of BLiMP, and ours as they are published."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pyarrow as pa

from versebench.schemas.pairs import PAIRS
from versebench.schemas.poems import REJECTS
from versebench.storage import filesystem
from versebench.storage.commit import ShardOutput
from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow, Row
from versebench.transforms.readers.registry import read_source
from versebench.transforms.text.keys import hash_id, pair_id, shard_of, text_id

LAYOUTS = (("sentence_good", "sentence_bad", "UID", "pairID"), ("original", "corrupted", "task", "pair_id"))
"""Names of the good text, the bad one, the task and the pair: in BLiMP (Warstadt et al. 2020), and in our tables."""

MAX_ROW_BYTES = 1 << 20


@dataclass(frozen=True)
class ImportPairs:
    """The pairs of a file that belong to a shard: each a work of its own."""

    path: str
    shards: int

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` rows, ``out`` pairs, and ``rejected.<reason>``."""
        made = [made for made in read_pairs(self.path) if shard_of(str(made["work_id"]), self.shards) == shard]
        pairs, rejects = ([row for row in made if ("reason" in row) == refused] for refused in (False, True))
        pairs.sort(key=lambda row: tuple(str(row[name]) for name in PAIRS.key))
        rejects.sort(key=lambda row: str(row["reject_id"]))
        counts = {"in": len(made), "out": len(pairs)}
        for row in rejects:
            counts[f"rejected.{row['reason']}"] = counts.get(f"rejected.{row['reason']}", 0) + 1
        tables = {
            "pairs": pa.Table.from_pylist(pairs, PAIRS.schema),
            "rejects": pa.Table.from_pylist(rejects, REJECTS.schema),
        }
        return ShardOutput(tables, counts)


def read_pairs(path: str) -> Iterator[dict[str, object]]:
    """A row of the pairs for each row of the file that is one, of the rejects for any other.

    Raises ``OSError`` where the file cannot be read.
    """
    seen: set[str] = set()
    with filesystem.open_reader(path) as stream:
        for row in read_source(stream, "jsonl", MAX_ROW_BYTES):
            made = _reject(row, row.reason, row.detail) if isinstance(row, BadRow) else _pair(row)
            identity = str(made["work_id"])
            if identity in seen:
                yield _reject(row, "duplicate_pair", "another row has the same id, task and texts")
            else:
                yield made
            seen.add(identity)


def _pair(row: Row) -> dict[str, object]:
    layout = next((names for names in LAYOUTS if names[0] in row.fields), LAYOUTS[0])
    values = [row.fields.get(name) for name in layout]
    good, bad, task, identity = values
    for name, value in zip(layout[:3], values, strict=False):
        if not isinstance(value, str) or not value.strip():
            return _reject(row, "missing_field", f"{name} is missing or is not a text")
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            return _reject(row, "invalid_utf8", f"{name} is not valid UTF-8")
    good, bad, task = str(good), str(bad), str(task).replace("/", "-")
    if good == bad:
        return _reject(row, "equal_texts", f"{layout[0]} and {layout[1]} are the same")
    work = hash_id("imported", task, str(identity), good, bad)
    return {
        "pair_id": pair_id(work, task, 0, good, bad),
        "work_id": work,
        "task": task,
        "edit": 0,
        "original": good,
        "corrupted": bad,
        "original_text_id": text_id(good),
        "corrupted_text_id": text_id(bad),
        **{name: [] for name in ("lines", "words")},
        **{f"{side}_{end}": [] for side in ("original", "corrupted") for end in ("starts", "ends")},
        "words_removed": _words_removed(row.fields),
        "seed": 0,
    }


def _words_removed(fields: Mapping[str, object]) -> int:
    value = fields.get("words_removed")
    return value if isinstance(value, int) and 0 <= value < 1 << 15 else 0


def _reject(row: Row | BadRow, reason: str, detail: str) -> dict[str, object]:
    original = row.original if isinstance(row, BadRow) else str(dict(row.fields))
    identity = hash_id("refused pair", str(row.number), reason)
    return {
        "reject_id": identity,
        "work_id": identity,
        "stage": "import-pairs",
        "reason": reason,
        "detail": f"row {row.number}: {detail}",
        "source": "pairs",
        "original": original.encode("utf-8", "replace").decode()[:ORIGINAL_LIMIT],
        "original_size": row.size if isinstance(row, BadRow) else len(original),
    }
