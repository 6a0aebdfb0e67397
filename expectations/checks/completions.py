"""Derived columns of completions: do the columns about a line agree with the line?"""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.checks.attempts import KEY, of_attempt
from versebench.expectations.checks.numbered import in_order
from versebench.expectations.rows import Rows


def numbered(rows: Rows) -> pa.Array:
    """Whether the completions of a poem and task are numbered from 0, the most probable first."""
    return in_order(rows, KEY, "completion", "log_probability", 0)


def words_hold(rows: Rows) -> pa.Array:
    """Whether ``words`` is the number of strings between spaces in the line."""
    strings = pc.utf8_split_whitespace(pc.utf8_trim_whitespace(rows.column("line")))
    return pc.equal(pc.list_value_length(strings), rows.column("words"))


def end_word_stands(rows: Rows) -> pa.Array:
    """Whether the end word is a separate word of the line, followed only by punctuation."""
    lines, words = (rows.column(name).to_pylist() for name in ("line", "end_word"))
    return pa.array(_ends_with(*pair) for pair in zip(lines, words, strict=True))


def _ends_with(line: str | None, word: str | None) -> bool:
    if not line or not word or not any(map(str.isalnum, word)) or any(map(str.isspace, word)):
        return False
    before, match, after = line.rpartition(word)
    return bool(match) and not before[-1:].isalnum() and not any(map(str.isalnum, after))


def tokens_fit(rows: Rows) -> pa.Array:
    """Whether the line has at most the number of tokens that its attempt allowed."""
    return pc.less_equal(rows.column("tokens"), of_attempt(rows, "most_tokens"))


def run_exists(rows: Rows) -> pa.Array:
    """Whether the run that found the line is one of the attempt's runs."""
    return pc.less(rows.column("run"), of_attempt(rows, "runs"))
