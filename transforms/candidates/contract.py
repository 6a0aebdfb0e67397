"""How candidates are made for the tasks that choose among them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa

from versebench.models.model_settings import CandidateModelSettings
from versebench.models.scorers.identity import ModelIdentity
from versebench.schemas.table import Table
from versebench.transforms.annotation.offers import Offers
from versebench.transforms.candidates.wanted import Tried
from versebench.transforms.mapping.map_shards import ShardTask
from versebench.transforms.prosody.lexicon.recall import Recall
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.model_task import ModelTask


@dataclass(frozen=True)
class Request:
    """What the candidates of a task are made from.

    ``settings`` is what the recipe says under the key that the source asks for; ``identities`` are the models of
    these settings, by the names that :meth:`CandidateSource.models` gives them.
    """

    task: ModelTask
    poems: AnnotatedSource
    recall: Recall
    tried: Tried
    seed: int
    thesaurus: str
    settings: Any
    identities: Mapping[str, ModelIdentity]


class CandidateSource(ABC):
    """Makes the candidates of tasks, in a stage of its own. A task names its source by ``candidates``."""

    name: ClassVar[str]
    """Name in the registry."""

    asks: ClassVar[str | None]
    """The key of the recipe that describes its models; None if the task's own parameters say all."""

    stage: ClassVar[str]
    """Name of the stage: the folder of its runs."""

    version: ClassVar[str]
    """Changes if the same request gives other candidates."""

    table: ClassVar[Table]
    """What is written, beside a row of the attempts for each poem."""

    @abstractmethod
    def models(self, settings: Any) -> dict[str, CandidateModelSettings]:
        """The models of the recipe's settings by name; the first one's hints are those of the stage.

        A single model that is all that its key says is named as the key.
        """

    def inputs(self, request: Request) -> dict[str, Any]:  # noqa: ARG002
        """What decides the candidates, by name, beside poems, task, seed and models: as JSON can hold it."""
        return {}

    @abstractmethod
    def offers(self, candidates: pa.Table, attempts: pa.Table, poems: pa.Table, label: str) -> dict[str, Offers]:
        """What the task of a label can choose from, by work id: from the rows for some poems of a shard."""

    @abstractmethod
    def shard_task(self, request: Request) -> ShardTask:
        """Makes the candidates of a shard."""
