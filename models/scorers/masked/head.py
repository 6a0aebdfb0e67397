"""Computes a masked model with its head at one position of each row."""

from typing import Any

import torch

from versebench.models.scorers.contract import Precision
from versebench.models.scorers.fallbacks import UNLIKE_PLANNED, described
from versebench.models.scorers.memory import is_out_of_memory
from versebench.models.scorers.wrapped import unwrapped

TOLERANCE: dict[Precision, float] = {"fp32": 1e-4, "bf16": 0.25}
"""Nats by which the two forwards may differ at load time: a head over other positions too is a product of another
shape, which may be added up in another order. fp32: a logit near 32, a sum of about a thousand terms that are each
rounded to 24 bits, is off by about 32 · 2**-24 · sqrt(1000) = 6e-5. bf16: logits of 16 to 32 lie 1/8 apart, and both
the token's own and those that it is normalised by may fall one step to the other side. A head that needs the other
positions is off by more on weights that were trained; one that is taken for such costs time alone."""


def full_log_probabilities(model: Any, ids: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """Return log-probabilities of the vocabulary at one position of each row, from the model's own forward.

    ``ids`` is (rows, length), ``positions`` (rows,), both on the model's device; the result is (rows, vocabulary), in
    nats, fp32. The head computes rows × length positions.
    """
    logits = model(input_ids=ids, attention_mask=torch.ones_like(ids)).logits
    return torch.log_softmax(logits[_rows(ids), positions].float(), dim=-1)


def gathered_log_probabilities(model: Any, ids: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """Return the same, but give the head no other position, because the head costs as much as layers.

    A hook cuts the encoder's output before the head, so that the head of any family works unchanged.
    """

    def keep(_encoder: Any, _inputs: Any, output: Any) -> Any:
        output.last_hidden_state = output.last_hidden_state[_rows(ids), positions].unsqueeze(1)
        return output

    handle = unwrapped(model).base_model.register_forward_hook(keep)
    try:
        logits = model(input_ids=ids, attention_mask=torch.ones_like(ids)).logits
    finally:
        handle.remove()
    return torch.log_softmax(logits[:, 0].float(), dim=-1)


@torch.inference_mode()
def why_not_gathered(model: Any, ids: torch.Tensor, mask: int, precision: Precision) -> str | None:
    """Return None if both forwards agree on a text with each of its tokens masked in turn; else the difference.

    ``ids`` is (length,), on the model's device. Raises what the full forward raises, and errors for a lack of
    memory.
    """
    rows, positions = ids.repeat(len(ids), 1), torch.arange(len(ids), device=ids.device)
    rows.fill_diagonal_(mask)
    # One row at a time, as the head makes logits for all of its positions.
    alone = [full_log_probabilities(model, rows[i : i + 1], positions[i : i + 1]) for i in range(len(ids))]
    try:
        found, expected = gathered_log_probabilities(model, rows, positions), torch.cat(alone)
    except UNLIKE_PLANNED as error:
        if is_out_of_memory(error):
            raise
        return f"its head cannot compute one position alone ({described(error)})"
    if found.shape == expected.shape and torch.allclose(
        found, expected, rtol=0, atol=TOLERANCE[precision], equal_nan=True
    ):
        return None
    return "its head gives different values for one position alone"


def _rows(ids: torch.Tensor) -> torch.Tensor:
    return torch.arange(len(ids), device=ids.device)
