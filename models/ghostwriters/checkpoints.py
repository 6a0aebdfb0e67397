"""Checkpoints of training on a local disk: a killed job continues from the last one and writes the same verses.

A checkpoint is one file with the weights, the state of Adam, and the verses written so far. It is forced to the disk
before it takes the place of the last one, so there is always a whole one.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from versebench.models.ghostwriters.contract import GhostwriterError
from versebench.storage import durable

NAME = "checkpoint.safetensors"
_PARTIAL = f"{NAME}.partial"
_ENTRY = "training"


@dataclass(frozen=True)
class WrittenVerse:
    """The tokens of a verse that was written in training, and whether it has an end."""

    tokens: list[int]
    is_whole: bool


@dataclass(frozen=True)
class Progress:
    """How far training has come, and the verses that it has written."""

    iteration: int
    verses: list[WrittenVerse]


def save_checkpoint(
    folder: Path, of: str, model: nn.Module, optimiser: torch.optim.Optimizer, progress: Progress
) -> None:
    """Write the checkpoint of a training; ``of`` identifies what is trained."""
    tensors = {f"model.{name}": value for name, value in model.state_dict().items()}
    for number, state in optimiser.state_dict()["state"].items():
        tensors |= {f"adam.{number}.{name}": value for name, value in state.items()}
    tensors |= _verse_tensors(progress.verses)
    # One entry, because the order of several is random.
    content = save(tensors, {_ENTRY: json.dumps({"of": of, "iteration": progress.iteration})})
    durable.make_folder(str(folder))
    partial = folder / _PARTIAL
    with partial.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    durable.replace(str(partial), str(folder / NAME))


def load_checkpoint(folder: Path, of: str, model: nn.Module, optimiser: torch.optim.Optimizer) -> Progress | None:
    """Load the checkpoint into model and optimiser; None if there is none.

    Raises :class:`GhostwriterError` if the checkpoint is of another training, or damaged.
    """
    path = folder / NAME
    if not path.exists():
        return None
    try:
        with safe_open(path, "pt") as file:
            entry = json.loads((file.metadata() or {}).get(_ENTRY, "{}"))
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise GhostwriterError(f"{path}: cannot be read: {error}; delete the file to train from the start") from error
    if entry.get("of") != of:
        raise GhostwriterError(
            f"{path}: is a checkpoint of another recipe, of other verses or of another version of torch; delete the "
            "file to train from the start, or choose another root"
        )
    model.load_state_dict(_below(tensors, "model."))
    states: dict[int, dict[str, Tensor]] = {}
    for name, value in _below(tensors, "adam.").items():
        number, key = name.split(".", 1)
        states.setdefault(int(number), {})[key] = value
    optimiser.load_state_dict({**optimiser.state_dict(), "state": states})
    return Progress(entry["iteration"], _verses_in(_below(tensors, "verses.")))


def _below(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}


def _verse_tensors(verses: list[WrittenVerse]) -> dict[str, Tensor]:
    return {
        "verses.tokens": torch.tensor([token for verse in verses for token in verse.tokens], dtype=torch.int32),
        "verses.lengths": torch.tensor([len(verse.tokens) for verse in verses], dtype=torch.int32),
        "verses.whole": torch.tensor([verse.is_whole for verse in verses], dtype=torch.bool),
    }


def _verses_in(tensors: dict[str, Tensor]) -> list[WrittenVerse]:
    parts = torch.split(tensors["tokens"], tensors["lengths"].tolist())
    return [WrittenVerse(part.tolist(), whole) for part, whole in zip(parts, tensors["whole"].tolist(), strict=True)]
