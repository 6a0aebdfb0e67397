"""Scalar columns for expectations, derived from Arrow tables.

Great Expectations miscounts on nested columns and cannot check two tables at once. Every check of lists or of sibling
tables is therefore a Boolean column that is derived here and that a suite expects to be true.
"""

import unicodedata
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.checks import (
    artists,
    attempts,
    completions,
    items,
    paired,
    people,
    proftap,
    rhyme_groups,
    scored,
    sounds,
    spans,
    synonyms,
    verse_sounds,
    word_lists,
)
from versebench.expectations.rows import Rows
from versebench.schemas.registry import TABLES
from versebench.schemas.table import Table

if TYPE_CHECKING:
    import pandas as pd

Derived = Callable[[Rows], pa.Array]

SIBLINGS: dict[str, tuple[str, ...]] = {
    "provenance": ("rejects",),
    "splits": ("poems",),
    "annotation": ("poems",),
    "completions": ("poems", "attempts"),
    "synonyms": ("poems", "attempts"),
    "attempts": ("poems",),
    "pairs": ("poems", "annotation"),
    "outcomes": ("pairs",),
    "scores": ("pairs",),
    "decisions": ("pairs",),
    "acceptability": ("pairs",),
    "verses": ("artists",),
    "syllables": ("verses",),
    "generated": ("artists",),
    "measures": ("generated",),
    "points": ("artists",),
    "crossings": ("artists",),
    "lengths": ("artists",),
    "items": ("artists",),
    "judgements": ("judges",),
    "line_ratings": ("judges", "judgements"),
    "judge_answers": ("judges",),
    "style_scores": ("items",),
    "poem_attempts": ("titles",),
    "test_poems": ("titles",),
    "reuse": ("titles",),
}
"""Tables of the same shard in which the checks of each table look up rows."""

IN_PLACE: dict[str, tuple[str, ...]] = {"items": ("test_poems",)}
"""Tables that take the place of those of :data:`SIBLINGS` in releases of another kind."""

SHARDING_KEYS = ("work_id", "reject_id", "row_id", "artist_id", "title_id")

# Shares computed from the same sums in different orders differ in their last bits.
TOLERANCE = 1e-9


def frame(rows: Rows) -> "pd.DataFrame":
    """The scalar and derived columns of a shard, as a frame for Great Expectations."""
    table = TABLES[rows.table]
    columns = {name: rows.column(name) for name in scalar_columns(table)}
    for name, derive in derived_columns(table).items():
        columns[name] = pc.fill_null(derive(rows), False)
    scalars: pd.DataFrame = pa.table(columns).to_pandas()
    return scalars


def columns(table: Table) -> frozenset[str]:
    """Names of the columns of a table's frame."""
    return frozenset((*scalar_columns(table), *derived_columns(table)))


def scalar_columns(table: Table) -> list[str]:
    """Names of the columns with one value per row."""
    return [field.name for field in table.schema if not pa.types.is_nested(field.type)]


def derived_columns(table: Table) -> Mapping[str, Derived]:
    """Functions for the Boolean columns that are derived for a table, by column name."""
    return {**_shared(table), **_DERIVED.get(table.name, {})}


def _shared(table: Table) -> dict[str, Derived]:
    shared: dict[str, Derived] = {}
    if table.key[0] in SHARDING_KEYS:
        shared["in_range"] = in_range
    if _required_lists(table):
        shared["lists_present"] = lists_present
    return shared


def _required_lists(table: Table) -> list[str]:
    return [field.name for field in table.schema if pa.types.is_nested(field.type) and not field.nullable]


def in_range(rows: Rows) -> pa.Array:
    """Whether the first 32 bits of the key point to this shard."""
    return _points_here(rows, TABLES[rows.table].key[0])


def reject_in_range(rows: Rows) -> pa.Array:
    """Whether the reject's id or its work's id points to this shard: stages after ingest do not move rows."""
    return pc.or_kleene(_points_here(rows, "reject_id"), _points_here(rows, "work_id"))


def item_in_range(rows: Rows) -> pa.Array:
    """Whether the id of the item points to this shard, which is that of its artist."""
    return _points_here(rows, "item")


def place_in_range(rows: Rows) -> pa.Array:
    """Whether the row's id points to this shard, or the shard contains the reject with that id."""
    return pc.or_kleene(_points_here(rows, "row_id"), rows.exists_in("rejects", ["row_id"], ["reject_id"]))


def _points_here(rows: Rows, column: str) -> pa.Array:
    key = rows.column(column)
    is_hex = pc.match_substring_regex(key, "^[0-9a-f]{8}")
    digits = pc.if_else(is_hex, pc.utf8_slice_codeunits(key, 0, 8), None)
    place = pc.binary_join_element_wise("0x", digits, "").cast(pa.uint64())
    shard = pc.shift_right(pc.multiply(place, pa.scalar(rows.shards, pa.uint64())), pa.scalar(32, pa.uint64()))
    return pc.equal(shard, rows.shard)


def lists_present(rows: Rows) -> pa.Array:
    """Whether every required list is present; it may be empty."""
    present = [rows.column(name).is_valid() for name in _required_lists(TABLES[rows.table])]
    return pa.array(np.logical_and.reduce([flags.to_numpy(zero_copy_only=False) for flags in present]))


def normalised(rows: Rows) -> pa.Array:
    """Whether the text is in Unicode normal form NFC."""
    texts = rows.column("text").to_pylist()
    return pa.array(text is not None and unicodedata.is_normalized("NFC", text) for text in texts)


def has_side(rows: Rows) -> pa.Array:
    """Whether the poem has a row in the table of splits; true if that table is not given."""
    if "splits" not in rows.siblings:
        return pa.repeat(True, len(rows.data))
    return rows.exists_in("splits", ["work_id"])


def unit_placed(rows: Rows) -> pa.Array:
    """Whether a unit has both the id of its work and its first line there, from 1, and a whole work has neither."""
    parents, lines = rows.column("parent_id"), rows.column("first_line")
    placed = pc.fill_null(pc.greater_equal(lines, 1), True)
    return pc.and_(pc.equal(parents.is_valid(), lines.is_valid()), placed)


def size_holds(rows: Rows) -> pa.Array:
    """Whether the size before the cut is at least the size of the text that was kept."""
    return pc.greater_equal(rows.column("original_size"), pc.utf8_length(rows.column("original")))


def nothing_left(rows: Rows) -> pa.Array:
    """Whether the reject of a takedown contains none of the text."""
    return pc.or_(pc.not_equal(rows.column("reason"), "taken_down"), pc.equal(rows.column("original"), ""))


def poem_exists(rows: Rows) -> pa.Array:
    """Whether the poem of the row is in the shard."""
    return rows.exists_in("poems", ["work_id"])


def original_is_poem(rows: Rows) -> pa.Array:
    """Whether the poem is in the shard and its text is the original of the pair."""
    return rows.exists_in("poems", ["work_id", "original"], ["work_id", "text"])


def differs(rows: Rows) -> pa.Array:
    """Whether the corruption differs from the original."""
    return pc.not_equal(rows.column("original"), rows.column("corrupted"))


def reason_given(rows: Rows) -> pa.Array:
    """Whether there is a reason if and only if the task is not applicable."""
    not_applicable = pc.equal(rows.column("outcome"), "not_applicable")
    return pc.equal(rows.column("reason").is_valid(), not_applicable)


def outcome_pair_exists(rows: Rows) -> pa.Array:
    """Whether the pair with the same key exists if and only if the outcome is ``pair``."""
    exists = rows.exists_in("pairs", ["work_id", "task", "edit"])
    return pc.equal(exists, pc.equal(rows.column("outcome"), "pair"))


def consistent(rows: Rows) -> pa.Array:
    """Whether the decision follows from the margin."""
    margin = rows.column("margin")
    correct = pc.equal(rows.column("correct"), pc.greater(margin, 0.0))
    return pc.and_(correct, pc.equal(rows.column("tie"), pc.equal(margin, 0.0)))


def decided_pair_exists(rows: Rows) -> pa.Array:
    """Whether the pair is in the shard, with the same poem and task."""
    return rows.exists_in("pairs", ["pair_id", "work_id", "task"])


def counts_hold(rows: Rows) -> pa.Array:
    """Whether correct pairs and ties together are at most the pairs, and the poems are at most the pairs."""
    pairs = rows.column("pairs")
    decided = pc.less_equal(pc.add(rows.column("correct"), rows.column("ties")), pairs)
    return pc.and_(decided, pc.less_equal(rows.column("poems"), pairs))


def accuracy_holds(rows: Rows) -> pa.Array:
    """Whether the accuracy is the share of correct pairs."""
    share = pc.divide(rows.column("correct").cast(pa.float64()), rows.column("pairs").cast(pa.float64()))
    return pc.less_equal(pc.abs(pc.subtract(share, rows.column("accuracy"))), TOLERANCE)


def interval_holds(rows: Rows) -> pa.Array:
    """Whether the accuracy lies within its interval."""
    low, accuracy, high = (rows.column(name) for name in ("low", "accuracy", "high"))
    above = pc.less_equal(low, pc.add(accuracy, TOLERANCE))
    return pc.and_(above, pc.less_equal(accuracy, pc.add(high, TOLERANCE)))


def verdict_consistent(rows: Rows) -> pa.Array:
    """Whether a success has neither unexpected rows nor an error, and no verdict has more unexpected rows than rows."""
    unexpected = rows.column("unexpected")
    clean = pc.and_(pc.equal(unexpected, 0), rows.column("error").is_null())
    return pc.and_(pc.or_(pc.invert(rows.column("success")), clean), pc.less_equal(unexpected, rows.column("rows")))


_DERIVED: dict[str, dict[str, Derived]] = {
    "poems": {"normalised": normalised, "unit_placed": unit_placed, "has_side": has_side},
    "splits": {"poem_exists": poem_exists},
    "provenance": {"in_range": place_in_range},
    "rejects": {"in_range": reject_in_range, "size_holds": size_holds, "nothing_left": nothing_left},
    "lexicon": {
        "in_range": in_range,
        "parallel": sounds.pronunciations_parallel,
        "readable": sounds.readable,
    },
    "annotation": {
        "poem_exists": poem_exists,
        "parallel": word_lists.parallel,
        "lines_in_scheme": word_lists.lines_in_scheme,
        "scheme_admissible": rhyme_groups.scheme_admissible,
        "upos_known": word_lists.upos_known,
        "lines_complete": sounds.lines_complete,
        "sounds_parallel": sounds.sounds_parallel,
        "sounds_agree": sounds.sounds_agree,
        "verse_parallel": verse_sounds.verse_parallel,
        "beats_agree": verse_sounds.beats_agree,
        "devices_hold": verse_sounds.devices_hold,
        "rhymes_placed": verse_sounds.rhymes_placed,
        "metre_as_claimed": verse_sounds.metre_as_claimed,
    },
    "completions": {
        "poem_exists": poem_exists,
        "attempt_exists": attempts.attempt_exists,
        "numbered": completions.numbered,
        "words_hold": completions.words_hold,
        "end_word_stands": completions.end_word_stands,
        "tokens_fit": completions.tokens_fit,
        "run_exists": completions.run_exists,
        "finite": scored.score_finite,
    },
    "synonyms": {
        "poem_exists": poem_exists,
        "attempt_exists": attempts.attempt_exists,
        "word_stands": synonyms.word_stands,
        "differs": synonyms.differs,
        "finite": synonyms.both_finite,
        "similarity_ranked": synonyms.similarity_ranked,
        "log_probability_ranked": synonyms.log_probability_ranked,
    },
    "attempts": {
        "poem_exists": poem_exists,
        "kept_there": attempts.kept_there,
        "conserved": attempts.conserved,
        "refusals_hold": attempts.refusals_hold,
        "reason_holds": attempts.reason_holds,
    },
    "pairs": {
        "poem_exists": original_is_poem,
        "differs": differs,
        "rebuilds": spans.rebuilds_column,
        "lines_match": spans.lines_match_column,
        "lines_rhyme": rhyme_groups.swapped_lines_rhyme,
    },
    "outcomes": {"reason_given": reason_given, "pair_exists": outcome_pair_exists},
    "scores": {
        "finite": scored.score_finite,
        "text_exists": scored.text_exists,
        "sizes_hold": scored.sizes_hold,
        "unigrams_finite": scored.unigrams_finite,
        "per_token": scored.per_token,
        "spans_hold": scored.spans_hold,
    },
    "precision_sample": {"finite": scored.both_margins_finite},
    "decisions": {"finite": scored.margin_finite, "consistent": consistent, "pair_exists": decided_pair_exists},
    "results": {"counts_hold": counts_hold, "accuracy_holds": accuracy_holds, "interval_holds": interval_holds},
    "acceptability": {
        "finite": scored.margin_finite,
        "consistent": scored.contested_follows,
        "pair_exists": decided_pair_exists,
    },
    "uncontested_results": {
        "counts_hold": counts_hold,
        "accuracy_holds": accuracy_holds,
        "interval_holds": interval_holds,
    },
    "comparisons": {
        "two_series": paired.two_series,
        "counts_hold": paired.counts_hold,
        "squares_hold": paired.squares_hold,
        "exact_holds": paired.exact_holds,
        "clustered_holds": paired.clustered_holds,
        "holm_holds": paired.holm_holds,
    },
    "verdicts": {"consistent": verdict_consistent},
    "verses": {"artist_exists": artists.artist_exists},
    "syllables": {
        "verse_exists": artists.verse_exists,
        "marks_parallel": artists.marks_parallel,
        "rhymed_fit": artists.rhymed_fit,
    },
    "generated": {"artist_exists": artists.artist_exists},
    "measures": {
        "generated_exists": artists.generated_exists,
        "marks_parallel": artists.marks_parallel,
        "rhymed_fit": artists.rhymed_fit,
        "copies_hold": artists.copies_hold,
    },
    "points": {"artist_exists": artists.artist_exists},
    "crossings": {"artist_exists": artists.artist_exists},
    "lengths": {"artist_exists": artists.artist_exists},
    "items": {
        "in_range": item_in_range,
        "author_exists": items.author_exists,
        "texts_parallel": items.texts_parallel,
        "texts_shown": items.texts_shown,
        "answer_holds": items.answer_holds,
        "unasked": items.unasked,
    },
    "judgements": {"judge_exists": people.judge_exists, "place_held": people.place_held},
    "line_ratings": {"judge_exists": people.judge_exists, "judgement_exists": people.judgement_exists},
    "judges": {"gold_holds": people.gold_holds},
    "judge_answers": {"judge_exists": people.judge_exists},
    "human_results": {"reasoned": people.reasoned, "interval_holds": people.interval_holds},
    "cues": {"effect_holds": people.effect_holds},
    "human_comparisons": {"counts_hold": people.counts_hold, "interval_holds": people.interval_holds},
    "confusions": {"share_holds": people.share_holds},
    "style_scores": {"shown_there": items.shown_there},
    "model_answers": {"choice_holds": items.choice_holds},
    "model_confusions": {"share_holds": items.share_holds},
    "poem_attempts": {"title_exists": proftap.title_exists, "reason_holds": proftap.reason_holds},
    "test_poems": {
        "title_exists": proftap.title_exists,
        "traits_hold": proftap.traits_hold,
        "beside_human": proftap.beside_human,
        "unlike_human": proftap.unlike_human,
    },
    "reuse": {"title_exists": proftap.title_exists, "lines_near": proftap.lines_near},
}
