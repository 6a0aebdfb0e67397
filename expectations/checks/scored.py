"""Derived columns of scores and margins: do numbers, tokens and texts belong together?"""

import functools
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows

TOKEN_LISTS = ("token_pieces", "token_starts", "token_ends", "token_log_probabilities")


def text_exists(rows: Rows) -> pa.Array:
    """Whether the scored text is the original or the corruption of a pair of the same poem."""
    key = ["work_id", "text_id"]
    sides = (rows.found_in("pairs", key, ["work_id", f"{side}_text_id"]) for side in ("original", "corrupted"))
    return pc.or_(*sides)


def score_finite(rows: Rows) -> pa.Array:
    """Whether the score is neither infinite nor not a number."""
    return pc.is_finite(rows.column("log_probability"))


def per_token(rows: Rows) -> pa.Array:
    """Whether pieces, places and log-probabilities are one a token, where tokens are given; all are given or none."""
    lists = [rows.column(name) for name in TOKEN_LISTS]
    absent = _all([given.is_null() for given in lists])
    complete = _all(
        [pc.fill_null(pc.equal(pc.list_value_length(given), rows.column("tokens")), False) for given in lists]
    )
    return pc.or_(absent, complete)


def spans_hold(rows: Rows) -> pa.Array:
    """Whether every token that is given stands in the text; it may be empty, as part of a character is."""
    starts, ends = (rows.column(name).to_pylist() for name in ("token_starts", "token_ends"))
    characters = rows.column("characters").to_pylist()
    return pa.array(_within(*given) for given in zip(starts, ends, characters, strict=True))


def _within(starts: list[int] | None, ends: list[int] | None, characters: int | None) -> bool:
    if starts is None or ends is None or characters is None:
        return starts is None and ends is None
    return len(starts) == len(ends) and all(
        start is not None and end is not None and 0 <= start <= end <= characters
        for start, end in zip(starts, ends, strict=True)
    )


def sizes_hold(rows: Rows) -> pa.Array:
    """Whether the text has no more words than characters."""
    return pc.less_equal(rows.column("words"), rows.column("characters"))


def unigrams_finite(rows: Rows) -> pa.Array:
    """Whether the log-probability by counts, where it is given, is neither infinite nor not a number."""
    given = rows.column("unigram_log_probability")
    return pc.or_kleene(given.is_null(), pc.is_finite(given))


def both_margins_finite(rows: Rows) -> pa.Array:
    """Whether neither margin is infinite or not a number."""
    return _all([pc.is_finite(rows.column(name)) for name in ("margin_bf16", "margin_fp32")])


def _all(flags: Sequence[pa.Array]) -> pa.Array:
    return functools.reduce(pc.and_, flags)


def margin_finite(rows: Rows) -> pa.Array:
    """Whether the margin is neither infinite nor not a number."""
    return pc.is_finite(rows.column("margin"))
