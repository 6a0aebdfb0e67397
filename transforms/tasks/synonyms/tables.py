"""The tables of ranked synonyms, and of what became of each poem, and what a task can choose from them."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scorers.identity import ModelIdentity
from versebench.schemas.candidates import ATTEMPTS, SYNONYMS
from versebench.schemas.table import Table
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.tasks.synonyms.ranking import Ranked, RankedPoem

_NONE = RankedPoem()
_COLUMNS = ("work_id", "start", "end", "synonym", "word", "similarity_rank", "log_probability_rank", "sense")


def synonyms_table(
    ranked: Mapping[str, RankedPoem], label: str, masked: ModelIdentity, causal: ModelIdentity
) -> pa.Table:
    """The synonyms of poems by work id, for the task of a label."""
    models = {
        "masked_model": masked.name,
        "masked_revision": masked.revision,
        "causal_model": causal.name,
        "causal_revision": causal.revision,
    }
    return _table(
        SYNONYMS,
        [
            {"work_id": work, "task": label, **_synonym(one), **models}
            for work, poem in ranked.items()
            for one in poem.ranked
        ],
    )


def attempts_table(reasons: Mapping[str, str | None], ranked: Mapping[str, RankedPoem], label: str) -> pa.Table:
    """A row for every poem: why it was not tried, or how many of its synonyms were found, kept, and refused why."""
    return _table(
        ATTEMPTS,
        [
            {"work_id": work, "task": label, "reason": reason, **_attempt(ranked.get(work, _NONE))}
            for work, reason in reasons.items()
        ],
    )


def offers_of(synonyms: pa.Table, attempts: pa.Table, label: str) -> dict[str, Offers]:
    """The synonyms of each poem for the task of a label, in the order of their table, by work id.

    ``ranks`` are those by the masked and by the causal model, then the number of the word's sense among its own, the
    most usual first, and, if the thesaurus was asked about the synonym too, that of the synonym's sense.
    """
    offered: dict[str, list[Offered]] = {}
    mine = synonyms.filter(pc.equal(synonyms.column("task"), label))
    for work, start, end, synonym, word, by_masked, by_causal, sense in zip(
        *(mine.column(name).to_pylist() for name in _COLUMNS), strict=True
    ):
        ranks = (by_masked, by_causal, *(int(one.rsplit(".", 1)[1]) for one in sense.split("=")))
        offered.setdefault(work, []).append(Offered(start, end, synonym, (word, synonym), ranks))
    tried = attempts.filter(pc.equal(attempts.column("task"), label))
    reasons = zip(tried.column("work_id").to_pylist(), tried.column("reason").to_pylist(), strict=True)
    return {work: Offers(tuple(offered.get(work, ())), reason) for work, reason in reasons}


def _synonym(one: Ranked) -> dict[str, Any]:
    synonym, end = one.synonym, one.synonym.end_word
    return {
        "line": synonym.line + 1,
        "synonym": synonym.synonym,
        "word": synonym.word,
        "start": end.start,
        "end": end.end,
        "upos": end.upos,
        "sense": "=".join(synonym.senses),
        "origin": synonym.origin,
        "similarity": one.similarity,
        "similarity_rank": one.similarity_rank,
        "log_probability": one.log_probability,
        "log_probability_rank": one.log_probability_rank,
    }


def _attempt(poem: RankedPoem) -> dict[str, Any]:
    refused = sorted(poem.refused.items())
    return {
        "most_tokens": 0,
        "runs": len({one.synonym.line for one in poem.ranked}),
        "found": len(poem.ranked) + poem.refused.total(),
        "kept": len(poem.ranked),
        "refused_reasons": [reason for reason, _ in refused],
        "refused_counts": [count for _, count in refused],
    }


def _table(table: Table, rows: list[dict[str, Any]]) -> pa.Table:
    return table.build_rows(rows).sort_by([(name, "ascending") for name in table.key])
