"""Cleaning: the filters of a recipe, applied to one shard."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.poems import POEMS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.filters.contract import Filter
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.mapping.refused_poems import refused_poems
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.lexicon.recall import Recall
from versebench.transforms.prosody.stanza import Stanza


@dataclass(frozen=True)
class CleanShard:
    """Divides the poems of a shard into those that pass all filters and rejects."""

    directory: str
    ingested: Manifest
    recall: Recall
    filters: tuple[Filter, ...]

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``poems`` and ``rejects``.

        Counts: ``in``, ``out``, ``rejected.<reason>``, and those of :func:`count_by_filter`.
        """
        poems = read_table(self.directory, self.ingested, "poems", shard)
        rows = list(zip(*(poems.column(name).to_pylist() for name in ("text", "form", "language")), strict=True))
        sounds = {language: self.recall.sounds(shard, language) for language in {row[2] for row in rows}}
        # One stanza at a time: the values that each derives would keep the garbage collector busy.
        stanzas = (Stanza(_lines(text), FORMS[form], sounds[language]) for text, form, language in rows)
        refusals = [refused_by(stanza, self.filters) for stanza in stanzas]
        output = clean(poems, [None if refused is None else refused.refusal for refused in refusals])
        return ShardOutput(output.tables, {**output.counts, **count_by_filter(refusals, self.filters)})


@dataclass(frozen=True, slots=True)
class FilterRefusal:
    """A refusal, and the place in the recipe, from 0, of the filter that refused the poem or raised on it."""

    place: int
    refusal: Refusal


def refused_by(stanza: Stanza, filters: Sequence[Filter]) -> FilterRefusal | None:
    """The refusal by the first filter that refuses a stanza or raises on it; None if the stanza passes all."""
    place = 0
    try:
        for place, filter_ in enumerate(filters):
            if refusal := filter_.refuse(stanza):
                return FilterRefusal(place, refusal)
    except Exception as error:
        return FilterRefusal(place, processing_failed(error))
    return None


def count_by_filter(refusals: Sequence[FilterRefusal | None], filters: Sequence[Filter]) -> dict[str, int]:
    """The number of refused poems by filter and reason; names begin with :func:`filter_prefix`."""
    return Counter(
        filter_prefix(refused.place, filters[refused.place].filter) + refused.refusal.reason
        for refused in refusals
        if refused is not None
    )


def filter_prefix(place: int, name: str) -> str:
    """The prefix of the counts of a filter; reasons alone are ambiguous, as versions of a filter share them."""
    return f"refused/{place + 1}/{name}/"


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return list(filter(None, lines)) if "" in lines else lines


def clean(poems: pa.Table, refusals: Sequence[Refusal | None]) -> ShardOutput:
    """Returns the kept poems, without blank lines, and the rejects, given the refusal of each row or None."""
    keep = pa.array([refusal is None for refusal in refusals], pa.bool_())
    kept, refused = poems.filter(keep), poems.filter(pc.invert(keep))
    texts = ["\n".join(_lines(text)) for text in kept.column("text").to_pylist()]
    reasons = [refusal for refusal in refusals if refusal is not None]
    columns = {field.name: kept.column(field.name) for field in POEMS.schema}
    counts = Counter(refusal.reason for refusal in reasons)
    return ShardOutput(
        {"poems": POEMS.build({**columns, "text": texts}), "rejects": refused_poems("clean", refused, reasons)},
        {"in": len(poems), "out": len(kept), **{f"rejected.{reason}": count for reason, count in counts.items()}},
    )
