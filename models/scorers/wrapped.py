"""Finds the transformers model inside an engine's wrapper."""

from typing import Any


def unwrapped(model: Any) -> Any:
    """Return the model with its config and its parts, which engines such as DeepSpeed keep under ``module``.

    A wrapper that hides them otherwise is returned unchanged.
    """
    while not hasattr(model, "base_model_prefix") and hasattr(model, "module"):
        model = model.module
    return model
