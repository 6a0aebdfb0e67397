"""What a rank process is told when it starts."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from versebench.models.scorers.contract import Precision
from versebench.models.scorers.deepspeed.messages import Message
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions

Answering = Callable[[Message], Message]
"""Answers the requests to a loaded model."""

Load = Callable[[str, ModelIdentity, LoadOptions], Answering]
"""Loads a model by settings as JSON."""


@dataclass(frozen=True)
class Work:
    """A model that rank processes load, and what they do with it.

    ``module`` is a module of versebench that has :data:`Load` under the name ``load``; ``settings`` are its settings as
    JSON. ``own_code`` allows Python code that comes with the model.
    """

    module: str
    settings: str
    identity: ModelIdentity
    engine: DeepspeedEngine
    precision: Precision
    own_code: bool


@dataclass(frozen=True)
class Start:
    """Rank ``rank`` of ``ranks`` is to load a model.

    ``store`` is a new file by which the ranks find each other; ``swap`` the folder for weights that are offloaded to a
    disk.
    """

    work: Work
    rank: int
    ranks: int
    store: str
    swap: str | None

    def to_message(self) -> Message:
        """As JSON can hold it."""
        work = {**asdict(self.work), "engine": self.work.engine.model_dump_json()}
        return {**asdict(self), "work": work}

    @staticmethod
    def of_message(message: Message) -> "Start":
        """From what :meth:`to_message` made."""
        work = dict(message["work"])
        identity, engine = ModelIdentity(**work["identity"]), DeepspeedEngine.model_validate_json(work["engine"])
        return Start(**{**message, "work": Work(**{**work, "identity": identity, "engine": engine})})
