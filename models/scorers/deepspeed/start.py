"""What a rank process is told when it starts."""

from dataclasses import asdict, dataclass

from pydantic import TypeAdapter

from versebench.models.scorers.contract import Precision
from versebench.models.scorers.deepspeed.messages import Message
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.settings import ScorerSettings


@dataclass(frozen=True)
class Start:
    """Rank ``rank`` of ``ranks`` is to load a scorer.

    ``store`` is a new file by which the ranks find each other; ``swap`` the folder for weights that are offloaded to a
    disk.
    """

    settings: ScorerSettings
    identity: ModelIdentity
    precision: Precision
    rank: int
    ranks: int
    store: str
    swap: str | None

    @property
    def engine(self) -> DeepspeedEngine:
        """What the recipe says of DeepSpeed."""
        assert isinstance(self.settings.engine, DeepspeedEngine)
        return self.settings.engine

    def to_message(self) -> Message:
        """As JSON can hold it."""
        own = ("precision", "rank", "ranks", "store", "swap")
        return {
            "settings": self.settings.model_dump_json(),
            "identity": asdict(self.identity),
            **{name: getattr(self, name) for name in own},
        }

    @staticmethod
    def of_message(message: Message) -> "Start":
        """From what :meth:`to_message` made."""
        from versebench.models.scorers.registry import AnyScorer

        settings: ScorerSettings = TypeAdapter(AnyScorer).validate_json(message["settings"])
        rest = {name: value for name, value in message.items() if name not in ("settings", "identity")}
        return Start(settings, ModelIdentity(**message["identity"]), **rest)
