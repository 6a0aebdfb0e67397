"""Derived columns of synonyms: does the word stand where it is said to, and do the ranks follow from the values?"""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.checks.attempts import KEY
from versebench.expectations.checks.numbered import in_order
from versebench.expectations.rows import Rows

LINE = (*KEY, "line")


def word_stands(rows: Rows) -> pa.Array:
    """Whether the span of the poem's text holds the word, at the end of the line of that number."""
    poems = rows.sibling("poems")
    texts = dict(zip(poems.column("work_id").to_pylist(), poems.column("text").to_pylist(), strict=True))
    spans = zip(*(rows.column(name).to_pylist() for name in ("work_id", "line", "word", "start", "end")), strict=True)
    return pa.array(_stands(texts.get(work), *span) for work, *span in spans)


def _stands(text: str | None, line: int | None, word: str | None, start: int | None, end: int | None) -> bool:
    if text is None or not word or start is None or end is None:
        return False
    rest = text[end:].partition("\n")[0]
    at_end = text[start:end] == word and not any(map(str.isalnum, rest))
    return at_end and start >= 0 and line == 1 + text.count("\n", 0, start)


def differs(rows: Rows) -> pa.Array:
    """Whether the synonym is another word."""
    return pc.not_equal(*(pc.utf8_lower(rows.column(name)) for name in ("synonym", "word")))


def both_finite(rows: Rows) -> pa.Array:
    """Whether neither similarity nor log-probability is infinite or not a number."""
    return pc.and_(*(pc.is_finite(rows.column(name)) for name in ("similarity", "log_probability")))


def similarity_ranked(rows: Rows) -> pa.Array:
    """Whether the synonyms of a line are ranked from 1, the most similar first."""
    return in_order(rows, LINE, "similarity_rank", "similarity", 1)


def log_probability_ranked(rows: Rows) -> pa.Array:
    """Whether the synonyms of a line are ranked from 1, the poem with the most probable first."""
    return in_order(rows, LINE, "log_probability_rank", "log_probability", 1)
