"""Checks of the flat parallel lists of an annotation, on whole columns."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows, whole_column
from versebench.schemas.table import UPOS

BORDERS = ("token_start", "word_start", "word_end", "token_end")
LISTS = ("word_line", *BORDERS, "word_upos")

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]


def parallel(rows: Rows) -> pa.Array:
    """Whether the lists are equally long and the offsets of the words are ordered within the poem's text."""
    same = equally_long(rows.data, LISTS)
    kept = rows.data.filter(pa.array(same))
    limits = _text_lengths(rows, kept)
    good = same.copy()
    good[same] = _per_row(kept, lambda owner: _ordered(kept, owner, limits))
    return pa.array(good)


def lines_in_scheme(rows: Rows) -> pa.Array:
    """Whether each word's line is a line of the scheme, and not before the line of the previous word."""
    lines = rows.column("word_line")
    kept = rows.data.filter(lines.is_valid())
    schemes = _filled(pc.utf8_length(whole_column(kept, "scheme")))
    good = lines.is_valid().to_numpy(zero_copy_only=False).copy()
    good[good] = _per_row(kept, lambda owner: _within_scheme(_flat(kept, "word_line"), owner, schemes))
    return pa.array(good)


def upos_known(rows: Rows) -> pa.Array:
    """Whether every part of speech is a code of ``versebench.schemas.table.UPOS``."""
    codes = rows.column("word_upos")
    owner = pc.list_parent_indices(codes).to_numpy()
    return pa.array(all_good(_flat(rows.data, "word_upos") < len(UPOS), owner, len(codes)))


def equally_long(data: pa.Table, names: Sequence[str]) -> Flags:
    """For each row, whether the lists of these columns are equally long; false if a list is null."""
    lengths = [_filled(pc.list_value_length(whole_column(data, name))) for name in names]
    same = lengths[0] >= 0
    for length in lengths[1:]:
        same &= length == lengths[0]
    return np.asarray(same)


def _text_lengths(rows: Rows, kept: pa.Table) -> Numbers:
    poems = rows.sibling("poems")
    place = pc.index_in(whole_column(kept, "work_id"), value_set=whole_column(poems, "work_id"))
    return _filled(pc.utf8_length(whole_column(poems, "text")).take(place))


def _per_row(data: pa.Table, check: Callable[[Numbers], Flags]) -> Flags:
    owner = pc.list_parent_indices(whole_column(data, "word_line")).to_numpy()
    return all_good(check(owner), owner, data.num_rows)


def all_good(flags: Flags, owner: Numbers, rows: int) -> Flags:
    """For each row, whether the flags of all its values are true. ``owner`` is the row of each value."""
    good = np.ones(rows, dtype=bool)
    good[owner[~flags]] = False
    return good


def _ordered(data: pa.Table, owner: Numbers, limits: Numbers) -> Flags:
    borders = [_flat(data, name) for name in BORDERS]
    flags = (borders[0] >= 0) & (borders[-1] <= limits[owner])
    for left, right in pairwise(borders):
        flags &= left <= right
    flags[1:] &= (borders[-1][:-1] <= borders[0][1:]) | (owner[1:] != owner[:-1])
    return np.asarray(flags)


def _within_scheme(lines: Numbers, owner: Numbers, schemes: Numbers) -> Flags:
    flags = (lines >= 0) & (lines < schemes[owner])
    flags[1:] &= (lines[:-1] <= lines[1:]) | (owner[1:] != owner[:-1])
    return np.asarray(flags)


def _flat(data: pa.Table, name: str) -> Numbers:
    """All values of a list column as one array; a null inside becomes NaN, which fails every comparison."""
    return np.asarray(whole_column(data, name).flatten().to_numpy(zero_copy_only=False))


def _filled(numbers: pa.Array) -> Numbers:
    return np.asarray(pc.fill_null(numbers, -1).to_numpy(zero_copy_only=False))
