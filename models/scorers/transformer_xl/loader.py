"""Loads a Transformer-XL from a folder or from the hub.

Our own layout is ``config.json``, ``model.safetensors`` and ``vocab.txt`` or ``vocab.json``. Published checkpoints are
``config.json``, ``pytorch_model.bin`` and ``vocab.bin`` or ``vocab.pkl``. Those are the one exception to the rule that
nothing is unpickled: a reader of plain data reads them (``plain_pickle.py``).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from httpx2 import HTTPError
from huggingface_hub import snapshot_download
from pydantic import ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.transformer_xl.config import TransformerXlConfig
from versebench.models.scorers.transformer_xl.convention import LineEndConvention
from versebench.models.scorers.transformer_xl.network import TransformerXl
from versebench.models.scorers.transformer_xl.plain_pickle import read_plain_torch_file
from versebench.models.scorers.transformer_xl.scorer import TransformerXlScorer
from versebench.models.scorers.transformer_xl.tokenizer import WordTokenizer
from versebench.models.scorers.transformer_xl.vocabulary import read_vocabulary
from versebench.models.scorers.transformer_xl.weights import Weights

VOCABULARY_FILES = ("tokenizer_config.json", "vocab.json", "vocab.txt", "vocab.bin", "vocab.pkl")
"""All files that the numbers of words can depend on."""
FILES = ("config.json", "model.safetensors", "pytorch_model.bin", *VOCABULARY_FILES)
"""All files that a score can depend on."""


@dataclass(frozen=True)
class WordVocabulary:
    """The word tokenizer without the model. Texts are prepared by a convention."""

    tokenizer: WordTokenizer
    convention: LineEndConvention

    @property
    def size(self) -> int:
        """The number of words."""
        return len(self.tokenizer.words)

    def token_ids(self, text: str) -> list[int]:
        """Return the words of a text, and the ends of its lines."""
        return self.tokenizer.encode(self.convention.prepare(text))

    def unknown_tokens(self, text: str) -> int:
        """Return how many words of a text are not in the vocabulary."""
        return self.token_ids(text).count(self.tokenizer.unknown)


def load_transformer_xl_vocabulary(identity: ModelIdentity, convention: LineEndConvention) -> WordVocabulary:
    """Load the vocabulary without weights. Raises :class:`ModelLoadError` with the remedy."""
    return WordVocabulary(read_vocabulary(_folder(identity, VOCABULARY_FILES)), convention)


def load_transformer_xl(identity: ModelIdentity, convention: LineEndConvention) -> TransformerXlScorer:
    """Load network and vocabulary; no code of the model is run.

    Raises :class:`ModelLoadError` with the remedy.
    """
    torch.set_num_threads(1)
    folder = _folder(identity, FILES)
    config, tokenizer = read_config(folder), read_vocabulary(folder)
    if len(tokenizer.words) != config.vocab_size:
        raise ModelLoadError(
            f"{identity.name}: its vocabulary has {len(tokenizer.words)} words, but config.json says "
            f"{config.vocab_size}; fetch both again, from one revision"
        )
    return TransformerXlScorer(TransformerXl(read_weights(folder, identity.name), config), tokenizer, convention)


def read_config(folder: Path) -> TransformerXlConfig:
    """Read the settings in ``config.json``. Raises :class:`ModelLoadError`."""
    path = folder / "config.json"
    try:
        return TransformerXlConfig.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"])) or "its keys"
        raise ModelLoadError(f"{path}: {key}: {first['msg']}; it must describe a Transformer-XL") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ModelLoadError(f"{path} cannot be read as JSON ({error}); fetch it again") from None


def read_weights(folder: Path, model: str) -> Weights:
    """Read the tensors, from safetensors if both files exist. Raises :class:`ModelLoadError`."""
    safe, published = folder / "model.safetensors", folder / "pytorch_model.bin"
    if safe.is_file():
        return Weights(_read_safetensors(safe), model)
    if not published.is_file():
        raise ModelLoadError(f"{folder} has no weights; add {safe.name} or {published.name}")
    tensors = read_plain_torch_file(published)
    if not isinstance(tensors, dict) or not all(isinstance(value, Tensor) for value in tensors.values()):
        raise ModelLoadError(f"{published} does not contain named tensors; fetch it again")
    return Weights(tensors, model)


def _read_safetensors(path: Path) -> Mapping[str, Tensor]:
    try:
        return dict(load_file(path))
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:  # a damaged file
        raise ModelLoadError(f"{path} cannot be read ({error}); fetch it again") from None


def _folder(identity: ModelIdentity, files: Sequence[str]) -> Path:
    """Return the folder of the files, fetched if the model is on the hub. Raises :class:`ModelLoadError`."""
    if not identity.on_hub:
        return Path(identity.location)
    try:
        return Path(snapshot_download(identity.location, revision=identity.revision, allow_patterns=list(files)))
    except (OSError, ValueError, HTTPError) as error:  # no such model or no space; no valid name; no connection
        first_line = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise ModelLoadError(
            f"{identity.name} cannot be fetched: {first_line}; it must be an id on a hub that this machine can reach"
        ) from None
