"""Which model is meant by a name, and which revision of it: worked out without loading it."""

import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

_COMMIT = re.compile(r"[0-9a-f]{40}")
_WEIGHTS = ("*.safetensors", "*.json", "*.txt", "*.model", "*.bin", "*.pkl", "*.py")
SHIPPED = {
    "gpt2-verse": "a GPT-2, causal",
    "gpt2-writer": "a second GPT-2, which writes completions and is never a scorer",
    "bert-verse": "a cased BERT, masked",
    "xlnet-verse": "an XLNet",
    "transformer-xl-verse": "a Transformer-XL",
}
"""Models that come with versebench, each a folder under models/resources."""


class UnknownModelError(Exception):
    """No such model, or a revision is missing; the message holds the remedy."""


@dataclass(frozen=True)
class ModelIdentity:
    """A model by the name that goes in every row, where its files are, and its revision.

    ``revision`` is the commit of a model on the hub, and a hash of the files of one on disk.
    """

    name: str
    location: str
    revision: str
    on_hub: bool

    @property
    def is_shipped(self) -> bool:
        """Whether the model comes with versebench, and so is found on every worker."""
        return self.name in SHIPPED and self.location == _shipped_folder(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """A shipped model travels by name: on a worker its folder may lie elsewhere."""
        if self.is_shipped:
            return _shipped, (self.name, self.revision)
        return ModelIdentity, (self.name, self.location, self.revision, self.on_hub)


def identify(model: str, revision: str | None) -> ModelIdentity:
    """The model that a recipe names: a shipped one, a folder, or an id on the hub with its commit.

    Raises :class:`UnknownModelError` with the remedy.
    """
    if model in SHIPPED:
        return _shipped(model, _hash_of(Path(_shipped_folder(model))))
    folder = Path(model)
    if folder.is_dir():
        return ModelIdentity(folder.absolute().name, str(folder), _hash_of(folder), on_hub=False)
    if model.startswith((".", "/")) or model.count("/") > 1:
        raise UnknownModelError(f"the folder {model} does not exist; name a folder in Hugging Face layout")
    if revision is None or not _COMMIT.fullmatch(revision):
        raise UnknownModelError(
            f"{model!r} is neither a shipped model ({', '.join(SHIPPED)}) nor a folder; for a model on the hub, "
            "set its revision to a full commit (40 hex digits), so that the scores can be reproduced"
        )
    return ModelIdentity(model, model, revision, on_hub=True)


def _shipped(name: str, revision: str) -> ModelIdentity:
    return ModelIdentity(name, _shipped_folder(name), revision, on_hub=False)


def _shipped_folder(name: str) -> str:
    return str(files("versebench.models") / "resources" / name)


def _hash_of(folder: Path) -> str:
    """Hash of the files that a score depends on, by their names and contents."""
    names = sorted({path.name for pattern in _WEIGHTS for path in folder.glob(pattern)})
    if "config.json" not in names:
        raise UnknownModelError(f"{folder} has no config.json; name a folder in Hugging Face layout")
    digest = hashlib.sha256()
    for name in names:
        digest.update(f"{name}\0{(folder / name).stat().st_size}\0".encode())
        with (folder / name).open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()[:40]
