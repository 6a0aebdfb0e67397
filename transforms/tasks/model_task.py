"""Tasks that need a model: a stage writes candidates, and the task only chooses among them."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.contract import Task


class ModelTask(Task):
    """A task that chooses among the offers of models (:mod:`versebench.transforms.annotation.offers`).

    It is not applicable (``not_tried``) to a poem that no model was asked about.
    """

    candidates: ClassVar[str]
    """Name of the source of its candidates (:mod:`versebench.transforms.candidates.registry`)."""

    chooses_poems: ClassVar[frozenset[str]] = Task.chooses_poems | {"poems"}

    poems: Annotated[int, Field(ge=1)] | Literal["all"] = Field(
        "all", description="How many poems the models are asked about: the first ones in the order of sampling."
    )

    @property
    def offered_as(self) -> str:
        """The name under which its candidates are stored. Tasks that differ in the choice only share this name."""
        return self.label

    @property
    def asking_behaviour(self) -> dict[str, Any]:
        """Settings that decide the candidates, are not in :attr:`offered_as`, and differ from their defaults."""
        return {}

    @abstractmethod
    def refuse(self, poem: AnnotatedPoem, sounds: SoundMemory) -> str | None:
        """A machine-readable reason why no model is asked about a poem; None if models are asked."""


def model_tasks(tasks: Iterable[Task]) -> tuple[ModelTask, ...]:
    """The tasks among ``tasks`` that choose among candidates."""
    return tuple(task for task in tasks if isinstance(task, ModelTask))
