"""Derived columns of scores and margins: do numbers, tokens and texts agree?"""

import functools
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows

TOKEN_LISTS = ("token_pieces", "token_starts", "token_ends", "token_log_probabilities")


def text_exists(rows: Rows) -> pa.Array:
    """Whether the scored text is the original or the corruption of a pair of the same poem."""
    key = ["work_id", "text_id"]
    sides = (rows.exists_in("pairs", key, ["work_id", f"{side}_text_id"]) for side in ("original", "corrupted"))
    return pc.or_(*sides)


def score_finite(rows: Rows) -> pa.Array:
    """Whether the score is finite and not NaN."""
    return pc.is_finite(rows.column("log_probability"))


def per_token(rows: Rows) -> pa.Array:
    """Whether a score has one piece, span and log-probability per token, or no lists of tokens at all."""
    lists = [rows.column(name) for name in TOKEN_LISTS]
    absent = _all([values.is_null() for values in lists])
    complete = _all(
        [pc.fill_null(pc.equal(pc.list_value_length(values), rows.column("tokens")), False) for values in lists]
    )
    return pc.or_(absent, complete)


def spans_hold(rows: Rows) -> pa.Array:
    """Whether the span of every token lies within the text. A token that is part of a character may be empty."""
    starts, ends = (rows.column(name).to_pylist() for name in ("token_starts", "token_ends"))
    characters = rows.column("characters").to_pylist()
    return pa.array(_within(*spans) for spans in zip(starts, ends, characters, strict=True))


def _within(starts: list[int] | None, ends: list[int] | None, characters: int | None) -> bool:
    if starts is None or ends is None or characters is None:
        return starts is None and ends is None
    return len(starts) == len(ends) and all(
        start is not None and end is not None and 0 <= start <= end <= characters
        for start, end in zip(starts, ends, strict=True)
    )


def sizes_hold(rows: Rows) -> pa.Array:
    """Whether the text has at most as many words as characters."""
    return pc.less_equal(rows.column("words"), rows.column("characters"))


def unigrams_finite(rows: Rows) -> pa.Array:
    """Whether the unigram log-probability is null, or finite and not NaN."""
    values = rows.column("unigram_log_probability")
    return pc.or_kleene(values.is_null(), pc.is_finite(values))


def both_margins_finite(rows: Rows) -> pa.Array:
    """Whether both margins are finite and not NaN."""
    return _all([pc.is_finite(rows.column(name)) for name in ("margin_bf16", "margin_fp32")])


def _all(flags: Sequence[pa.Array]) -> pa.Array:
    return functools.reduce(pc.and_, flags)


def contested_follows(rows: Rows) -> pa.Array:
    """Whether the mark follows from the margin, and from the least margin of the recipe."""
    return pc.equal(rows.column("contested"), pc.less_equal(rows.column("margin"), rows.column("least_margin")))


def margin_finite(rows: Rows) -> pa.Array:
    """Whether the margin is finite and not NaN."""
    return pc.is_finite(rows.column("margin"))
