"""The poems that models are asked about: the first ones in the order of sampling that the task does not refuse."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.pairs import ELIGIBILITY
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED, processing_failed
from versebench.transforms.prosody.lexicon.recall import Recall, SoundsByLanguage
from versebench.transforms.sampling.continuity import KeptWorks, continued_rank
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.fit import language_misfit
from versebench.transforms.tasks.model_task import ModelTask
from versebench.transforms.text.draws import rank

NOT_TRIED = "not_tried"
RAISED = f"{NOT_TRIED}.{PROCESSING_FAILED}"
"""The count of poems that no model was asked about because the task raised on them."""


def count_raised(reasons: Iterable[str | None]) -> dict[str, int]:
    """The count of the poems that the task raised on, under :data:`RAISED`; empty if there are none."""
    raised = sum(reason == PROCESSING_FAILED for reason in reasons)
    return {RAISED: raised} if raised else {}


@dataclass(frozen=True)
class FindPoemsToAsk:
    """Finds, for each task and poem of a shard, why the task refuses the poem, and the poem's rank in the sampling.

    ``kept`` gives the works that models were asked about in the previous release.
    """

    source: AnnotatedSource
    recall: Recall
    tasks: tuple[ModelTask, ...]
    seed: int
    kept: KeptWorks | None = None

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``eligibility``, with the counts ``in`` and ``eligible/<task>``."""
        table, poems = self.source.poems(shard)
        kept = None if self.kept is None else self.kept(shard)
        found = poems_to_ask(poems, self.recall.sounds_by_language(shard), self.tasks, self.seed, kept)
        eligible = found.filter(pc.is_null(found.column("reason"))).column("task").value_counts()
        counts = {f"eligible/{item['values']}": item["counts"] for item in eligible.to_pylist()}
        return ShardOutput({"eligibility": found}, {"in": len(table), **counts})


def poems_to_ask(
    poems: Iterable[AnnotatedPoem],
    sounds: SoundsByLanguage,
    tasks: Sequence[ModelTask],
    seed: int,
    kept: Collection[tuple[str, str]] | None = None,
) -> pa.Table:
    """Returns a table with one row per poem and task. Poems that models were asked about before have the first ranks.

    A row states the reason of a refusal, or null, and the rank. ``kept`` contains pairs of a work id and the name under
    which the candidates of a task are stored.
    """
    rows = [
        {
            "work_id": poem.work_id,
            "task": task.offered_as,
            "edit": 0,
            "reason": _refusal(task, poem, sounds),
            "rank": _place(task, poem, seed, kept),
        }
        for poem in poems
        for task in tasks
    ]
    return ELIGIBILITY.build_rows(rows)


def _place(task: ModelTask, poem: AnnotatedPoem, seed: int, kept: Collection[tuple[str, str]] | None) -> int:
    place = rank(seed, task.sample_name, poem.work_id, 0)
    return place if kept is None else continued_rank(place, kept=(poem.work_id, task.offered_as) in kept)


def _refusal(task: ModelTask, poem: AnnotatedPoem, sounds: SoundsByLanguage) -> str | None:
    if (misfit := language_misfit(task, poem.language)) is not None:
        return misfit.reason
    sounds_of_poem = sounds(poem.language)  # a failure to read them is not one of the poem
    try:
        return task.refuse(poem, sounds_of_poem)
    except Exception as error:
        return processing_failed(error).reason


@dataclass(frozen=True)
class PoemsToAsk:
    """The poems that a task's models are asked about: those without a reason, with a rank up to ``limit``."""

    directory: str
    found: Manifest
    task: str
    limit: int

    def works(self, shard: int) -> dict[str, str | None]:
        """Every work of a shard, with the reason why no model is asked about it; None if a model is asked."""
        table = read_table(self.directory, self.found, "eligibility", shard)
        mine = table.filter(pc.equal(table.column("task"), self.task))
        columns = (mine.column(name).to_pylist() for name in ("work_id", "reason", "rank"))
        return {
            work: reason or (None if place <= self.limit else NOT_TRIED)
            for work, reason, place in zip(*columns, strict=True)
        }
