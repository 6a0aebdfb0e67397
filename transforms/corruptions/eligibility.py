"""The first of the two passes of sampling: what each task makes of each poem, and the order of the poems."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from schemas.pairs import ELIGIBILITY
from transforms.annotation import annotated_poems
from transforms.corruptions.apply import edits
from transforms.corruptions.contract import NotApplicable, Task
from transforms.corruptions.poem import AnnotatedPoem
from transforms.draws import rank
from transforms.shards.commit import ShardOutput
from transforms.shards.manifest import Manifest, read_table


@dataclass(frozen=True)
class AnnotatedSource:
    """Where the cleaned poems and their annotation are."""

    cleaned_directory: str
    cleaned: Manifest
    annotated_directory: str
    annotated: Manifest

    def poems(self, shard: int) -> tuple[pa.Table, Iterable[AnnotatedPoem]]:
        """The poems of a shard, as a table and with their annotation."""
        table = read_table(self.cleaned_directory, self.cleaned, "poems", shard)
        return table, annotated_poems(table, read_table(self.annotated_directory, self.annotated, "annotation", shard))


@dataclass(frozen=True)
class FindEligible:
    """The eligibility of every poem of a shard for every task."""

    source: AnnotatedSource
    tasks: tuple[Task, ...]
    seed: int

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` poems, and ``eligible/<task>`` edits."""
        table, poems = self.source.poems(shard)
        found = eligibility(poems, self.tasks, self.seed)
        eligible = found.filter(pc.is_null(found.column("reason"))).column("task").value_counts()
        counts = {f"eligible/{item['values']}": item["counts"] for item in eligible.to_pylist()}
        return ShardOutput({"eligibility": found}, {"in": len(table), **counts})


def eligibility(poems: Iterable[AnnotatedPoem], tasks: Sequence[Task], seed: int) -> pa.Table:
    """One row per poem, task and edit."""
    columns: dict[str, list[Any]] = {field.name: [] for field in ELIGIBILITY.schema}
    works, labels, numbers, reasons, ranks = (columns[field.name] for field in ELIGIBILITY.schema)
    for poem in poems:
        samples: dict[tuple[str, int], int] = {}
        for task in tasks:
            for number, made in enumerate(edits(task, poem, seed)):
                key = task.sample_name, number
                if key not in samples:
                    samples[key] = rank(seed, task.sample_name, poem.work_id, number)
                works.append(poem.work_id)
                labels.append(task.label)
                numbers.append(number)
                reasons.append(made.reason if isinstance(made, NotApplicable) else None)
                ranks.append(samples[key])
    return ELIGIBILITY.build(columns)


def smallest_ranks(found: pa.Table, task: str, count: int) -> list[int]:
    """The ``count`` smallest ranks of eligible edits of a task, sorted: all that sampling needs to know of a shard."""
    mine = pc.and_(pc.equal(found.column("task"), task), pc.is_null(found.column("reason")))
    ranks = found.column("rank").filter(mine).to_numpy()
    return np.sort(ranks)[:count].tolist()  # type: ignore[no-any-return]
