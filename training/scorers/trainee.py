"""What is common to all trainings: the schedule, the optimiser, and what a scorer must provide."""

from __future__ import annotations

import logging
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import torch

from training.scorers.corpus import Corpus
from training.scorers.runs import (
    Breaks,
    Encode,
    Lengths,
    Run,
    count_tokens,
    cut_poems,
    encode_poems,
    endless_batches,
    held_out_lengths,
)

log = logging.getLogger("train_scorers")


@dataclass(frozen=True)
class Schedule:
    """All that decides the weights, beside the shape of the model, its data and the locked environment.

    It counts steps and never seconds, so that a slow machine makes the same weights.
    """

    steps: int
    seed: int
    batch_tokens: int
    learning_rate: float
    warmup_share: float = 0.04
    final_share: float = 0.02
    weight_decay: float = 0.1

    def rate(self, step: int) -> float:
        """Linear warm-up, then a cosine down to `final_share` of the peak; `step` counts from 0."""
        warmup = max(1, round(self.warmup_share * self.steps))
        if step < warmup:
            return self.learning_rate * (step + 1) / warmup
        progress = (step - warmup) / max(1, self.steps - warmup)
        share = self.final_share + (1 - self.final_share) * 0.5 * (1 + math.cos(math.pi * progress))
        return self.learning_rate * share


@dataclass(frozen=True)
class Loss:
    """Nats summed over the predicted tokens, their number, and how many tokens were read."""

    nats: torch.Tensor
    predicted: int
    read: int


@dataclass(frozen=True)
class HeldOut:
    """Nats over predicted tokens of held-out poems, and the words between spaces that they spell."""

    nats: float
    tokens: int
    words: int

    @property
    def token_perplexity(self) -> float:
        """Per predicted token."""
        return math.exp(self.nats / self.tokens)

    @property
    def word_perplexity(self) -> float:
        """The same nats, spread over words."""
        return math.exp(self.nats / self.words)


class Trainee(ABC):
    """A scorer in training: its model, its data, and how it is asked."""

    name: ClassVar[str]
    schedule: Schedule
    lengths: ClassVar[Lengths]
    parameters: dict[str, torch.Tensor]
    counts: list[int]
    _train: list[Run]
    _held_out: list[Run]

    @abstractmethod
    def __init__(self, corpus: Corpus) -> None:
        """Makes the tokenizer, cuts both splits into runs and initialises the model."""

    def _cut(self, corpus: Corpus, encode: Encode, breaks: Breaks, vocabulary: int) -> None:
        """Counts the tokens of the training split, and cuts both splits into runs."""
        train, seed = list(encode_poems(corpus.train, encode)), self.schedule.seed
        self.counts = count_tokens(train, breaks, vocabulary)
        self._train = cut_poems(train, breaks, self.lengths, seed)
        held_out = encode_poems(corpus.held_out, encode)
        self._held_out = cut_poems(held_out, breaks, held_out_lengths(self.lengths), seed)

    def batches(self) -> Iterator[Any]:
        """Batches without end: runs of similar lengths."""
        return endless_batches(self._train, self.schedule.batch_tokens, self.schedule.seed)

    @abstractmethod
    def loss(self, batch: Any) -> Loss:
        """The loss of a batch."""

    @abstractmethod
    def measure(self, every: int) -> HeldOut:
        """The loss on held-out runs, one in `every` of them, through what ships and in fp32."""

    def figures(self) -> dict[str, str]:
        """Further figures for the card, by the names of their rows."""
        return {}

    @abstractmethod
    def write(self, folder: Path) -> None:
        """Writes what is needed to load the model, except its weights."""


@dataclass
class Progress:
    """What has been counted of a run so far."""

    step: int = 0
    read: int = 0
    predicted: int = 0
    seconds: float = 0.0


def build_optimizer(parameters: dict[str, torch.Tensor], schedule: Schedule) -> torch.optim.AdamW:
    """AdamW; gains, biases and positions are not decayed."""
    kept = ("bias", "wpe", "position_embeddings")
    free = [name for name, value in parameters.items() if value.dim() < 2 or any(part in name for part in kept)]
    groups = [
        {
            "params": [parameters[name] for name in parameters if name not in free],
            "weight_decay": schedule.weight_decay,
        },
        {"params": [parameters[name] for name in free], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=schedule.learning_rate, betas=(0.9, 0.98), fused=True)


def train(trainee: Trainee) -> Iterator[Progress]:
    """All steps of the schedule; tells how far it is after each."""
    optimizer = build_optimizer(trainee.parameters, trainee.schedule)
    progress, smooth = Progress(), 0.0
    for batch in trainee.batches():
        started = time.monotonic()
        for group in optimizer.param_groups:
            group["lr"] = trainee.schedule.rate(progress.step)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = trainee.loss(batch)
        mean = loss.nats / loss.predicted
        optimizer.zero_grad()
        torch.autograd.backward(mean)
        torch.nn.utils.clip_grad_norm_(trainee.parameters.values(), 1.0)
        optimizer.step()
        progress.seconds += time.monotonic() - started
        progress.step += 1
        progress.read += loss.read
        progress.predicted += loss.predicted
        smooth = mean.item() if progress.step == 1 else 0.98 * smooth + 0.02 * mean.item()
        if progress.step % 50 == 0:
            log.info(
                "%s step %d loss %.4f, %.0f ms a step, %.0f tokens/s",
                trainee.name,
                progress.step,
                smooth,
                1000 * progress.seconds / progress.step,
                progress.read / progress.seconds,
            )
        yield progress
        if progress.step == trainee.schedule.steps:
            return
