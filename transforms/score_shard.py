"""Score the texts of a shard's pairs under one model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from models.judges.contract import Convention, Judge, TextScore, Unscored
from models.judges.identity import ModelIdentity
from models.judges.registry import load_judge
from schemas.poems import REJECTS
from schemas.scores import SCORES
from transforms.corruptions.registry import TASKS
from transforms.keys import hash_id
from transforms.readers.contract import ORIGINAL_LIMIT
from transforms.shards.commit import ShardOutput
from transforms.shards.failure import MendableError
from transforms.shards.manifest import Manifest, read_table


@dataclass(frozen=True)
class Text:
    """A text to be scored, and the work it belongs to."""

    work_id: str
    text_id: str
    text: str


@dataclass(frozen=True)
class ScoreShard:
    """The scores of every text of a shard's pairs under one model, and the texts that have none as rejects."""

    directory: str
    corrupted: Manifest
    model: ModelIdentity
    convention: Convention
    token_scores: bool

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` and ``out`` texts, and ``rejected.<reason>``."""
        texts = list(unit_texts(read_table(self.directory, self.corrupted, "pairs", shard)))
        scored = _score(self._load(), texts)
        found = [(text, score) for text, score in scored if isinstance(score, TextScore)]
        refused = [(text, score) for text, score in scored if isinstance(score, Unscored)]
        counts = {"in": len(texts), "out": len(found)}
        for _, score in refused:
            counts[f"rejected.{score.reason}"] = counts.get(f"rejected.{score.reason}", 0) + 1
        return ShardOutput({"scores": self._scores(found), "rejects": self._rejects(refused)}, counts)

    def _load(self) -> Judge:
        try:
            return load_judge(self.model, self.convention)
        except ImportError as error:
            raise MendableError(f"scoring needs {error.name}; install versebench[score]") from None
        except Exception as error:
            raise MendableError(str(error)) from None

    def _scores(self, found: Sequence[tuple[Text, TextScore]]) -> pa.Table:
        count = len(found)
        tokens: list[Any] = [score.token_log_probabilities if self.token_scores else None for _, score in found]
        return SCORES.build(
            {
                "work_id": [text.work_id for text, _ in found],
                "text_id": [text.text_id for text, _ in found],
                "model": [self.model.name] * count,
                "revision": [self.model.revision] * count,
                "convention": [self.convention.name] * count,
                "log_probability": [score.log_probability for _, score in found],
                "tokens": [len(score.token_log_probabilities) for _, score in found],
                "token_log_probabilities": tokens,
            }
        )

    def _rejects(self, refused: Sequence[tuple[Text, Unscored]]) -> pa.Table:
        rows = [
            {
                "reject_id": hash_id("unscored", text.work_id, text.text_id, self.model.name, self.convention.name),
                "work_id": text.work_id,
                "stage": "score",
                "reason": score.reason,
                "detail": f"{self.model.name}: {score.detail}",
                "source": "pairs",
                "original": text.text[:ORIGINAL_LIMIT],
                "original_size": len(text.text),
            }
            for text, score in refused
        ]
        rows.sort(key=lambda row: str(row["reject_id"]))
        return pa.Table.from_pylist(rows, REJECTS.schema)


def _score(judge: Judge, texts: Sequence[Text]) -> list[tuple[Text, TextScore | Unscored]]:
    return list(zip(texts, judge.score([text.text for text in texts]), strict=True))


def unit_texts(pairs: pa.Table) -> Iterator[Text]:
    """The distinct texts of each poem in a canonical order: the original, then its corruptions in the tasks' order."""
    order = {name: place for place, name in enumerate(TASKS)}
    units: dict[str, list[dict[str, Any]]] = {}
    names = ["work_id", "task", "edit", "original", "corrupted", "original_text_id", "corrupted_text_id"]
    for row in pairs.select(names).to_pylist():
        units.setdefault(row["work_id"], []).append(row)
    for work, rows in units.items():
        rows.sort(key=lambda row: (order[row["task"].split(":")[0]], row["task"], row["edit"]))
        texts = {rows[0]["original_text_id"]: rows[0]["original"]}
        for row in rows:
            texts.setdefault(row["corrupted_text_id"], row["corrupted"])
        yield from (Text(work, text_id, text) for text_id, text in texts.items())
