"""LoRA adapters (Hu et al. 2021) in the layout of peft: their products are added to the weights of a model.

Supported are plain LoRA layers of linear modules, all of one rank and one scale, with the scale of LoRA or of rsLoRA.
Everything else is refused with its key. The package peft is not needed.
"""

import hashlib
import json
import math
from pathlib import Path
from typing import Any

from versebench.models.scorers.identity import UnknownModelError

CONFIG, WEIGHTS = "adapter_config.json", "adapter_model.safetensors"

_PLAIN: dict[str, tuple[Any, ...]] = {
    "peft_type": ("LORA",),
    "bias": ("none", None),
    "use_dora": (False, None),
    "use_qalora": (False, None),
    "rank_pattern": ({}, None),
    "alpha_pattern": ({}, None),
    "modules_to_save": ([], None),
    "lora_bias": (False, None),
    "trainable_token_indices": (None,),
    "target_parameters": ([], None),
    "alora_invocation_tokens": (None,),
    "arrow_config": (None,),
    "use_bdlora": (False, None),
    "velora_config": (None,),
}
"""Keys of an adapter's configuration, and the values that are supported; a key that is missing is too."""

_PREFIX = "base_model.model."


class AdapterError(Exception):
    """An adapter that cannot be added to a model; the message says why and what to do."""


def hash_of_adapter(folder: str) -> str:
    """The hash of the files of an adapter. Raises :class:`UnknownModelError` if one is missing."""
    digest = hashlib.sha256()
    for name in (CONFIG, WEIGHTS):
        path = Path(folder) / name
        if not path.is_file():
            raise UnknownModelError(f"{folder} has no {name}; name the folder of a LoRA adapter in the layout of peft")
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:40]


def add_adapter(model: Any, folder: str) -> None:
    """Add the product of each layer of an adapter to the weight of its module. Raises :class:`AdapterError`."""
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        config = json.loads((Path(folder) / CONFIG).read_bytes())
        tensors = load_file(Path(folder) / WEIGHTS)
    except (OSError, ValueError, SafetensorError) as error:
        raise AdapterError(f"{folder}: the adapter cannot be read: {error}; copy it again") from None
    scale = _scale(folder, config)
    modules = dict(model.named_modules())
    with torch.no_grad():
        for name, first in sorted(tensors.items()):
            if name.endswith(".lora_B.weight"):
                continue
            place = name.removeprefix(_PREFIX).removesuffix(".lora_A.weight")
            second = tensors.get(f"{name.removesuffix('.lora_A.weight')}.lora_B.weight")
            weight = getattr(modules.get(place), "weight", None)
            if not name.endswith(".lora_A.weight") or second is None or weight is None or weight.ndim != 2:
                raise AdapterError(f"{folder}: {name} has no place in the model; name an adapter of this model")
            product = scale * (second.float() @ first.float())
            turned = product.T if type(modules[place]).__name__ == "Conv1D" else product
            if turned.shape != weight.shape:
                raise AdapterError(
                    f"{folder}: {name} is for a weight of {tuple(turned.shape)}, and the model's is "
                    f"{tuple(weight.shape)}; name an adapter of this model"
                )
            weight.copy_(weight.float() + turned.to(weight.device))


def _scale(folder: str, config: Any) -> float:
    """What products are multiplied by. Raises :class:`AdapterError` for a configuration that is not supported."""
    if not isinstance(config, dict) or not isinstance(config.get("r"), int):
        raise AdapterError(f"{folder}: {CONFIG} has no rank r; name a LoRA adapter in the layout of peft")
    for key, values in _PLAIN.items():
        if key in config and config[key] not in values:
            raise AdapterError(
                f"{folder}: {CONFIG} has {key} = {json.dumps(config[key])[:80]}, which is not supported; train a plain "
                "LoRA adapter, or merge it into a model and name that model"
            )
    rank = config["r"]
    return float(config.get("lora_alpha", 8) / (math.sqrt(rank) if config.get("use_rslora") else rank))
