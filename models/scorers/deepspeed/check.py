"""A text of fixed tokens, by which a wrapped model is compared with the model by itself."""

import math
from typing import Any

import torch

from versebench.models.scorers.contract import Precision

CHECK_TOKENS = 24

TOLERANCE: dict[Precision, float] = {"fp32": 1e-3, "bf16": 1.0}
"""Nats by which a log-probability may differ. In fp32, sums in another order were seen to differ by 2e-5 between
processes, and may by more between a processor and an accelerator. In bf16, logits are up to half a nat apart where they
are near a hundred, as some models' are, and two of them make a log-probability. What computes something else is off by
several nats on weights that were trained."""


def check_tokens(vocabulary: int) -> list[int]:
    """Tokens spread over a vocabulary, without its ends, where special tokens stand."""
    return [vocabulary * place // (CHECK_TOKENS + 1) for place in range(1, CHECK_TOKENS + 1)]


@torch.inference_mode()
def check_log_probabilities(model: Any, tokens: list[int]) -> torch.Tensor:
    """What a model of any family says of each token at each place. [places, tokens], in nats, on the processor."""
    ids = torch.tensor([tokens], device=model.get_input_embeddings().weight.device)
    logits = model(input_ids=ids).logits
    return torch.log_softmax(logits[0].float(), dim=-1)[:, tokens].cpu()


def largest_difference(found: torch.Tensor, expected: torch.Tensor) -> float:
    """In nats; infinite where a value is no finite number."""
    difference = float((found - expected).abs().max())
    return difference if math.isfinite(difference) else math.inf
