"""Resolves the name of a model to its files and revision, without loading it."""

import difflib
import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Any

from versebench.models.fetched.catalogue import CATALOGUE
from versebench.models.fetched.place import folder_of, is_fetched

_COMMIT = re.compile(r"[0-9a-f]{40}")
_WEIGHTS = ("*.safetensors", "*.json", "*.txt", "*.model", "*.bin", "*.pkl", "*.py", "*.jinja")
SHIPPED = {
    "gpt2-verse": "a GPT-2, causal",
    "gpt2-writer": "a second GPT-2, which writes completions and is never a scorer",
    "gpt2-checker": "a smaller GPT-2, which marks contested pairs and is never a scorer",
    "bert-verse": "a cased BERT, masked",
    "bert-selector": "a smaller BERT, which selects synonyms and is never a scorer",
    "xlnet-verse": "an XLNet",
    "transformer-xl-verse": "a Transformer-XL",
    "gpt2-tang": "a GPT-2 over characters, which writes Chinese poems from titles and is never a scorer",
}
"""The models shipped with versebench, each a folder under models/resources."""


class UnknownModelError(Exception):
    """The model does not exist, or its revision is missing; the message states the remedy."""


class NotFetchedError(UnknownModelError):
    """The model can be fetched, and was not."""


@dataclass(frozen=True)
class ModelIdentity:
    """A model: its name as in every row, the location of its files, and its revision.

    ``revision`` is a commit for a model on the hub, and a hash of the files for a model on disk.
    """

    name: str
    location: str
    revision: str
    on_hub: bool

    @property
    def is_shipped(self) -> bool:
        """Whether the model is shipped with versebench, and therefore present on every worker."""
        return self.name in SHIPPED and self.location == _shipped_folder(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a shipped model by name, because its folder may be elsewhere on a worker."""
        if self.is_shipped:
            return _shipped, (self.name, self.revision)
        return ModelIdentity, (self.name, self.location, self.revision, self.on_hub)


def identify(model: str, revision: str | None) -> ModelIdentity:
    """Return the model that a recipe names: a shipped or a fetched one, a folder, or an id on the hub with its commit.

    Raises :class:`UnknownModelError` with the remedy.
    """
    if model in SHIPPED:
        return _shipped(model, _hash_of(Path(_shipped_folder(model))))
    if model in CATALOGUE:
        if not is_fetched(model):
            raise NotFetchedError(f"{model} is not on this machine; run: versebench models get {model}")
        return ModelIdentity(model, str(folder_of(model)), _hash_of(folder_of(model)), on_hub=False)
    folder = Path(model)
    if folder.is_dir():
        return ModelIdentity(folder.absolute().name, str(folder), _hash_of(folder), on_hub=False)
    if model.startswith((".", "/")) or model.count("/") > 1:
        raise UnknownModelError(f"the folder {model} does not exist; name a folder in Hugging Face layout")
    if revision is None or not _COMMIT.fullmatch(revision):
        near = difflib.get_close_matches(model, [*SHIPPED, *CATALOGUE], 1, 0.8)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownModelError(
            f"{model!r} is neither a shipped model ({', '.join(SHIPPED)}), nor one that versebench models get fetches "
            f"({', '.join(CATALOGUE)}), nor a folder; for a model on the hub, "
            f"set its revision to a full commit (40 hex digits), so that the scores can be reproduced{hint}"
        )
    return ModelIdentity(model, model, revision, on_hub=True)


def _shipped(name: str, revision: str) -> ModelIdentity:
    return ModelIdentity(name, _shipped_folder(name), revision, on_hub=False)


def _shipped_folder(name: str) -> str:
    return str(files("versebench.models") / "resources" / name)


def _hash_of(folder: Path) -> str:
    """Return a hash of the names and contents of the files that a score depends on, in folders below it too."""
    names = sorted(_names(folder))
    if "config.json" not in names:
        raise UnknownModelError(f"{folder} has no config.json; name a folder in Hugging Face layout")
    _check_indexes(folder, names)
    digest = hashlib.sha256()
    for name in names:
        digest.update(f"{name}\0{(folder / name).stat().st_size}\0".encode())
        with (folder / name).open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()[:40]


def _names(folder: Path) -> Iterator[str]:
    """The names of the files that may be loaded, relative to the folder. Hidden folders are left out."""
    for path, folders, names in os.walk(folder, followlinks=True):
        here, below = Path(path).resolve(), Path(path).relative_to(folder)
        # A link to a folder above would lead around for ever.
        folders[:] = [
            name
            for name in folders
            if not name.startswith((".", "__pycache__")) and not here.is_relative_to((here / name).resolve())
        ]
        for name in names:
            if any(fnmatchcase(name, pattern) for pattern in _WEIGHTS) and os.path.isfile(os.path.join(path, name)):
                yield (below / name).as_posix()


def _check_indexes(folder: Path, names: Sequence[str]) -> None:
    """Raise :class:`UnknownModelError` if an index of weights names a file that the hash does not cover."""
    for index in (name for name in names if name.endswith(".index.json")):
        try:
            weight_map = json.loads((folder / index).read_bytes())["weight_map"]
            files_named = {(Path(index).parent / file).as_posix() for file in weight_map.values()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise UnknownModelError(f"{folder}/{index} is not an index of weights; download the model again") from None
        if missing := sorted(files_named - set(names)):
            raise UnknownModelError(
                f"{folder}/{index} names {missing[0]!r}, which is not a file of the folder; download the model again"
            )
