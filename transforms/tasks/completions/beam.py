"""Beam search: one run a poem, and every hypothesis of the last beam counts, not the best alone (JCLS 2022, 3.5.2)."""

from collections.abc import Sequence

from versebench.transforms.tasks.complete_line_beam import CompleteLineBeam
from versebench.transforms.tasks.completions.keep import ONE_PER_END_WORD
from versebench.transforms.tasks.completions.method import Asked, Asking, Method, Searched


def _search(task: CompleteLineBeam, asked: Sequence[Asked], asking: Asking) -> list[Searched | str]:
    return [[found] for found in asking.generator.beam([one.prompt for one in asked], task.beams)]


BEAM = Method(_search, ONE_PER_END_WORD, lambda task: task.beams)
