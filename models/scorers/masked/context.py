"""How many tokens fit into a masked model."""

from typing import Any

import torch


def context_length(model: Any) -> int:
    """Return the number of tokens that fit, including those that the tokenizer adds.

    RoBERTa and similar models number positions from after that of padding, so fewer fit than there are. A model without
    a limit in its config, or without a visible config, has none.
    """
    modules = model.named_modules() if isinstance(model, torch.nn.Module) else ()
    for name, module in modules:
        if name.endswith("position_embeddings") and isinstance(module, torch.nn.Embedding):
            return module.num_embeddings - (0 if module.padding_idx is None else module.padding_idx + 1)
    return int(getattr(getattr(model, "config", None), "max_position_embeddings", 0) or 1 << 30)
