"""The LSTM of ``lstm.v1``: one step of training, and the words of a verse."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from versebench.models.ghostwriters.hashed_draws import uniforms
from versebench.models.ghostwriters.positions import FIRST_TOKEN, VERSE_END, Ids

State = tuple[Tensor, Tensor]

_PADDING = -100
"""Target of a place after the end of a verse, where nothing is learned."""


class DivergedError(Exception):
    """The loss, or the norm of its gradient, is not a finite number."""


class VerseLstm(nn.Module):
    """Logits of the next token after each token. The start of a verse has the id after the last token."""

    def __init__(self, tokens: int, embedding: int, width: int) -> None:
        super().__init__()
        self.start = tokens
        self.embedding = nn.Embedding(tokens + 1, embedding)
        self.lstm = nn.LSTM(embedding, width, batch_first=True)
        self.output = nn.Linear(width, tokens)


def training_step(
    model: VerseLstm, optimiser: torch.optim.Optimizer, verses: Sequence[Ids], *, window: int, gradient_norm: float
) -> float:
    """Learn from one batch of verses; return the mean loss of their tokens, in nats. Raises :class:`DivergedError`."""
    optimiser.zero_grad()
    count = sum(map(len, verses))
    total = 0.0
    state: State | None = None
    for inputs, targets in _windows(model, verses, window):
        hidden, state = model.lstm(model.embedding(inputs), state)
        state = (state[0].detach(), state[1].detach())
        learned = targets != _PADDING
        logits = model.output(hidden[learned])
        loss = nn.functional.cross_entropy(logits, targets[learned], reduction="sum") / count
        loss.backward()  # type: ignore[no-untyped-call]
        total += loss.item()
    norm = nn.utils.clip_grad_norm_(model.parameters(), gradient_norm)
    if not np.isfinite(total) or not torch.isfinite(norm):
        raise DivergedError
    optimiser.step()
    return total


def _windows(model: VerseLstm, verses: Sequence[Ids], window: int) -> Iterator[tuple[Tensor, Tensor]]:
    """The tokens before, and the tokens to learn, of a batch: at most ``window`` of each verse at once."""
    longest = max(map(len, verses))
    inputs = torch.full((len(verses), longest), model.start)
    targets = torch.full((len(verses), longest), _PADDING)
    for row, verse in enumerate(verses):
        tokens = torch.from_numpy(verse.astype(np.int64))
        inputs[row, 1 : len(verse)] = tokens[:-1]
        targets[row, : len(verse)] = tokens
    for begin in range(0, longest, window):
        yield inputs[:, begin : begin + window], targets[:, begin : begin + window]


@torch.no_grad()
def draw_verse(
    model: VerseLstm, stream: npt.NDArray[np.uint64], *, temperature: float, most: int
) -> tuple[list[int], bool]:
    """The tokens of a verse, drawn by one stream, and whether it has an end.

    It stops before the word that would be one more than ``most``. An empty line is no word, so the tokens have a limit
    of their own.
    """
    token, state = model.start, None
    drawn: list[int] = []
    words = 0
    for step in range(2 * most + 2):
        hidden, state = model.lstm(model.embedding(torch.tensor([[token]])), state)
        logits = model.output(hidden[0, -1]).numpy().astype(np.float64) / temperature
        up_to = np.cumsum(np.exp(logits - logits.max()))
        uniform = float(uniforms(stream, step)[0])
        token = min(int(np.searchsorted(up_to, uniform * up_to[-1], side="right")), len(up_to) - 1)
        words += token >= FIRST_TOKEN
        if words > most:
            break
        drawn.append(token)
        if token == VERSE_END:
            return drawn, True
    return drawn, False
