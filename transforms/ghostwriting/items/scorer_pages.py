"""How probable a scorer finds the judged verse of a style page after each of the choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from versebench.schemas.model_answers import STYLE_SCORES
from versebench.schemas.poems import REJECTS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.ghostwriting.items.draw import MATCH_STYLE
from versebench.transforms.scoring.scoring import WorkerScorer
from versebench.transforms.scoring.texts import Text

Row = dict[str, Any]

STAGE = "style-scores"
BETWEEN = "\n\n"
"""What stands between a choice and the judged verse."""

_ITEM = ["item", "protocol", "authors", "texts", "text_ids"]
_SCORED = ["work_id", "text_id", "convention", "token_ends", "token_log_probabilities"]


@dataclass(frozen=True)
class ScorerPageShard:
    """Shard i has the scores of one scorer on the pages about artist i. The scorer keeps the scores of tokens."""

    directory: str
    items: Manifest
    scoring: WorkerScorer

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``style_scores`` and ``rejects``, which has the texts of pages that cannot be scored.

        Counts: those of the scorer, in texts.
        """
        rows = read_table(self.directory, self.items, "items", shard, _ITEM).to_pylist()
        pages = [row for row in rows if row["protocol"] == MATCH_STYLE]
        if not pages:
            return ShardOutput({STYLE_SCORES.name: STYLE_SCORES.empty(), REJECTS.name: REJECTS.empty()})
        scored = self.scoring.score([texts_of(page) for page in pages])
        found = page_scores(pages, scored.scores.select(_SCORED).to_pylist(), self.scoring.identity.name)
        found.sort(key=lambda row: tuple(row[name] for name in STYLE_SCORES.key))
        rejects = _of_this_stage(scored.rejects)
        return ShardOutput({STYLE_SCORES.name: STYLE_SCORES.build_rows(found), REJECTS.name: rejects}, scored.counts)

    def release(self) -> None:
        """Let go of the model."""
        self.scoring.release()


def texts_of(page: Row) -> list[Text]:
    """The texts that are scored: the judged verse alone, and after each choice and a blank line."""
    verse, *choices = page["texts"]
    texts = [verse, *(f"{choice}{BETWEEN}{verse}" for choice in choices)]
    return [Text(page["item"], text_id, text) for text_id, text in zip(page["text_ids"], texts, strict=True)]


def page_scores(pages: Sequence[Row], scored: Sequence[Row], name: str) -> list[Row]:
    """The rows of a scorer for each convention and each page of which all texts have scores.

    Only the tokens of the judged verse count. The score is their mean log-probability after the choice, minus the mean
    of the verse alone.
    """
    found: dict[tuple[str, str], dict[str, Row]] = {}
    for row in scored:
        found.setdefault((row["convention"], row["work_id"]), {})[row["text_id"]] = row
    conventions = sorted({row["convention"] for row in scored})
    return [
        row
        for convention in conventions
        for page in pages
        for row in _page(page, found.get((convention, page["item"]), {}), f"{name}, {convention}")
    ]


def _page(page: Row, scored: Mapping[str, Row], model: str) -> list[Row]:
    first, *others = page["text_ids"]
    if any(text_id not in scored for text_id in page["text_ids"]):
        return []
    alone = _of_verse(scored[first], 0)
    after = [
        _of_verse(scored[text_id], len(choice) + len(BETWEEN))
        for text_id, choice in zip(others, page["texts"][1:], strict=True)
    ]
    if not alone or not all(after):
        return []
    return [
        {
            "item": page["item"],
            "model": model,
            "artist": artist,
            "tokens": len(logs),
            "log_probability": sum(logs),
            "score": sum(logs) / len(logs) - sum(alone) / len(alone),
        }
        for artist, logs in zip(page["authors"][1:], after, strict=True)
    ]


def _of_verse(scored: Row, start: int) -> list[float]:
    """The log-probabilities of the tokens that end within the verse, which starts at a character."""
    ends, values = scored["token_ends"], scored["token_log_probabilities"]
    return [value for end, value in zip(ends, values, strict=True) if end > start]


def _of_this_stage(rejects: pa.Table) -> pa.Table:
    for name, value in (("stage", STAGE), ("source", "items")):
        place = rejects.schema.get_field_index(name)
        rejects = rejects.set_column(place, rejects.schema.field(place), pa.array([value] * len(rejects), pa.string()))
    return rejects
