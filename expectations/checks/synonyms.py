"""Derived columns of synonyms: is the word at its stated place, and do the ranks follow from the values?"""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.checks.attempts import KEY
from versebench.expectations.checks.numbered import in_order
from versebench.expectations.rows import Rows

LINE = (*KEY, "line")


def word_stands(rows: Rows) -> pa.Array:
    """Whether the stated span of the poem's text is the word, at the end of the stated line."""
    poems = rows.sibling("poems")
    texts = dict(zip(poems.column("work_id").to_pylist(), poems.column("text").to_pylist(), strict=True))
    spans = zip(*(rows.column(name).to_pylist() for name in ("work_id", "line", "word", "start", "end")), strict=True)
    return pa.array(_at_line_end(texts.get(work), *span) for work, *span in spans)


def _at_line_end(text: str | None, line: int | None, word: str | None, start: int | None, end: int | None) -> bool:
    if text is None or not word or start is None or end is None:
        return False
    rest = text[end:].partition("\n")[0]
    at_end = text[start:end] == word and not any(map(str.isalnum, rest))
    return at_end and start >= 0 and line == 1 + text.count("\n", 0, start)


def differs(rows: Rows) -> pa.Array:
    """Whether the synonym differs from the word, ignoring case."""
    return pc.not_equal(*(pc.utf8_lower(rows.column(name)) for name in ("synonym", "word")))


def both_finite(rows: Rows) -> pa.Array:
    """Whether similarity and log-probability are finite and not NaN."""
    return pc.and_(*(pc.is_finite(rows.column(name)) for name in ("similarity", "log_probability")))


def similarity_ranked(rows: Rows) -> pa.Array:
    """Whether the synonyms of a line are ranked from 1, the most similar first."""
    return in_order(rows, LINE, "similarity_rank", "similarity", 1)


def log_probability_ranked(rows: Rows) -> pa.Array:
    """Whether the synonyms of a line are ranked from 1, the one that makes the poem most probable first."""
    return in_order(rows, LINE, "log_probability_rank", "log_probability", 1)
