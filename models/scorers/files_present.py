"""Checks of the files of a model before anything is loaded, so that a release that cannot score does not begin."""

import json
from pathlib import Path
from typing import Any

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity

_TOKENIZERS = ("tokenizer.json", "tokenizer.model", "vocab.txt", "vocab.json", "spiece.model", "*.tiktoken", "*.py")
_MASKED_HEADS = ("ForMaskedLM", "ForPreTraining")
_CAUSAL_HEADS = ("ForCausalLM", "LMHeadModel")
_CONVERT = (
    "convert it where you trust it, with AutoModel….from_pretrained(FOLDER).save_pretrained(FOLDER) of transformers"
)


def check_files(identity: ModelIdentity, family: str) -> None:
    """Raise :class:`ModelLoadError`, with the remedy, if the folder of a model cannot be a scorer of a family.

    Nothing is loaded, and models on a hub are not looked at.
    """
    if identity.on_hub or family not in ("causal", "masked"):
        return
    folder = Path(identity.location)
    _check_kind(identity.name, _config(folder), family)
    if not any(any(folder.glob(pattern)) for pattern in _TOKENIZERS):
        raise ModelLoadError(
            f"{identity.name}: there is no tokenizer in {folder} (none of {', '.join(_TOKENIZERS[:4])}); "
            "save the tokenizer of the model there too"
        )
    if not any(folder.glob("*.safetensors")) and (pickled := sorted(folder.glob("*.bin"))):
        raise ModelLoadError(
            f"{identity.name}: its weights are {pickled[0].name}, a pickle, which could run code and is not opened; "
            f"{_CONVERT}"
        )


def _check_kind(name: str, config: dict[str, Any], family: str) -> None:
    named = config.get("architectures")
    heads = [str(head) for head in named] if isinstance(named, list) else []
    if config.get("is_encoder_decoder") is True and not any(head.endswith(_CAUSAL_HEADS) for head in heads):
        raise ModelLoadError(
            f"{name}: {heads[0] if heads else 'it'} is an encoder-decoder, such as T5, which no family of scorers is; "
            "choose a causal or a masked model"
        )
    wrong, right = (_MASKED_HEADS, "masked") if family == "causal" else (_CAUSAL_HEADS, "causal")
    if heads and all(head.endswith(wrong) for head in heads):
        raise ModelLoadError(f"{name} is a {right} model ({heads[0]}), not a {family} one; write family: {right}")


def _config(folder: Path) -> dict[str, Any]:
    """The config.json of a model; empty if it cannot be read, which loading reports."""
    try:
        value = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
