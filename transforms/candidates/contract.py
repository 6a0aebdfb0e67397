"""The contract of a source of candidates, which tasks choose among."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import pyarrow as pa

from versebench.models.model_settings import CandidateModelSettings
from versebench.models.scorers.identity import ModelIdentity
from versebench.schemas.table import Table
from versebench.transforms.annotation.offers import Offers
from versebench.transforms.candidates.poems_to_ask import PoemsToAsk
from versebench.transforms.prosody.lexicon.recall import Recall
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.model_task import ModelTask

if TYPE_CHECKING:
    from versebench.transforms.mapping.map_shards import ShardTask


@dataclass(frozen=True)
class Request:
    """A request for the candidates of a task.

    ``settings`` is the value of the recipe's key that the source asks for. ``identities`` are the models of these
    settings, by the names that :meth:`CandidateSource.models` gives them. ``tried`` are the poems that the models are
    asked about.
    """

    task: ModelTask
    poems: AnnotatedSource
    recall: Recall
    tried: PoemsToAsk
    seed: int
    thesaurus: str
    settings: Any
    identities: Mapping[str, ModelIdentity]


class CandidateSource(ABC):
    """Makes the candidates of tasks, in a stage of its own. A task names its source by ``candidates``."""

    name: ClassVar[str]
    """Name in the registry."""

    asks: ClassVar[str | None]
    """The recipe's key that describes its models; None if the task's own parameters suffice."""

    stage: ClassVar[str]
    """Name of the stage: the folder of its runs."""

    version: ClassVar[str]
    """Version of the source. It must change if the same request would give other candidates."""

    table: ClassVar[Table]
    """The table of candidates. The table ``attempts``, with a row for each poem, is written with it."""

    @abstractmethod
    def models(self, settings: Any) -> dict[str, CandidateModelSettings]:
        """The models of the recipe's settings by name. The resource hints of the first are those of the stage.

        If the value of the key describes a single model, the model has the name of the key.
        """

    def inputs(self, request: Request) -> dict[str, Any]:  # noqa: ARG002
        """Further inputs that decide the candidates, by name, as JSON values: not poems, task, seed and models."""
        return {}

    @abstractmethod
    def offers(self, candidates: pa.Table, attempts: pa.Table, poems: pa.Table, label: str) -> dict[str, Offers]:
        """The offers for the task of a label, by work id, from the rows for some poems of a shard."""

    @abstractmethod
    def shard_task(self, request: Request) -> "ShardTask":
        """Returns the task that makes the candidates of a shard."""
