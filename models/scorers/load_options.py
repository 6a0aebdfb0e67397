"""How a model is loaded: precision, device, and the wrapper of an engine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from versebench.models.scorers.contract import Precision


@dataclass(frozen=True)
class LoadOptions:
    """Options for loading a model.

    ``own_code`` allows Python code that comes with the model to run. ``wrap`` receives the loaded model in evaluation
    mode and returns the model to compute with.
    """

    precision: Precision = "fp32"
    device: str = "cpu"
    own_code: bool = False
    wrap: Callable[[Any], Any] | None = None


DEFAULTS = LoadOptions()
"""fp32 on the CPU: the reference."""
