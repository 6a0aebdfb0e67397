"""Starts the rank processes of a model."""

import importlib.util
import socket
import tempfile
from pathlib import Path

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.deepspeed.processes import RankError, RankMemoryError, RankRefusedError, Ranks
from versebench.models.scorers.deepspeed.start import Start, Work
from versebench.models.scorers.engines import DeepspeedEngine

START_SECONDS = 3600.0
"""How long loading may take: a large model comes from a slow disk, and offloading to a disk compiles for minutes when
it is used for the first time."""


def launch(work: Work, start_seconds: float = START_SECONDS) -> Ranks:
    """Start the processes of a model. Raises :class:`ModelLoadError` with the remedy."""
    name, engine = work.identity.name, work.engine
    if importlib.util.find_spec("deepspeed") is None:
        raise ModelLoadError(f'{name}: DeepSpeed is not installed; pip install "versebench[deepspeed]"')
    count = engine.tensor_parallel
    environments = [_environment(engine, rank) for rank in range(count)]
    swap, meeting = _swap_folder(name, engine), tempfile.mkdtemp(prefix="versebench-ranks-")
    starts = [Start(work, rank, count, str(Path(meeting) / "store"), swap) for rank in range(count)]
    folders = [meeting] if swap is None else [meeting, swap]
    try:
        return Ranks([start.to_message() for start in starts], environments, folders, start_seconds)
    except RankRefusedError as refusal:
        raise ModelLoadError(str(refusal)) from None
    except RankError as failure:
        raise ModelLoadError(f"{name}: DeepSpeed cannot load it: {remedied(failure)}") from None


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


def remedied(failure: RankError) -> str:
    """What a process says of its failure, and what to do if memory ran out."""
    if isinstance(failure, RankMemoryError):
        return f"{failure}\nThere is not enough memory; use bf16, more processes, offload, or a smaller model"
    return str(failure)
