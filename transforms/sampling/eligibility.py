"""The first of the two passes of sampling: which tasks can be applied to each poem, and the order of the poems."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.pairs import ELIGIBILITY
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.annotation.annotation import READ_BY_CORRUPTIONS, annotated_poems
from versebench.transforms.annotation.offers import OfferedTables
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.sampling.continuity import Edit, KeptEdits, continued_ranks
from versebench.transforms.sampling.vocabulary import VocabularyFilter
from versebench.transforms.tasks.apply import edits
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.tasks.fit import language_misfit
from versebench.transforms.text.draws import rank

EVERY_TEXT = VocabularyFilter()


@dataclass(frozen=True)
class AnnotatedSource:
    """The locations of the cleaned poems, of their annotation, and of the candidates that models offered."""

    cleaned_directory: str
    cleaned: Manifest
    annotated_directory: str
    annotated: Manifest
    offered: tuple[OfferedTables, ...] = ()

    def poems(self, shard: int, works: Collection[str] | None = None) -> tuple[pa.Table, Iterable[AnnotatedPoem]]:
        """Returns the poems of a shard, as a table and with their annotation; if ``works`` are given, only these."""
        table = read_table(self.cleaned_directory, self.cleaned, "poems", shard)
        annotation = read_table(self.annotated_directory, self.annotated, "annotation", shard, READ_BY_CORRUPTIONS)
        if works is not None:
            named = pa.array(works, pa.string())
            table, annotation = (rows.filter(pc.is_in(rows.column("work_id"), named)) for rows in (table, annotation))
        poems = annotated_poems(table, annotation)
        return table, self._with_offers(shard, table, poems) if self.offered else poems

    def _with_offers(self, shard: int, table: pa.Table, poems: Iterable[AnnotatedPoem]) -> Iterator[AnnotatedPoem]:
        by_label = {tables.label: tables.offers(shard, table) for tables in self.offered}
        for poem in poems:
            offers = {label: by_work[poem.work_id] for label, by_work in by_label.items() if poem.work_id in by_work}
            yield replace(poem, offers=offers)


@dataclass(frozen=True)
class FindEligible:
    """Finds the eligibility of every poem of a shard for every task.

    ``vocabulary`` refuses poems with unknown tokens; ``kept`` gives the edits of the previous release.
    """

    source: AnnotatedSource
    tasks: tuple[Task, ...]
    seed: int
    vocabulary: VocabularyFilter
    kept: KeptEdits | None = None

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``eligibility``, with the counts ``in`` of poems and ``eligible/<task>`` of edits."""
        table, poems = self.source.poems(shard)
        kept = None if self.kept is None else self.kept(shard)
        found = eligibility(poems, self.tasks, self.seed, self.vocabulary, kept)
        eligible = found.filter(pc.is_null(found.column("reason"))).column("task").value_counts()
        counts = {f"eligible/{item['values']}": item["counts"] for item in eligible.to_pylist()}
        return ShardOutput({"eligibility": found}, {"in": len(table), **counts})


def eligibility(
    poems: Iterable[AnnotatedPoem],
    tasks: Sequence[Task],
    seed: int,
    vocabulary: VocabularyFilter = EVERY_TEXT,
    kept: Collection[Edit] | None = None,
) -> pa.Table:
    """Returns a table with one row per poem, task and edit: a reason why there is no edit, or null, and a rank.

    The edits in ``kept`` have smaller ranks than all others.
    """
    slots = [(task, number) for task in tasks for number in range(task.edits_per_poem)]
    orders = list(dict.fromkeys((task.sample_name, number) for task, number in slots))
    works: list[str] = []
    reasons: list[str | None] = []
    ranks: list[int] = []
    for poem in poems:
        works.append(poem.work_id)
        for task in tasks:
            reasons += refusal_reasons(task, poem, seed, vocabulary)
        ranks += [rank(seed, sample, poem.work_id, number) for sample, number in orders]
    row_poem, row_slot = np.divmod(np.arange(len(works) * len(slots)), len(slots))
    slot_order = np.array([orders.index((task.sample_name, number)) for task, number in slots])
    row_ranks = np.array(ranks, np.uint64).reshape(len(works), len(orders))[row_poem, slot_order[row_slot]]
    if kept is not None:
        named = [(work, task.label, number) in kept for work in works for task, number in slots]
        row_ranks = continued_ranks(row_ranks, np.array(named, bool))
    return ELIGIBILITY.build(
        {
            "work_id": pa.array(works, pa.string()).take(row_poem),
            "task": pa.array([task.label for task, _ in slots]).take(row_slot),
            "edit": np.array([number for _, number in slots], np.int16)[row_slot],
            "reason": reasons,
            "rank": row_ranks,
        }
    )


def refusal_reasons(
    task: Task, poem: AnnotatedPoem, seed: int, vocabulary: VocabularyFilter = EVERY_TEXT
) -> list[str | None]:
    """Returns, for each edit of a task, why the poem does not allow it; None if it does.

    No edit is made if the task knows the answer beforehand.
    """
    vocabulary = vocabulary.of_task(task.task)
    if (misfit := language_misfit(task, poem.language)) is not None:
        return [misfit.reason] * task.edits_per_poem
    try:
        foreseen = task.foresee(poem) if task.edits_per_poem == 1 else False
    except Exception as error:
        foreseen = NotApplicable(processing_failed(error).reason)
    if isinstance(foreseen, NotApplicable):
        return [foreseen.reason]
    if foreseen and not vocabulary.scorers:
        return [None]
    return [_reason(poem, made, vocabulary) for made in edits(task, poem, seed)]


def _reason(poem: AnnotatedPoem, made: Corruption | NotApplicable, vocabulary: VocabularyFilter) -> str | None:
    if isinstance(made, NotApplicable):
        return made.reason
    try:
        return vocabulary.refusal(poem.text) or vocabulary.refusal(made.text)
    except Exception as error:
        return processing_failed(error).reason


def smallest_ranks(found: pa.Table, task: str, count: int) -> list[int]:
    """The ``count`` smallest ranks of eligible edits of a task, sorted: all that sampling needs from a shard."""
    mine = pc.and_(pc.equal(found.column("task"), task), pc.is_null(found.column("reason")))
    ranks = found.column("rank").filter(mine).to_numpy()
    return np.sort(ranks)[:count].tolist()  # type: ignore[no-any-return]
