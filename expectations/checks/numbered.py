"""Whether the rows of each group of a table are numbered in the order of a value."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.checks.word_lists import Numbers
from versebench.expectations.rows import Rows, joined


def in_order(rows: Rows, group: Sequence[str], number: str, value: str, first: int) -> pa.Array:
    """Whether each row's number is its place in its group, and its value is not higher than that of the row before.

    Rows with equal values in the columns ``group`` form a group. The numbers of a group start at ``first`` and have no
    gaps.
    """
    owner = pc.dictionary_encode(joined(rows.data, group), null_encoding="encode").indices.to_numpy()
    numbers, values = (_numbers(rows, name) for name in (number, value))
    order = np.lexsort((numbers, owner))
    starts = np.append(True, np.diff(owner[order]) != 0)
    places = np.arange(len(order))
    place = places - np.maximum.accumulate(np.where(starts, places, 0))
    falls = np.append(True, np.diff(values[order]) <= 0)
    good = np.empty(len(order), dtype=bool)
    good[order] = (numbers[order] == first + place) & (starts | falls)
    return pa.array(good)


def _numbers(rows: Rows, name: str) -> Numbers:
    """A column as numbers; null becomes NaN, which fails every comparison."""
    return np.asarray(rows.column(name).cast(pa.float64()).to_numpy(zero_copy_only=False))
