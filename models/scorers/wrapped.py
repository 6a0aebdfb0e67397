"""The model of transformers inside what an engine made of it."""

from typing import Any


def unwrapped(model: Any) -> Any:
    """The model with its config and its parts, which engines such as DeepSpeed's keep under ``module``.

    What hides them otherwise is returned as it is.
    """
    while not hasattr(model, "base_model_prefix") and hasattr(model, "module"):
        model = model.module
    return model
