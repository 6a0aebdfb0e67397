"""Apply a task to a poem: as many different edits as the recipe requests."""

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.text.draws import Draws

_TRIES = 20
"""How often an edit is drawn at most, if the poem already has the pairs that were drawn."""


def edits(task: Task, poem: AnnotatedPoem, seed: int) -> list[Corruption | NotApplicable]:
    """Returns ``task.edits_per_poem`` results for one poem; later ones may be not applicable (``no_further_edit``).

    An edit on which the task raises is not applicable (``processing_failed``).
    """
    seen = {poem.text}
    results: list[Corruption | NotApplicable] = []
    for number in range(task.edits_per_poem):
        result = _new_edit(task, poem, Draws(seed, task.label, poem.work_id, number), seen)
        results.append(result)
        if isinstance(result, Corruption):
            seen.add(result.text)
    return results


def _new_edit(task: Task, poem: AnnotatedPoem, draws: Draws, seen: set[str]) -> Corruption | NotApplicable:
    for _ in range(_TRIES):
        try:
            result = task.corrupt(poem, draws)
        except Exception as error:
            return NotApplicable(processing_failed(error).reason)
        if isinstance(result, NotApplicable) or result.text not in seen:
            return result
    return NotApplicable("no_further_edit")
