"""Delayed beam search: many runs a poem, each with a stream of chance of its own (JCLS 2022, 3.5.3)."""

from collections.abc import Sequence

from versebench.transforms.tasks.complete_line_delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.completions.keep import EVERY_TEXT
from versebench.transforms.tasks.completions.method import Asked, Asking, Method, Searched
from versebench.transforms.text.draws import Draws


def _search(task: CompleteLineDelayedBeam, asked: Sequence[Asked], asking: Asking) -> list[Searched | str]:
    # A stream is of (seed, task and version, poem, run) alone: more runs leave the first ones as they are.
    chances = [
        [Draws(asking.seed, task.task, one.poem.work_id, run).uniform for run in range(task.runs)] for one in asked
    ]
    return list(
        asking.generator.delayed_beam(
            [one.prompt for one in asked],
            chances,
            beams=task.beams,
            sampled_tokens=task.sampled_tokens,
            top_p=task.top_p,
        )
    )


DELAYED_BEAM = Method(_search, EVERY_TEXT, lambda task: task.runs * task.beams)
