"""Whether the poems of a shard have the metre that their form claims, counted by form."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from versebench.expectations.accumulators.add_counts import Counts

COLUMNS = {"poems": ("work_id", "form"), "annotation": ("work_id", "metre")}
"""Columns that are read from each table."""


def claims(tables: Mapping[str, pa.Table]) -> "Counts":
    """For each form that claims a metre, the poems by ``metre``: as claimed, or why not."""
    poems = tables["poems"]
    forms = dict(zip(*(poems.column(name).to_pylist() for name in COLUMNS["poems"]), strict=True))
    counts: dict[str, Counter[str]] = {}
    for work, claim in zip(
        *(tables["annotation"].column(name).to_pylist() for name in COLUMNS["annotation"]), strict=True
    ):
        if claim is not None and work in forms:
            counts.setdefault(forms[work], Counter())[claim] += 1
    return counts
