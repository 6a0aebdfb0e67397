"""Example pairs: a few of each task. They are chosen by their ids, which are hashes, so the choice is random."""

import heapq
from collections.abc import Iterable
from operator import itemgetter
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from versebench.release.documents.facts import ExamplePair, Spans

PER_TASK = 3

T = TypeVar("T")


def least(count: int, items: Iterable[tuple[str, T]]) -> list[tuple[str, T]]:
    """The ``count`` items with the smallest keys. If keys are hashes, this is a random choice for any order."""
    return heapq.nsmallest(count, items, key=itemgetter(0))


def choose_examples(shards: Iterable[tuple[pa.Table, pa.Table]], tasks: list[str]) -> tuple[ExamplePair, ...]:
    """The pairs of each task with the smallest ids, from (pairs, poems) of every shard."""
    best: dict[str, list[tuple[str, ExamplePair]]] = {task: [] for task in tasks}
    for pairs, poems in shards:
        authors = dict(zip(poems.column("work_id").to_pylist(), poems.column("author").to_pylist(), strict=True))
        for task in tasks:
            mine = pairs.filter(pc.equal(pairs.column("task"), task)).sort_by("pair_id").slice(0, PER_TASK)
            examples = [(row["pair_id"], _example(row, authors.get(row["work_id"]))) for row in mine.to_pylist()]
            best[task] = least(PER_TASK, best[task] + examples)
    return tuple(example for task in tasks for _, example in best[task])


def _example(row: dict[str, Any], author: str | None) -> ExamplePair:
    return ExamplePair(
        task=row["task"],
        work_id=row["work_id"],
        author=author,
        original=row["original"],
        corrupted=row["corrupted"],
        original_spans=_spans(row["original_starts"], row["original_ends"]),
        corrupted_spans=_spans(row["corrupted_starts"], row["corrupted_ends"]),
    )


def _spans(starts: list[int], ends: list[int]) -> Spans:
    return tuple(zip(starts, ends, strict=True))
