"""Computes one sequence at a time with the whole model: the check of packed scores, and their fallback."""

from typing import Any

import numpy as np
import torch

from versebench.models.scorers.packed.convention import TokenSequence
from versebench.models.scorers.packed.head import LOGITS_BYTES, Floats


def plain_log_probabilities(model: Any, sequence: TokenSequence) -> Floats:
    """Return the log-probability of each scored token of a sequence, in nats. [scored tokens].

    The model gets only the tokens. It computes the logits of all tokens at once, in its own precision. They are
    normalised in float32, a limited part at a time.
    """
    device = model.get_input_embeddings().weight.device
    ids = torch.tensor([sequence.tokens], device=device)
    logits = model(input_ids=ids[:, :-1], use_cache=False).logits[0, sequence.scored_from - 1 :]
    targets = ids[0, sequence.scored_from :]
    found = [np.empty(0)]
    step = max(1, LOGITS_BYTES // (4 * logits.shape[-1]))
    for start in range(0, len(targets), step):
        part = logits[start : start + step].float()
        chosen = part.gather(1, targets[start : start + step, None])[:, 0].double()
        found.append((chosen - torch.logsumexp(part, dim=-1).double()).cpu().numpy())
    return np.concatenate(found)
