"""The best continuations of the rows of some searches, without sorting a vocabulary.

The largest logits of fixed parts of the vocabulary are continuations themselves, so the k-th best of them bounds the
k-th best of all from below. Only parts that reach the bound are examined, and only what reaches it is sorted.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from versebench.models.generators.live_tiles import Ints

Floats = npt.NDArray[np.float64]

PART = 64
"""Most tokens of a part of the vocabulary."""
CACHED_LOGITS = 1 << 18
"""Logits whose exponentials are summed at once: they fit the cache of a core."""


@dataclass(frozen=True)
class Continuations:
    """Tokens after live rows: for each search together, and in it the best first.

    ``rows`` are live rows, ``scores`` the sums of log-probabilities with the token, in nats. [continuations] each.
    """

    rows: Ints
    tokens: Ints
    scores: Floats

    def __len__(self) -> int:
        return len(self.rows)

    def at(self, places: npt.NDArray[np.bool_] | Ints) -> "Continuations":
        """Return the continuations at these places."""
        return Continuations(self.rows[places], self.tokens[places], self.scores[places])


@dataclass(frozen=True)
class Best:
    """The best continuations that go on, and those that end a line and are as good as the last of these."""

    going_on: Continuations
    ending: Continuations


def best_continuations(
    parts: Iterable[tuple[int, torch.Tensor]], sums: Floats, searches: Ints, most: int, ends: torch.Tensor
) -> Best:
    """Return for each search the ``most`` best continuations that go on, in order, and all as good that end a line.

    ``parts`` are logits [some rows, vocabulary], which are written to, and the row at which they start; together they
    hold all live rows in their order. ``sums`` [rows] are those of the lines so far. ``searches`` [rows] counts up from
    row to row. ``ends`` are the tokens that end a line. Of equal ones the row that stands first is better, then the
    smaller token.
    """
    going_on, ending = [], []
    for start, logits in parts:
        here = slice(start, start + len(logits))
        some, last = _of_part(logits, sums[here], searches[here], most, ends)
        going_on.append(Continuations(some.rows + start, some.tokens, some.scores))
        ending.append(Continuations(last.rows + start, last.tokens, last.scores))
    best = _ranked(_joined(going_on), searches, most)
    bounds = np.full(int(searches[-1]) + 1, -np.inf)
    counts = np.bincount(searches[best.rows], minlength=len(bounds))
    full = np.flatnonzero(counts == most)
    bounds[full] = best.scores[np.cumsum(counts)[full] - 1]
    as_good = _joined(ending)
    as_good = as_good.at(as_good.scores >= bounds[searches[as_good.rows]])
    return Best(best, _ranked(as_good, searches, most))


def ranks(continuations: Continuations, searches: Ints) -> tuple[Ints, Ints]:
    """Return the order of continuations, by search and best first, and the rank of each in its search, from 0."""
    found = searches[continuations.rows]
    order = np.lexsort((continuations.tokens, continuations.rows, -continuations.scores, found))
    found = found[order]
    firsts = np.flatnonzero(np.diff(found, prepend=-1))
    return order, np.arange(len(order)) - np.repeat(firsts, np.diff(firsts, append=len(order)))


def _of_part(
    logits: torch.Tensor, sums: Floats, searches: Ints, most: int, ends: torch.Tensor
) -> tuple[Continuations, Continuations]:
    """Return for some rows a superset of the best that go on, and all that end."""
    device, (rows, vocabulary) = logits.device, logits.shape
    ending = logits[:, ends]
    logits.index_fill_(1, ends, -torch.inf)
    largest = _largest(logits)
    before = torch.from_numpy(sums).to(device) - _normalisers(logits, ending, largest)
    reached = largest.double() + before[:, None]
    bounds = _bounds(reached, searches, most)
    row, part = torch.nonzero((reached >= bounds[:, None]) & (reached > -torch.inf), as_tuple=True)
    tokens = part[:, None] + torch.arange(PART, device=device) * largest.shape[1]
    scores = logits[row[:, None], tokens.clamp(max=vocabulary - 1)].double() + before[row, None]
    good = (scores >= bounds[row, None]) & (tokens < vocabulary) & (scores > -torch.inf)
    some = Continuations(*(found[good].cpu().numpy() for found in (row[:, None].expand_as(tokens), tokens, scores)))
    each = np.repeat(np.arange(rows), ending.shape[1])
    scored = (ending.double() + before[:, None]).cpu().numpy()
    return some, Continuations(each, np.tile(ends.cpu().numpy(), rows), scored.ravel())


def _largest(logits: torch.Tensor) -> torch.Tensor:
    """The largest logit of each part of the vocabulary: of the tokens that are as far apart as there are parts."""
    rows, vocabulary = logits.shape
    parts = -(-vocabulary // PART)
    whole = vocabulary // parts * parts
    largest = logits[:, :whole].view(rows, -1, parts).amax(1)
    rest = vocabulary - whole
    largest[:, :rest] = torch.maximum(largest[:, :rest], logits[:, whole:])
    return largest


def _normalisers(logits: torch.Tensor, ending: torch.Tensor, largest: torch.Tensor) -> torch.Tensor:
    """The logarithm of the sum of the exponentials of logits, and of those ``ending`` that were taken out. [rows]."""
    top = torch.maximum(largest.amax(1, keepdim=True), ending.amax(1, keepdim=True))
    sums = (ending - top).exp_().sum(1)
    step = max(1, CACHED_LOGITS // logits.shape[1])
    for first in range(0, len(logits), step):
        some = slice(first, first + step)
        sums[some] += torch.sub(logits[some], top[some]).exp_().sum(1)
    return top[:, 0].double() + sums.double().log()


def _bounds(reached: torch.Tensor, searches: Ints, most: int) -> torch.Tensor:
    """For each row what a continuation of its search must reach. ``reached`` is [rows, parts]; [rows]."""
    rows, parts = reached.shape
    _, search, counts = np.unique(searches, return_inverse=True, return_counts=True)
    longest = int(counts.max())
    if longest * parts < most:
        return reached.new_full((rows,), -torch.inf)
    firsts = np.cumsum(counts) - counts
    spread = reached.new_full((len(counts), longest, parts), -torch.inf)
    number = torch.from_numpy(search).to(reached.device)
    spread[number, torch.from_numpy(np.arange(rows) - firsts[search]).to(reached.device)] = reached
    return torch.topk(spread.flatten(1), most, sorted=True).values[:, -1][number]


def _ranked(continuations: Continuations, searches: Ints, most: int) -> Continuations:
    order, rank = ranks(continuations, searches)
    return continuations.at(order[rank < most])


def _joined(parts: list[Continuations]) -> Continuations:
    return Continuations(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.tokens for part in parts]),
        np.concatenate([part.scores for part in parts]),
    )
