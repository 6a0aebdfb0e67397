"""Chooses how to compute a model: packed if that gives the scores of one text at a time, else one text at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch

from versebench.models.scorers.fallbacks import UNLIKE_PLANNED, described
from versebench.models.scorers.memory import is_out_of_memory
from versebench.models.scorers.packed.blocks import BLOCK_ROWS
from versebench.models.scorers.packed.convention import TokenSequence
from versebench.models.scorers.packed.gpt2_trunk import Gpt2Trunk
from versebench.models.scorers.packed.head import Floats, head_rows, target_log_probabilities
from versebench.models.scorers.packed.plain import plain_log_probabilities
from versebench.models.scorers.packed.prefix_tree import prefix_tree, rows_of
from versebench.models.scorers.packed.trunk import TransformersTrunk, Trunk

Compute = Callable[[Sequence[TokenSequence]], list[Floats]]
"""From sequences to the log-probabilities of the scored tokens of each."""

TOLERANCE = {torch.float32: 1e-3, torch.bfloat16: 0.25, torch.float16: 0.05}
"""Nats by which a token's log-probability may differ from that of its text alone, by the precision of the weights. A
wrong mask or position differs by more on trained weights. The measured difference in float32 is 3e-5."""

CACHE_BYTES = 1 << 30
"""Limit of the queries, keys and values of all layers for a pack of several texts, in bytes."""
MAX_NODES = 2048

_ASKED_FOR = "asked for"
_APART = "poems computed one by one, because packing them together changes their scores"
_APART = "poems computed one by one, because packing them together changes their scores"


@dataclass(frozen=True)
class Engine:
    """``kind`` is ``gpt2``, ``packed`` or ``plain``; ``reason`` says why no faster one works.

    Sequences of at most ``longest`` tokens can be packed (None: of any length), ``max_nodes`` of them at a time. If
    ``mixes``, units are packed together: a sequence had the same bits alone and among others.
    """

    kind: str
    reason: str
    compute: Compute
    max_nodes: int
    longest: int | None
    mixes: bool

    @property
    def fallbacks(self) -> list[str | None]:
        """Fallbacks: an engine that is not the fastest one, and poems that are computed one by one."""
        slower = None if self.reason in ("", _ASKED_FOR) else f"engine {self.kind} ({self.reason})"
        apart = None if self.mixes or self.kind == "plain" else _APART
        return [slower, apart]


def choose_engine(model: Any, check: Sequence[TokenSequence], block_rows: int = BLOCK_ROWS) -> Engine:
    """Return the fastest engine that gives the sequences of the check the scores of one text at a time."""
    plain = partial(_plain, model)
    with torch.inference_mode():
        expected = plain(check)
        reasons = []
        for kind, make in _trunks(model):
            try:
                compute = partial(_packed, make(model, block_rows), _head(model), _chunk(model, block_rows))
                found = compute(check)
                difference = _difference(found, expected)
                mixes = _same_bits(compute, check, found)
            except UNLIKE_PLANNED as error:  # plain scoring works for such a model
                if is_out_of_memory(error):
                    raise
                reasons.append(f"{kind}: {described(error)}")
                continue
            tolerance = TOLERANCE.get(_dtype(model), TOLERANCE[torch.bfloat16])
            if difference <= tolerance:
                return Engine(kind, "; ".join(reasons), compute, _max_nodes(model), longest_of(model.config), mixes)
            reasons.append(
                f"{kind}: a token differs by {difference:.3g} nats from the text computed alone (limit {tolerance:g})"
            )
    return Engine("plain", "; ".join(reasons), plain, MAX_NODES, None, False)


def plain_engine(model: Any) -> Engine:
    """Return the engine for one text at a time, for comparison."""
    return Engine("plain", _ASKED_FOR, partial(_plain, model), MAX_NODES, None, False)


def _trunks(model: Any) -> list[tuple[str, Callable[[Any, int], Trunk]]]:
    own: list[tuple[str, Callable[[Any, int], Trunk]]] = [("gpt2", Gpt2Trunk)] if Gpt2Trunk.fits(model) else []
    return [*own, ("packed", TransformersTrunk)]


def _plain(model: Any, sequences: Sequence[TokenSequence]) -> list[Floats]:
    return [plain_log_probabilities(model, sequence) for sequence in sequences]


def _packed(trunk: Trunk, head: Any, chunk: int, sequences: Sequence[TokenSequence]) -> list[Floats]:
    rows = rows_of(prefix_tree(sequences))
    found = target_log_probabilities(rows, trunk, head, chunk)
    return [found[targets] for targets in rows.targets]


def _head(model: Any) -> Any:
    return model.get_output_embeddings()


def _chunk(model: Any, block_rows: int) -> int:
    weight = _head(model).weight
    return head_rows(getattr(weight, "ds_shape", weight.shape)[0], block_rows)  # as whole under ZeRO


def _dtype(model: Any) -> torch.dtype:
    dtype: torch.dtype = model.get_input_embeddings().weight.dtype
    return dtype


def _difference(found: Sequence[Floats], expected: Sequence[Floats]) -> float:
    differences = np.abs(np.concatenate(found) - np.concatenate(expected))
    return float(differences.max(initial=0.0)) if np.isfinite(differences).all() else float("inf")


def _same_bits(compute: Compute, check: Sequence[TokenSequence], together: Sequence[Floats]) -> bool:
    """Return whether the first and the last sequence have the same bits alone and among the others."""
    return all(
        np.array_equal(compute([check[place]])[0], together[place], equal_nan=True) for place in (0, len(check) - 1)
    )


def _max_nodes(model: Any) -> int:
    """Return how many nodes keep ``CACHE_BYTES``. This depends only on the model."""
    config = model.config
    width = int(getattr(config, "hidden_size", 1024))
    heads = int(getattr(config, "num_attention_heads", 1) or 1)
    grouped = int(getattr(config, "num_key_value_heads", None) or heads)
    size = int(getattr(config, "head_dim", None) or width // heads)
    each = 3 * int(getattr(config, "num_hidden_layers", 32)) * grouped * size * _dtype(model).itemsize
    return max(BLOCK_ROWS, min(MAX_NODES, CACHE_BYTES // each))


def longest_of(config: Any) -> int | None:
    """Return the length up to which every layer sees a whole text, with positions independent of its length."""
    sizes = [getattr(config, name, None) for name in ("window_size", "attention_chunk_size")]
    if getattr(config, "use_sliding_window", True) is not False:
        sizes.append(getattr(config, "sliding_window", None))
    rope = getattr(config, "rope_parameters", None) or {}
    if rope.get("rope_type") == "longrope":
        sizes.append(rope.get("original_max_position_embeddings"))
    return min((int(size) for size in sizes if isinstance(size, int) and size > 0), default=None)
