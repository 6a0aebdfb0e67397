"""The first tokens of delayed beam search (JCLS 2022, 3.5.3; Massarelli et al. 2019), drawn by nucleus sampling.

Runs of one prompt that draw the same tokens share their nodes, and are one search from there on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from versebench.models.generators.beam import Beginnings
from versebench.models.generators.head import Head
from versebench.models.generators.nodes import NodePool
from versebench.models.generators.nucleus import Nucleus


@dataclass(frozen=True)
class Run:
    """The number of a prompt, and a number from 0 (inclusive) to 1 (exclusive) for each sampled token."""

    prompt: int
    uniforms: Sequence[float]


@dataclass(frozen=True)
class Drawn:
    """The ``tokens`` that some runs of a prompt drew. If the line ``ended``, the last one is an end token.

    ``log_probability`` is their sum, in nats; ``runs`` are the numbers of the runs.
    """

    prompt: int
    tokens: tuple[int, ...]
    log_probability: float
    ended: bool
    runs: tuple[int, ...]


@dataclass(frozen=True)
class Sampling:
    """How many tokens are sampled, and from which share of the probability; ``ends`` are the tokens that end a line."""

    tokens: int
    top_p: float
    ends: frozenset[int]


def draw(
    pool: NodePool,
    head: Head,
    prompts: Sequence[Sequence[int]],
    most_tokens: Sequence[int],
    runs: Sequence[Run],
    how: Sampling,
) -> tuple[list[Drawn], list[Drawn], Beginnings]:
    """Return complete lines; beginnings from which beam search continues; and their nodes in the pool.

    ``most_tokens`` limits the line of each prompt.
    """
    nodes, hidden = pool.plant(prompts)
    live = [
        Drawn(prompt, (), 0.0, ended=False, runs=tuple(run for run, one in enumerate(runs) if one.prompt == prompt))
        for prompt in range(len(prompts))
    ]
    complete: list[Drawn] = []
    for _ in range(how.tokens):
        children = _children(head, hidden, live, runs, how)
        goes_on = [not child.ended and len(child.tokens) < most_tokens[child.prompt] for _, child in children]
        complete += [child for (_, child), more in zip(children, goes_on, strict=True) if not more]
        going_on = [one for one, more in zip(children, goes_on, strict=True) if more]
        live = [child for _, child in going_on]
        if not live:
            break
        parents = np.array([parent for parent, _ in going_on])
        # Each is a separate search: the rows in its tiles must not depend on what the others drew.
        nodes, hidden = pool.grow(nodes[parents], np.array([one.tokens[-1] for one in live]), np.arange(len(live)))
    left = np.array([most_tokens[one.prompt] - len(one.tokens) for one in live])
    return complete, live, Beginnings(nodes, hidden, np.array([one.log_probability for one in live]), left)


def _children(
    head: Head, hidden: torch.Tensor, live: Sequence[Drawn], runs: Sequence[Run], how: Sampling
) -> list[tuple[int, Drawn]]:
    """Return what the runs draw after each beginning, with the number of that beginning."""
    found = []
    for first, logits in head.parts(hidden):
        # Whole rows leave the device here, once a beginning; the searches that follow have many times as many.
        for place, row in enumerate(logits.float().cpu().numpy(), first):
            nucleus, before = Nucleus(row, how.top_p), live[place]
            drawn: dict[int, list[int]] = {}
            for run in before.runs:
                drawn.setdefault(nucleus.draw(runs[run].uniforms[len(before.tokens)]), []).append(run)
            found += [
                (
                    place,
                    Drawn(
                        before.prompt,
                        (*before.tokens, token),
                        before.log_probability + nucleus.log_probability(token),
                        token in how.ends,
                        tuple(some),
                    ),
                )
                for token, some in drawn.items()
            ]
    return found
