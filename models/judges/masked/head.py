"""A masked model's forward with the head at one position of each row."""

from typing import Any

import torch

TOLERANCE = 1e-5
"""By how much, relative or in nats, the two forwards may differ at load time."""


def full_log_probabilities(model: Any, ids: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """Log-probabilities of the vocabulary at one position of each row, from the model's own forward.

    ``ids`` is (rows, length), ``positions`` (rows,); the result is (rows, vocabulary), in nats, fp32.
    """
    logits = model(input_ids=ids, attention_mask=torch.ones_like(ids)).logits
    return torch.log_softmax(logits[torch.arange(len(ids)), positions].float(), dim=-1)


def gathered_log_probabilities(model: Any, ids: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """The same, with no other position reaching the head: the head costs as much as layers do.

    The encoder's output is cut on its way to the head, so that any family's head is used as it is.
    """

    def keep(_encoder: Any, _inputs: Any, output: Any) -> Any:
        output.last_hidden_state = output.last_hidden_state[torch.arange(len(ids)), positions].unsqueeze(1)
        return output

    handle = model.base_model.register_forward_hook(keep)
    try:
        logits = model(input_ids=ids, attention_mask=torch.ones_like(ids)).logits
    finally:
        handle.remove()
    return torch.log_softmax(logits[:, 0].float(), dim=-1)


@torch.inference_mode()
def why_not_gathered(model: Any, ids: torch.Tensor, mask: int) -> str | None:
    """None if both forwards agree on a text with each of its tokens masked in turn; else what was found.

    ``ids`` is (length,).
    """
    rows = ids.repeat(len(ids), 1)
    rows.fill_diagonal_(mask)
    positions = torch.arange(len(ids))
    expected = full_log_probabilities(model, rows, positions)
    try:
        found = gathered_log_probabilities(model, rows, positions)
    except Exception as error:  # any class: how a family of models fails here cannot be known
        return f"its head cannot be given one position alone ({type(error).__name__}: {error})"
    if found.shape == expected.shape and torch.allclose(
        found, expected, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True
    ):
        return None
    return "its head gives other values for one position alone"
