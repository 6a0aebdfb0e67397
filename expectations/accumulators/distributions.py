"""Distributions of the poems and pairs of a shard, as counts in fixed bins."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.accumulators.bins import Bins
from versebench.expectations.rows import whole_column

if TYPE_CHECKING:
    from versebench.expectations.accumulators.add_counts import Counts

POEMS = "poems"
"""The dimension that states the number of poems behind each other dimension: lines and pairs of a poem cluster."""

CHARACTERS, WORDS = Bins(20, 25), Bins(5, 21)
SYLLABLES, LINES, REMOVED = Bins(1, 25), Bins(1, 33), Bins(1, 21)

AUTHORS = 32
"""Bins of authors, by a hash of the name, so that no name appears in the counts."""

LONGEST_SCHEME = 6
"""A scheme of more lines is counted as ``longer``: six lines have 203 possible schemes, ten lines 115,975."""

COLUMNS = {
    "poems": ("work_id", "source", "author", "text"),
    "annotation": ("work_id", "heard_scheme", "word_line", "word_syllables"),
    "pairs": ("work_id", "task", "lines", "words_removed"),
    "splits": ("work_id", "split"),
}
"""Columns that are read from each table; pairs and splits only if a release has them."""

Measured = tuple[str, Mapping[str, int], int]
"""A dimension, its counts, and the number of poems that they come from."""


def distributions(tables: Mapping[str, pa.Table]) -> "Counts":
    """Count every dimension of a shard, and under :data:`POEMS` the number of poems behind each dimension."""
    dimensions: dict[str, Mapping[str, int]] = {}
    poems: dict[str, int] = {}
    for name, counts, works in _measured(tables):
        dimensions[name], poems[name] = counts, works
    return {**dimensions, POEMS: poems}


def _measured(tables: Mapping[str, pa.Table]) -> Iterator[Measured]:
    yield from _of_poems(tables["poems"])
    yield from _of_annotation(tables["annotation"])
    splits = tables.get("splits")
    if splits is not None:
        yield "poems_by_split", _tally(whole_column(splits, "split")), len(splits)
    if "pairs" in tables:
        yield from _of_pairs(tables["pairs"], splits)


def _of_poems(poems: pa.Table) -> Iterator[Measured]:
    texts = whole_column(poems, "text")
    yield "poem_characters", CHARACTERS.counts(_numbers(pc.utf8_length(texts))), len(poems)
    yield "poem_words", WORDS.counts(_numbers(pc.count_substring_regex(texts, r"\S+"))), len(poems)
    yield "poems_by_source", _tally(whole_column(poems, "source")), len(poems)
    yield "poems_by_author", authors(whole_column(poems, "author")), len(poems)


def _of_annotation(annotation: pa.Table) -> Iterator[Measured]:
    schemes = whole_column(annotation, "heard_scheme")
    short = pc.less_equal(pc.utf8_length(schemes), LONGEST_SCHEME)
    yield "heard_schemes", _tally(pc.if_else(short, schemes, "longer")), len(annotation)
    yield "line_syllables", SYLLABLES.counts(line_syllables(annotation)), len(annotation)


def _of_pairs(pairs: pa.Table, splits: pa.Table | None) -> Iterator[Measured]:
    tasks = whole_column(pairs, "task")
    yield "pairs_by_task", _tally(tasks), _works(pairs)
    for task in sorted(tasks.unique().to_pylist()):
        subset = pairs.filter(pc.equal(tasks, task))
        lines = _numbers(pc.list_flatten(whole_column(subset, "lines")))
        yield f"edited_lines/{task}", LINES.counts(lines), _works(subset)
        yield (
            f"words_removed/{task}",
            REMOVED.counts(_numbers(whole_column(subset, "words_removed"))),
            _works(subset),
        )
        if splits is not None:
            place = pc.index_in(whole_column(subset, "work_id"), value_set=whole_column(splits, "work_id"))
            yield f"pairs_by_split/{task}", _tally(whole_column(splits, "split").take(place)), _works(subset)


def line_syllables(annotation: pa.Table) -> npt.NDArray[np.int64]:
    """Syllables of every line that has a word. The words must be in the order of their lines."""
    lines = whole_column(annotation, "word_line")
    syllables = _numbers(pc.list_flatten(whole_column(annotation, "word_syllables")))
    if not len(syllables):
        return syllables
    line, poem = _numbers(pc.list_flatten(lines)), _numbers(pc.list_parent_indices(lines))
    starts = np.flatnonzero(np.concatenate([[True], (line[1:] != line[:-1]) | (poem[1:] != poem[:-1])]))
    return np.add.reduceat(syllables, starts)


def authors(names: pa.Array) -> dict[str, int]:
    """Count poems by the bin of their author; ``none`` counts poems without an author."""
    counts = dict.fromkeys([*(f"{place:02}" for place in range(AUTHORS)), "none"], 0)
    for item in names.value_counts().to_pylist():
        name = item["values"]
        digest = hashlib.blake2b(name.encode(), digest_size=8).digest() if name is not None else None
        counts["none" if digest is None else f"{int.from_bytes(digest, 'big') % AUTHORS:02}"] += item["counts"]
    return counts


def _tally(values: pa.Array) -> dict[str, int]:
    return {item["values"]: item["counts"] for item in values.value_counts().to_pylist()}


def _works(table: pa.Table) -> int:
    return int(pc.count_distinct(whole_column(table, "work_id")).as_py())


def _numbers(values: pa.Array) -> npt.NDArray[np.int64]:
    return np.asarray(values.to_numpy(zero_copy_only=False), dtype=np.int64)
