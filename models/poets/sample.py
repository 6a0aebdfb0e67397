"""Whole texts drawn from a causal model, the same bits whatever is drawn beside them.

Every text is a search of its own in a pool of nodes (:mod:`versebench.models.generators.nodes`), whose blocks have a
fixed number of rows; its draws are hashes of its stream and of the place of the token. So batches are for speed alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from versebench.models.generators.head import Head
from versebench.models.generators.nodes import NodePool
from versebench.models.generators.nucleus import Nucleus
from versebench.models.generators.room import batches
from versebench.models.ghostwriters.hashed_draws import uniforms
from versebench.models.scorers.packed.trunk import Trunk
from versebench.models.scorers.threads import one_thread
from versebench.models.splitmix import Hashes

BLOCK_ROWS = 32
"""Rows that are computed at once, by the trunk and by the head. Fewer cost more calls; more are empty where few texts
live."""
TEXTS_AT_ONCE = 64
"""The most texts of a batch."""


@dataclass(frozen=True)
class Sampling:
    """How tokens are drawn: logits over ``temperature``, from the likeliest tokens that reach ``top_p`` together."""

    temperature: float
    top_p: float
    most_tokens: int
    ends: frozenset[int]
    """The tokens that end a text."""


@dataclass(frozen=True)
class SampledText:
    """The tokens of a text without the one that ended it, and whether there was one."""

    tokens: tuple[int, ...]
    ended: bool


def sample(
    trunk: Trunk, head: Head, prompts: Sequence[Sequence[int]], streams: Hashes, how: Sampling, room: int
) -> list[SampledText]:
    """Draw a text after each prompt. ``streams`` [prompts] decide the draws of each.

    ``room`` is how many tokens may be in memory at once; a prompt with its text that needs more comes alone.
    """
    drawn: list[SampledText] = []
    for places in _batches([len(prompt) + how.most_tokens + 1 for prompt in prompts], room):
        with torch.inference_mode(), one_thread():
            drawn += _batch(trunk, head, [prompts[place] for place in places], streams[places], how)
    return drawn


def _batches(needed: Sequence[int], room: int) -> Iterator[list[int]]:
    for places in batches(needed, room):
        for first in range(0, len(places), TEXTS_AT_ONCE):
            yield places[first : first + TEXTS_AT_ONCE]


def _batch(
    trunk: Trunk, head: Head, prompts: Sequence[Sequence[int]], streams: Hashes, how: Sampling
) -> list[SampledText]:
    room = sum(map(len, prompts)) + len(prompts) * (how.most_tokens + 1) + BLOCK_ROWS
    weight = head.weight
    pool = NodePool(trunk, BLOCK_ROWS, room, weight.dtype, weight.device)
    nodes, hidden = pool.plant(prompts)
    texts: list[list[int]] = [[] for _ in prompts]
    ended = [False] * len(prompts)
    live = np.arange(len(prompts))
    for step in range(how.most_tokens):
        tokens = _draw(head, hidden, uniforms(streams[live], step), how)
        goes_on = np.array([token not in how.ends for token in tokens])
        for text, token, more in zip(live.tolist(), tokens, goes_on.tolist(), strict=True):
            if more:
                texts[text].append(token)
            else:
                ended[text] = True
        live = live[goes_on]
        if not len(live) or step == how.most_tokens - 1:
            break
        # Each text is a search of its own: the rows beside it do not change its bits.
        nodes, hidden = pool.grow(nodes[goes_on], np.array(tokens)[goes_on], live)
    return [SampledText(tuple(text), end) for text, end in zip(texts, ended, strict=True)]


def _draw(head: Head, hidden: torch.Tensor, at: np.ndarray, how: Sampling) -> list[int]:
    tokens = []
    for first, logits in head.parts(hidden):
        for place, row in enumerate(logits.float().cpu().numpy(), first):
            tokens.append(Nucleus(row / how.temperature, how.top_p).draw(float(at[place])))
    return tokens
