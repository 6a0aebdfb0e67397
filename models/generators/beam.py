"""Beam search: the same as ``generate`` of transformers with ``length_penalty=0.0`` and ``early_stopping=False``.

Each step keeps the k best continuations that do not end a line. A continuation that ends a line is finished if it is
among the k best of all. The k finished lines with the best sums are kept. After the last token, everything among the k
best is finished. The sum of a line only falls: once k lines are finished, a line that is not above the worst of them is
dropped. This changes no result, because it could no longer displace a better one.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from versebench.models.generators.best import Best, Continuations, Floats, best_continuations, ranks
from versebench.models.generators.head import Head
from versebench.models.generators.live_tiles import Ints
from versebench.models.generators.nodes import NodePool

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Beginnings:
    """Where searches start. ``nodes``, ``sums`` in nats, and ``left``, the most tokens to come, at least one, are
    [searches]; ``hidden`` is [searches, width]."""

    nodes: Ints
    hidden: torch.Tensor
    sums: Floats
    left: Ints

    def at(self, places: Ints) -> "Beginnings":
        """Return the beginnings at these places."""
        device = self.hidden.device
        return Beginnings(
            self.nodes[places], self.hidden[torch.from_numpy(places).to(device)], self.sums[places], self.left[places]
        )


@dataclass(frozen=True)
class Finished:
    """Hypotheses, for each search together and the best first.

    ``tokens`` are the last ones, of which no node was made; ``nodes`` those before them. A token that ``ended`` the
    line is not part of it. [hypotheses] each.
    """

    searches: Ints
    scores: Floats
    nodes: Ints
    tokens: Ints
    ended: Bools


def beam_search(pool: NodePool, head: Head, beginnings: Beginnings, beams: int, ends: torch.Tensor) -> Finished:
    """Return at most ``beams`` best finished hypotheses of each search. ``ends`` are the tokens that end a line."""
    count = len(beginnings.nodes)
    searches, nodes, sums, hidden = np.arange(count), beginnings.nodes, beginnings.sums, beginnings.hidden
    none = np.zeros(0, dtype=np.int64)
    finished = Finished(none, np.zeros(0), none, none, np.zeros(0, dtype=np.bool_))
    step = 0
    while len(searches):
        step += 1
        best = best_continuations(head.parts(hidden), sums, searches, beams, ends)
        last = beginnings.left[searches] == step
        new = _finished(best, searches, nodes, last, beams)
        finished = _kept(finished, new, beams)
        found = best.going_on
        found = found.at(~last[found.rows] & (found.scores > _worst(finished, count, beams)[searches[found.rows]]))
        if not len(found):
            break
        searches, sums = searches[found.rows], found.scores
        nodes, hidden = pool.grow(nodes[found.rows], found.tokens, searches)
    return finished


def _finished(best: Best, searches: Ints, nodes: Ints, last: Bools, beams: int) -> Finished:
    """Return what a step finishes: of the k best continuations, those that end a line or reach the last token."""
    both = Continuations(
        np.concatenate([best.going_on.rows, best.ending.rows]),
        np.concatenate([best.going_on.tokens, best.ending.tokens]),
        np.concatenate([best.going_on.scores, best.ending.scores]),
    )
    ended = np.arange(len(both)) >= len(best.going_on)
    order, rank = ranks(both, searches)
    order = order[rank < beams]
    order = order[ended[order] | last[both.rows[order]]]
    found = both.at(order)
    return Finished(searches[found.rows], found.scores, nodes[found.rows], found.tokens, ended[order])


def _kept(before: Finished, new: Finished, beams: int) -> Finished:
    """Return the ``beams`` best of both for each search."""
    searches, scores, nodes, tokens, ended = (
        np.concatenate([getattr(before, name), getattr(new, name)])
        for name in ("searches", "scores", "nodes", "tokens", "ended")
    )
    order = np.lexsort((-scores, searches))  # stable: among equals, the first finished wins
    firsts = np.flatnonzero(np.diff(searches[order], prepend=-1))
    rank = np.arange(len(order)) - np.repeat(firsts, np.diff(firsts, append=len(order)))
    order = order[rank < beams]
    return Finished(searches[order], scores[order], nodes[order], tokens[order], ended[order])


def _worst(finished: Finished, count: int, beams: int) -> Floats:
    """Return the score that a line must exceed to go on. [searches]."""
    found = np.full(count, -np.inf)
    counts = np.bincount(finished.searches, minlength=count)
    full = np.flatnonzero(counts == beams)
    found[full] = finished.scores[np.cumsum(counts)[full] - 1]
    return found
