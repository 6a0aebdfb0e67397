"""``causal.v1`` computed by DeepSpeed, in rank processes that all draw the same tokens."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from threading import Lock

from versebench.models.poets.causal_settings import CausalPoetModel
from versebench.models.poets.contract import Answer, PoetError, Request
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.deepspeed.launch import launch, remedied
from versebench.models.scorers.deepspeed.processes import RankError, Ranks
from versebench.models.scorers.deepspeed.start import Work
from versebench.models.scorers.identity import identify

_RANK = "versebench.models.poets.ranked_poet"


@dataclass(frozen=True)
class DeepspeedPoet:
    """A model in rank processes, with the seed from which its draws follow."""

    name: str
    ranks: Ranks
    seed: int

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """Answer each request. Raises :class:`PoetError` if a process fails; then all processes have ended."""
        asked = {"seed": self.seed, "requests": [asdict(request) for request in requests]}
        try:
            with _ASKING:  # threads of a worker share the processes
                answers = self.ranks.ask(asked)
        except RankError as failure:
            raise PoetError(f"{self.name}: DeepSpeed cannot go on: {remedied(failure)}") from None
        return [Answer(**answer) for answer in answers["answers"]]


_STARTED: dict[str, Ranks] = {}
_STARTING = Lock()
_ASKING = Lock()


def load_deepspeed_poet(settings: CausalPoetModel, seed: int) -> DeepspeedPoet:
    """The poet, whose processes are started once per process; those of another one end. Raises :class:`PoetError`."""
    engine = settings.engine
    assert engine is not None
    identity = identify(settings.model, settings.revision)
    work = Work(
        _RANK,
        settings.model_dump_json(),
        identity,
        engine,
        settings.precision,
        settings.run_code_of_the_model,
    )
    with _STARTING:
        if work.settings not in _STARTED or not _STARTED[work.settings].close.alive:
            while _STARTED:
                _STARTED.popitem()[1].close()
            try:
                _STARTED[work.settings] = launch(work)
            except ModelLoadError as error:
                raise PoetError(str(error)) from None
        return DeepspeedPoet(identity.name, _STARTED[work.settings], seed)
