"""What went wrong in a chain and stopped nothing: rows on which code raised, and models not used as planned."""

from collections.abc import Iterator, Mapping

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import not_applicable, rejected
from versebench.pipelines.stages.score import fallbacks_of, scored_once
from versebench.release.documents.facts import Defect, Fallback
from versebench.transforms.candidates.wanted import RAISED
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED


def defects(chain: Chain) -> tuple[Defect, ...]:
    """Every step in which code raised on rows; nothing of steps in which it did not."""
    return tuple(defect for defect in _steps(chain) if defect.failed)


def fallbacks(chain: Chain) -> tuple[Fallback, ...]:
    """What did not go as planned in the models that made candidates and in those that scored."""
    runs: list[tuple[str, Mapping[str, int]]] = [
        (f"candidates {one.task.offered_as}", fallbacks_of([one.committed])) for one in chain.candidates()
    ]
    runs += [(f"score {one.label}", one.fallbacks) for one in scored_once(chain.score())]
    return tuple(Fallback(step, what, times) for step, found in runs for what, times in found.items())


def _steps(chain: Chain) -> Iterator[Defect]:
    for stage, committed in (("ingest", chain.ingest()), ("clean", chain.clean())):
        yield Defect(stage, committed.manifest.counts["in"], rejected(committed).get(PROCESSING_FAILED, 0))
    for one in chain.candidates():
        counts = one.committed.manifest.counts
        yield Defect(f"candidates {one.task.offered_as}", counts["in"], counts.get(RAISED, 0))
    for task in chain.recipe.tasks:  # of a corpus there are none, and it has no stage that makes pairs
        corrupted = chain.corrupt()
        edits = corrupted.manifest.counts["in"] * task.edits_per_poem
        yield Defect(f"corrupt {task.label}", edits, not_applicable(corrupted, task.label).get(PROCESSING_FAILED, 0))
