"""What a method of completion is: how a generator is asked, and which of its lines are kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from versebench.models.generators.contract import Generator, Hypothesis, Prompt
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.stanza import Hearing
from versebench.transforms.tasks.completions.keep import Keeping

Searched = list[list[Hypothesis]]
"""What each run of a poem's search found."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A poem to be completed, and what the generator is given of it."""

    poem: AnnotatedPoem
    prompt: Prompt


@dataclass(frozen=True)
class Asking:
    """Who is asked, and by whose ear and chance."""

    generator: Generator
    hearing: Hearing
    seed: int


Search = Callable[[Any, Sequence[Asked], Asking], list[Searched | str]]
"""From a task and some poems to what was found for each, or to the reason why nothing was searched.

What is found for a poem depends on the task, the poem and the asking alone, never on the poems beside it.
"""


@dataclass(frozen=True)
class Method:
    """A search, what is kept of it, and how many hypotheses a task of it may bring for a poem."""

    search: Search
    keep: Keeping
    hypotheses: Callable[[Any], int]
