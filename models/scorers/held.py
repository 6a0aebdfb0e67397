"""How a model is held while it scorers: precision, device, and what an engine makes of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from versebench.models.scorers.contract import Precision


@dataclass(frozen=True)
class Held:
    """``own_code`` lets code that comes with the model run.

    ``wrap`` is given the loaded model in evaluation mode, and what it returns is computed with instead.
    """

    precision: Precision = "fp32"
    device: str = "cpu"
    own_code: bool = False
    wrap: Callable[[Any], Any] | None = None


PLAIN = Held()
"""In fp32 on the processor: the reference."""
