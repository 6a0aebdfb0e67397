"""For which poems models are asked: the first ones in the order of sampling that the task does not refuse."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.pairs import ELIGIBILITY
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED, processing_failed
from versebench.transforms.prosody.lexicon.recall import Recall
from versebench.transforms.prosody.stanza import Hearing
from versebench.transforms.sampling.continuity import KeptWorks, kept_first_rank
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.fit import language_misfit
from versebench.transforms.tasks.model_task import ModelTask
from versebench.transforms.text.draws import rank

NOT_TRIED = "not_tried"
RAISED = f"{NOT_TRIED}.{PROCESSING_FAILED}"
"""Under what the poems of which no model was asked, as the task raised on them, are counted."""


def count_raised(reasons: Iterable[str | None]) -> dict[str, int]:
    """The count of the poems that the task raised on; nothing if there is none."""
    raised = sum(reason == PROCESSING_FAILED for reason in reasons)
    return {RAISED: raised} if raised else {}


@dataclass(frozen=True)
class FindWanted:
    """Why a task refuses each poem of a shard before any model is asked, and the poem's place in the order."""

    source: AnnotatedSource
    recall: Recall
    tasks: tuple[ModelTask, ...]
    seed: int
    kept: KeptWorks | None = None

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` poems, and ``eligible/<task>``."""
        table, poems = self.source.poems(shard)
        kept = None if self.kept is None else self.kept(shard)
        found = wanted(poems, self.recall.hearing(shard), self.tasks, self.seed, kept)
        eligible = found.filter(pc.is_null(found.column("reason"))).column("task").value_counts()
        counts = {f"eligible/{item['values']}": item["counts"] for item in eligible.to_pylist()}
        return ShardOutput({"eligibility": found}, {"in": len(table), **counts})


def wanted(
    poems: Iterable[AnnotatedPoem],
    hearing: Hearing,
    tasks: Sequence[ModelTask],
    seed: int,
    kept: Collection[tuple[str, str]] | None = None,
) -> pa.Table:
    """One row per poem and task; those of which models were asked before stand before the others in the order."""
    rows = [
        {
            "work_id": poem.work_id,
            "task": task.offered_as,
            "edit": 0,
            "reason": _refusal(task, poem, hearing),
            "rank": _place(task, poem, seed, kept),
        }
        for poem in poems
        for task in tasks
    ]
    return ELIGIBILITY.build_rows(rows)


def _place(task: ModelTask, poem: AnnotatedPoem, seed: int, kept: Collection[tuple[str, str]] | None) -> int:
    place = rank(seed, task.sample_name, poem.work_id, 0)
    return place if kept is None else kept_first_rank(place, kept=(poem.work_id, task.offered_as) in kept)


def _refusal(task: ModelTask, poem: AnnotatedPoem, hearing: Hearing) -> str | None:
    if (misfit := language_misfit(task, poem.language)) is not None:
        return misfit.reason
    try:
        return task.refuse(poem, hearing)
    except Exception as error:
        return processing_failed(error).reason


@dataclass(frozen=True)
class Tried:
    """The poems of which a task's models are asked: those without a reason, up to a rank."""

    directory: str
    found: Manifest
    task: str
    limit: int

    def works(self, shard: int) -> dict[str, str | None]:
        """Every work of a shard, with the reason why nothing is asked of it; None where something is."""
        table = read_table(self.directory, self.found, "eligibility", shard)
        mine = table.filter(pc.equal(table.column("task"), self.task))
        columns = (mine.column(name).to_pylist() for name in ("work_id", "reason", "rank"))
        return {
            work: reason or (None if place <= self.limit else NOT_TRIED)
            for work, reason, place in zip(*columns, strict=True)
        }
