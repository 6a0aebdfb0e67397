"""A scorer of any family that DeepSpeed computes in rank processes: the same contract, from outside."""

import importlib.util
import socket
import tempfile
from collections.abc import Sequence
from pathlib import Path

from versebench.models.scorers.contract import ModelLoadError, Precision, ScorerFailedError, UnitScores
from versebench.models.scorers.deepspeed import scores
from versebench.models.scorers.deepspeed.messages import Message
from versebench.models.scorers.deepspeed.processes import RankError, RankMemoryError, RankRefusedError, Ranks
from versebench.models.scorers.deepspeed.start import Start
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.settings import ScorerSettings

START_SECONDS = 3600.0
"""How long loading may take: a large model comes from a slow disk, and offloading to a disk compiles for minutes when
it is used for the first time."""


class DeepspeedScorer:
    """A scorer whose model is in processes of its own. Asked by one thread at a time.

    ``process_ids`` are those processes. They end with :meth:`close`, with this object, and with this process.
    """

    def __init__(
        self,
        settings: ScorerSettings,
        identity: ModelIdentity,
        precision: Precision,
        *,
        start_seconds: float = START_SECONDS,
    ) -> None:
        """Raises :class:`ModelLoadError` with the remedy."""
        engine = settings.engine
        assert isinstance(engine, DeepspeedEngine)
        if importlib.util.find_spec("deepspeed") is None:
            raise ModelLoadError(f'{identity.name}: DeepSpeed is not installed; pip install "versebench[deepspeed]"')
        self._name = identity.name
        environments = [_environment(engine, rank) for rank in range(engine.tensor_parallel)]
        swap, meeting = _swap_folder(identity.name, engine), tempfile.mkdtemp(prefix="versebench-ranks-")
        count, store = engine.tensor_parallel, str(Path(meeting) / "store")
        starts = [Start(settings, identity, precision, rank, count, store, swap) for rank in range(count)]
        folders = [meeting] if swap is None else [meeting, swap]
        try:
            self._ranks = Ranks([start.to_message() for start in starts], environments, folders, start_seconds)
        except RankRefusedError as refusal:
            raise ModelLoadError(str(refusal)) from None
        except RankError as failure:
            raise ModelLoadError(f"{identity.name}: DeepSpeed cannot load it: {_remedied(failure)}") from None
        self.process_ids = self._ranks.process_ids

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """The scores of each unit, as the family's own scorer gives them.

        Raises :class:`ScorerFailedError` if a process fails; then all processes have ended.
        """
        answer = self._ask({"units": [list(unit) for unit in units], "tokens": tokens})
        return scores.from_json(answer["scores"])

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return tokens as the tokenizer spells them."""
        found: list[str] = self._ask({"pieces": list(token_ids)})["pieces"]
        return found

    def fallbacks(self) -> dict[str, int]:
        """Return the fallbacks of the family's own scorer."""
        found: dict[str, int] = self._ask({"fallbacks": True})["fallbacks"]
        return found

    def close(self) -> None:
        """End the processes."""
        self._ranks.close()

    def _ask(self, request: Message) -> Message:
        try:
            return self._ranks.ask(request)
        except RankError as failure:
            raise ScorerFailedError(f"{self._name}: DeepSpeed cannot go on: {_remedied(failure)}") from None


def _swap_folder(name: str, engine: DeepspeedEngine) -> str | None:
    """A new folder for offloaded weights on the disk that the recipe names."""
    if engine.nvme_path is None:
        return None
    try:
        return tempfile.mkdtemp(prefix="versebench-weights-", dir=engine.nvme_path)
    except OSError as error:
        raise ModelLoadError(
            f"{name}: cannot write weights to nvme_path, {engine.nvme_path} ({error.strerror}); name a writable folder"
        ) from None


def _environment(engine: DeepspeedEngine, rank: int) -> dict[str, str]:
    """What torch and DeepSpeed read from the environment. The last two are for a processor alone."""
    count = str(engine.tensor_parallel)
    own = {
        "RANK": str(rank),
        "LOCAL_RANK": str(rank),
        "WORLD_SIZE": count,
        "LOCAL_SIZE": count,
        "DS_ACCELERATOR": engine.device,
    }
    if engine.device == "cpu":
        own |= {"OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": _loopback()}
    return own


def _loopback() -> str:
    """The network of this machine alone, so that nobody else reaches the ranks."""
    return next(name for _, name in socket.if_nameindex() if name.startswith("lo"))


def _remedied(failure: RankError) -> str:
    if isinstance(failure, RankMemoryError):
        return f"{failure}\nThere is not enough memory; use bf16, more processes, offload, or a smaller model"
    return str(failure)
