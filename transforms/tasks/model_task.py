"""Tasks that need a model to be made: a stage writes candidates, and the task is a pure choice among them."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.contract import Task


class ModelTask(Task):
    """A task over what models offered (:mod:`versebench.transforms.annotation.offers`).

    A poem of which no model was asked is not applicable as ``not_tried``.
    """

    candidates: ClassVar[str]
    """Name of the source of its candidates (:mod:`versebench.transforms.candidates.registry`)."""

    chooses_poems: ClassVar[frozenset[str]] = Task.chooses_poems | {"poems"}

    poems: Annotated[int, Field(ge=1)] | Literal["all"] = Field(
        "all", description="How many poems the models are asked about: the first ones in the order of sampling."
    )

    @property
    def offered_as(self) -> str:
        """Under what its candidates stand: what decides them alone. Tasks that choose otherwise share them."""
        return self.label

    @abstractmethod
    def refuse(self, poem: AnnotatedPoem, sounds: SoundMemory) -> str | None:
        """Why no model is asked about a poem, by a machine-readable reason; None if one is."""


def model_tasks(tasks: Iterable[Task]) -> tuple[ModelTask, ...]:
    """Those tasks that choose among candidates."""
    return tuple(task for task in tasks if isinstance(task, ModelTask))
