"""Converts a causal model in a GGUF file to a folder of transformers, in fp32."""

from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from versebench.models.fetched.contract import FetchError


def convert_gguf(path: Path, start_token: str | None, out: Path) -> None:
    """Convert a GGUF file. ``start_token`` becomes that of the tokenizer. Needs the extra ``real``.

    Raises :class:`FetchError` if the file cannot be read, or its tokenizer lacks the start token.
    """
    try:
        tokenizer: Any = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
        packed: Any = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise FetchError(f"{path.name}: transformers cannot read it ({str(error).splitlines()[0]})") from None
    config = packed.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    if start_token is not None:
        if start_token not in tokenizer.get_vocab():
            raise FetchError(f"{path.name}: its tokenizer has no token {start_token!r}")
        tokenizer.bos_token = start_token
        config.bos_token_id = tokenizer.bos_token_id
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)  # the one that was read cannot be saved
    model.load_state_dict(packed.state_dict())
    model.tie_weights()
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
