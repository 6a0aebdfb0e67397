"""The tables of ranked synonyms, and of what became of each poem."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from versebench.models.scorers.identity import ModelIdentity
from versebench.schemas.candidates import ATTEMPTS, SYNONYMS
from versebench.schemas.table import Table
from versebench.transforms.tasks.synonyms.ranking import Ranked, RankedPoem

_NONE = RankedPoem()


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
