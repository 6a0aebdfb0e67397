"""Derived columns of verses by artist and of generated verses: do rows, lists and counts fit each other?"""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows

_MARKS = ("line", "word", "place", "of_word", "group", "length", "origin")
_GENERATED = ["artist_id", "generator", "point", "number"]


def artist_exists(rows: Rows) -> pa.Array:
    """Whether the artist of the row is in the shard."""
    return rows.exists_in("artists", ["artist_id"])


def verse_exists(rows: Rows) -> pa.Array:
    """Whether the verse of the row is in the shard, under the same artist."""
    return rows.exists_in("verses", ["artist_id", "verse_id"])


def generated_exists(rows: Rows) -> pa.Array:
    """Whether the generated verse that was measured is in the shard."""
    return rows.exists_in("generated", _GENERATED)


def marks_parallel(rows: Rows) -> pa.Array:
    """Whether the lists of marks have one item for each syllable that rhymes."""
    return _all_of(rows, _MARKS, rows.column("rhymed"))


def rhymed_fit(rows: Rows) -> pa.Array:
    """Whether at most all syllables rhyme, at most all words are unheard, and a density needs a syllable."""
    counts = pc.and_(
        pc.less_equal(rows.column("rhymed"), rows.column("syllables")),
        pc.less_equal(rows.column("unheard_words"), rows.column("words")),
    )
    return pc.and_(counts, pc.equal(rows.column("density").is_valid(), pc.greater(rows.column("syllables"), 0)))


def copies_hold(rows: Rows) -> pa.Array:
    """Whether every copied run has a start and a length, and none is longer than the longest."""
    lengths = rows.column("copied_length")
    parallel = _all_of(rows, ("copied_start",), pc.list_value_length(lengths))
    longest = pa.array([max(each or [0]) for each in lengths.to_pylist()], pa.int32())
    return pc.and_(parallel, pc.less_equal(longest, rows.column("longest_copy")))


def _all_of(rows: Rows, names: tuple[str, ...], many: pa.Array) -> pa.Array:
    """Whether the lists of some columns have so many items."""
    fits = pc.equal(pc.list_value_length(rows.column(names[0])), many)
    for name in names[1:]:
        fits = pc.and_(fits, pc.equal(pc.list_value_length(rows.column(name)), many))
    return fits
