"""Defects of a chain that did not stop it: rows on which code raised, and models that were not used as planned."""

from collections.abc import Iterator, Mapping

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import not_applicable, rejected
from versebench.pipelines.stages.score import fallbacks_of, scored_once
from versebench.release.documents.facts import Defect, Fallback
from versebench.transforms.candidates.poems_to_ask import RAISED
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED


def defects(chain: Chain) -> tuple[Defect, ...]:
    """The steps in which code raised on rows."""
    return tuple(defect for defect in _steps(chain) if defect.failed)


def fallbacks(chain: Chain) -> tuple[Fallback, ...]:
    """What did not go as planned with the models that made candidates and with those that scored."""
    runs: list[tuple[str, Mapping[str, int]]] = [
        (f"candidates {each.task.offered_as}", fallbacks_of([each.committed])) for each in chain.candidates()
    ]
    runs += [(f"score {series.label}", series.fallbacks) for series in scored_once(chain.score())]
    return tuple(Fallback(step, what, times) for step, counts in runs for what, times in counts.items())


def _steps(chain: Chain) -> Iterator[Defect]:
    for stage, committed in (("ingest", chain.ingest()), ("clean", chain.clean())):
        yield Defect(stage, committed.manifest.counts["in"], rejected(committed).get(PROCESSING_FAILED, 0))
    for candidates in chain.candidates():
        counts = candidates.committed.manifest.counts
        yield Defect(f"candidates {candidates.task.offered_as}", counts["in"], counts.get(RAISED, 0))
    for task in chain.recipe.tasks:  # of a corpus there are none, and it has no stage that makes pairs
        corrupted = chain.corrupt()
        edits = corrupted.manifest.counts["in"] * task.edits_per_poem
        yield Defect(f"corrupt {task.label}", edits, not_applicable(corrupted, task.label).get(PROCESSING_FAILED, 0))
