"""An iteration of the LSTM, beside a loop of torch's own modules with padding, in alternating rounds on one thread."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import torch
from torch import nn

from benchmarks.ghostwriting.ngrams import TOKENS, first_verses
from benchmarks.ghostwriting.texts import read_verses
from benchmarks.harness import Goal
from benchmarks.measure import median_ratio, rounds
from versebench.models.ghostwriters.contract import Lines
from versebench.models.ghostwriters.lstm import LstmSettings
from versebench.models.ghostwriters.lstm_writer import Training
from versebench.models.ghostwriters.positions import Ids
from versebench.models.scorers.threads import one_thread

ROUNDS, ITERATIONS = 5, 3
_IGNORED = -100


def measure(path: Path, widths: Sequence[int] = (64, 256, 500)) -> dict[str, Any]:
    """The seconds of an iteration for some widths of the layer."""
    verses = first_verses(read_verses(path), TOKENS)
    figures = {}
    for width in widths:
        figures[f"width {width}"] = _iterations(verses, width)
    return {"widths": figures}


def goals(found: Mapping[str, Any]) -> Iterator[Goal]:
    """The goal of the LSTM; the slowest width counts."""
    slowest = max(figures["times_the_bare_loop"] for figures in found["widths"].values())
    yield Goal("LSTM, times the bare loop", slowest, 1.1, at_most=True)


def _iterations(verses: Sequence[Lines], width: int) -> dict[str, float]:
    ours = Training(LstmSettings(generator="lstm.v1", width=width), "benchmark", verses, 1)
    bare = BareLoop(ours)
    ways: dict[str, Callable[[], float]] = {"ours": lambda: _seconds(ours.train), "bare": lambda: _seconds(bare.train)}
    for way in ways.values():
        way()
    measured = rounds(f"width {width}", ways, ROUNDS)
    return {
        "seconds": median(measured["ours"]),
        "bare_seconds": median(measured["bare"]),
        "times_the_bare_loop": median_ratio(measured["ours"], measured["bare"]),
    }


def _seconds(train: Callable[[int], object]) -> float:
    start = time.process_time()
    for iteration in range(ITERATIONS):
        train(iteration)
    return (time.process_time() - start) / ITERATIONS


class BareLoop:
    """The same layers and batches, trained as torch's documentation does."""

    def __init__(self, training: Training) -> None:
        model = training.model
        self._training = training
        self._embedding = nn.Embedding(*model.embedding.weight.shape)
        self._lstm = nn.LSTM(model.lstm.input_size, model.lstm.hidden_size, batch_first=True)
        self._output = nn.Linear(model.output.in_features, model.output.out_features)
        self._parameters = [
            *self._embedding.parameters(),
            *self._lstm.parameters(),
            *self._output.parameters(),
        ]
        self._optimiser = torch.optim.Adam(self._parameters, 1e-3)
        self._loss = nn.CrossEntropyLoss(ignore_index=_IGNORED)

    def train(self, iteration: int) -> None:
        """One iteration."""
        with one_thread():
            inputs, targets = self._padded(self._training.batch(iteration))
            self._optimiser.zero_grad()
            hidden, _ = self._lstm(self._embedding(inputs))
            loss = self._loss(self._output(hidden).flatten(0, 1), targets.flatten())
            loss.backward()
            nn.utils.clip_grad_norm_(self._parameters, 5.0)
            self._optimiser.step()
            loss.item()

    def _padded(self, verses: Sequence[Ids]) -> tuple[torch.Tensor, torch.Tensor]:
        rows = [torch.from_numpy(verse).long() for verse in verses]
        start = torch.tensor([self._output.out_features])
        inputs = nn.utils.rnn.pad_sequence([torch.cat([start, row[:-1]]) for row in rows], batch_first=True)
        return inputs, nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=_IGNORED)
