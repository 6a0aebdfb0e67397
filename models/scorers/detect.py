"""Detects the family of a model from its config.json."""

import json
from pathlib import Path
from typing import Any

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity

_BY_TYPE = {"xlnet": "xlnet", "transfo-xl": "transformer-xl"}
_BY_HEAD = {"MaskedLM": "masked", "PreTraining": "masked", "CausalLM": "causal", "LMHeadModel": "causal"}


def detect_family(identity: ModelIdentity) -> str:
    """Return the family's name in the registry. Raises :class:`ModelLoadError` if it cannot be detected."""
    config = _config(identity)
    if family := _BY_TYPE.get(str(config.get("model_type"))):
        return family
    named = config.get("architectures")
    heads = [str(name) for name in named] if isinstance(named, list) else []
    for ending, family in _BY_HEAD.items():
        if any(head.endswith(ending) for head in heads):
            return family
    architectures = ", ".join(heads) or "none"
    raise ModelLoadError(
        f"{identity.name}: cannot detect its family from config.json (architectures: {architectures}); set --family"
    )


def _config(identity: ModelIdentity) -> dict[str, Any]:
    path = _fetched(identity) if identity.on_hub else Path(identity.location) / "config.json"
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelLoadError(f"{identity.name}: its config.json cannot be read ({error}); fetch it again") from None
    return content if isinstance(content, dict) else {}


def _fetched(identity: ModelIdentity) -> Path:
    from httpx2 import HTTPError
    from huggingface_hub import hf_hub_download

    try:
        return Path(hf_hub_download(identity.location, "config.json", revision=identity.revision))
    except (OSError, ValueError, HTTPError) as error:  # no such model or no space; no valid name; no connection
        first_line = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise ModelLoadError(
            f"{identity.name} cannot be fetched: {first_line}; use a folder on this machine, or try again"
        ) from None
