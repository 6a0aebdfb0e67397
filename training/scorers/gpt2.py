"""The causal models, which score, write and check: GPT-2's shape and its byte-level BPE, small."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from torch.nn import functional
from transformers import GPT2Config, GPT2LMHeadModel

from training.scorers.corpus import Corpus
from training.scorers.hugging_face import HuggingFaceTrainee
from training.scorers.runs import (
    Breaks,
    Ids,
    Lengths,
    Run,
    group_by_length,
    known,
    padded,
)
from training.scorers.trainee import HeldOut, Loss, Schedule

END = "<|endoftext|>"
NEWLINE = "Ċ"  # how byte-level BPE spells the byte 0x0A
IGNORED = -100  # the label of padding
VOCABULARY = 4096
POSITIONS = 256


def train_tokenizer(texts: Iterable[str], size: int = VOCABULARY) -> Tokenizer:
    """GPT-2's byte-level BPE with a vocabulary of its own; a line break is always a token by itself."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=[END],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def with_ends(runs: Iterable[Run], end: int) -> list[Run]:
    """EOS after the last line of a poem, where a position is left for it."""
    return [
        replace(run, ids=np.append(run.ids, np.int32(end))) if run.ends and len(run.ids) < POSITIONS else run
        for run in runs
    ]


class Gpt2Verse(HuggingFaceTrainee):
    """The default scorer."""

    name: ClassVar[str] = "gpt2-verse"
    schedule = Schedule(steps=3000, seed=1846, batch_tokens=2048, learning_rate=3e-3)
    lengths: ClassVar[Lengths] = Lengths((64, 128, POSITIONS), (0.4, 0.4, 0.2))
    vocabulary: ClassVar[int] = VOCABULARY
    width: ClassVar[int] = 160
    layers: ClassVar[int] = 5
    heads: ClassVar[int] = 5
    settings: ClassVar[dict[str, Any]] = {
        "bos_token": END,
        "eos_token": END,
        "unk_token": END,
        "model_max_length": POSITIONS,
    }

    def __init__(self, corpus: Corpus) -> None:
        """Trains the tokenizer, cuts both splits into runs and initialises the model."""
        self._tokenizer = self._train_tokenizer(corpus)
        self._end = known(self._tokenizer, END)
        newline = known(self._tokenizer, NEWLINE)
        self._cut(corpus, self._encode, Breaks((newline,), (newline, newline)), self.vocabulary)
        self._train, self._held_out = (with_ends(runs, self._end) for runs in (self._train, self._held_out))
        torch.manual_seed(self.schedule.seed)
        self._model = GPT2LMHeadModel._from_config(self._config(), attn_implementation="eager")
        self.parameters = dict(self._model.named_parameters())

    def _train_tokenizer(self, corpus: Corpus) -> Tokenizer:
        return train_tokenizer(poem.text for poem in corpus.train)

    def _config(self) -> GPT2Config:
        """Tied embeddings, and no dropout: the data is seen once or twice."""
        return GPT2Config(
            vocab_size=self.vocabulary,
            n_positions=POSITIONS,
            n_embd=self.width,
            n_layer=self.layers,
            n_head=self.heads,
            resid_pdrop=0.0,
            embd_pdrop=0.0,
            attn_pdrop=0.0,
            bos_token_id=self._end,
            eos_token_id=self._end,
            use_cache=True,
            tie_word_embeddings=True,
        )

    def loss(self, batch: Sequence[Ids]) -> Loss:
        """Each token from BOS and all before it; no mask is needed, as padding is on the right."""
        labels = padded(batch, IGNORED)
        inputs = padded([[self._end, *run[:-1]] for run in batch], self._end)
        logits = self._model(input_ids=inputs, use_cache=False).logits.float()
        nats = functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORED, reduction="sum")
        tokens = sum(map(len, batch))
        return Loss(nats, tokens, tokens)

    def measure(self, every: int) -> HeldOut:
        """After BOS, in runs of whole lines."""
        runs = self._held_out[::every]
        groups = group_by_length((run.ids for run in runs), self.schedule.batch_tokens)
        losses = [self.loss(group) for group in groups]
        nats, tokens = sum(loss.nats.item() for loss in losses), sum(loss.predicted for loss in losses)
        return HeldOut(nats, tokens, sum(run.words for run in runs))


class Gpt2Writer(Gpt2Verse):
    """Writes lines where a model is to write them, so that no scorer scores its own."""

    name: ClassVar[str] = "gpt2-writer"
    schedule = Schedule(steps=10_000, seed=1871, batch_tokens=1024, learning_rate=2e-3)
    lengths: ClassVar[Lengths] = Lengths((64, 128, POSITIONS), (0.8, 0.15, 0.05))

    def _train_tokenizer(self, corpus: Corpus) -> Tokenizer:
        """From every other poem, so that its pieces are not those of the scorer."""
        return train_tokenizer(poem.text for poem in corpus.train[::2])


class Gpt2Checker(Gpt2Verse):
    """Marks contested pairs, so that the model that marks neither scores, writes nor selects."""

    name: ClassVar[str] = "gpt2-checker"
    schedule = Schedule(steps=3000, seed=1832, batch_tokens=1024, learning_rate=4e-3)
    lengths: ClassVar[Lengths] = Lengths((64, 128, POSITIONS), (0.8, 0.15, 0.05))
    vocabulary: ClassVar[int] = 3000
    width: ClassVar[int] = 96
    layers: ClassVar[int] = 3
    heads: ClassVar[int] = 4

    def _train_tokenizer(self, corpus: Corpus) -> Tokenizer:
        """From the poems that the writer's tokenizer does not see."""
        return train_tokenizer((poem.text for poem in corpus.train[1::2]), self.vocabulary)
