"""The two causal scorers: GPT-2's shape and its byte-level BPE, small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from torch.nn import functional
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

from training.scorers.corpus import Corpus
from training.scorers.folder import write_hugging_face
from training.scorers.runs import (
    Breaks,
    Ids,
    Lengths,
    Run,
    count_tokens,
    cut_poems,
    encode_poems,
    endless_batches,
    group_by_length,
    held_out_lengths,
    known,
    padded,
)
from training.scorers.trainee import Account, HeldOut, Loss, Schedule, Trainee

END = "<|endoftext|>"
NEWLINE = "Ċ"  # how byte-level BPE spells the byte 0x0A
IGNORED = -100  # the label of padding
VOCABULARY = 4096
POSITIONS = 256


def train_tokenizer(texts: Iterable[str]) -> Tokenizer:
    """GPT-2's byte-level BPE with a vocabulary of its own; a line break is always a token by itself."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
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


class Gpt2Verse(Trainee):
    """The default scorer."""

    name: ClassVar[str] = "gpt2-verse"
    schedule = Schedule(steps=3000, seed=1846, batch_tokens=2048, learning_rate=3e-3)
    lengths: ClassVar[Lengths] = Lengths((64, 128, POSITIONS), (0.4, 0.4, 0.2))
    purpose: ClassVar[str] = (
        "The embedded default scorer: it compares versions of a short poem by the sum of token log-probabilities after "
        "BOS, line breaks kept."
    )

    def __init__(self, corpus: Corpus) -> None:
        """Trains the tokenizer, cuts both splits into runs and initialises the model."""
        self._tokenizer = self._train_tokenizer(corpus)
        self._end = known(self._tokenizer, END)
        newline = known(self._tokenizer, NEWLINE)
        breaks = Breaks((newline,), (newline, newline))
        train = list(encode_poems(corpus.train, self._encode))
        self.counts = count_tokens(train, breaks, VOCABULARY)
        seed = self.schedule.seed
        self._train = with_ends(cut_poems(train, breaks, self.lengths, seed), self._end)
        held_out = encode_poems(corpus.held_out, self._encode)
        self._held_out = with_ends(cut_poems(held_out, breaks, held_out_lengths(self.lengths), seed), self._end)
        torch.manual_seed(self.schedule.seed)
        self._model = GPT2LMHeadModel._from_config(self._config(), attn_implementation="eager")
        self.parameters = dict(self._model.named_parameters())

    def _train_tokenizer(self, corpus: Corpus) -> Tokenizer:
        return train_tokenizer(poem.text for poem in corpus.train)

    def _encode(self, lines: list[str]) -> list[list[int]]:
        return [line.ids for line in self._tokenizer.encode_batch_fast(lines)]

    def _config(self) -> GPT2Config:
        """Tied embeddings, and no dropout: the data is seen once or twice."""
        return GPT2Config(
            vocab_size=VOCABULARY,
            n_positions=POSITIONS,
            n_embd=160,
            n_layer=5,
            n_head=5,
            resid_pdrop=0.0,
            embd_pdrop=0.0,
            attn_pdrop=0.0,
            bos_token_id=self._end,
            eos_token_id=self._end,
            use_cache=True,
            tie_word_embeddings=True,
        )

    def batches(self) -> Iterator[list[Ids]]:
        """Runs of similar lengths."""
        return endless_batches(self._train, self.schedule.batch_tokens, self.schedule.seed)

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

    def account(self) -> Account:
        """Of a causal scorer."""
        config = self._model.config
        short, medium, long = self.lengths.limits
        shares = [f"{weight:.0%}" for weight in self.lengths.weights]
        return Account(
            summary=(
                "A small GPT-2-shaped causal language model of English verse with a byte-level BPE tokenizer of its "
                "own."
            ),
            architecture=(
                f"`GPT2LMHeadModel`: {config.n_layer} layers, {config.n_head} heads, width {config.n_embd}, "
                f"{config.n_positions} positions, tied embeddings"
            ),
            vocabulary=f"{config.vocab_size:,}, BOS = EOS = `{END}`; a line break is a token",
            sequences=(
                f"BOS and consecutive lines of one poem, at most {short} tokens ({shares[0]} of them), "
                f"{medium} ({shares[1]}) or {long} ({shares[2]}); EOS after a poem"
            ),
            perplexity=(
                "Line breaks and ends of poems count as tokens. The perplexity per word spreads the same nats over "
                "words between spaces. Held-out poems are cut into sequences of whole lines, as those for training "
                "are."
            ),
            measures={},
            use=(
                f"{self.purpose} It loads offline with `AutoModelForCausalLM` and "
                "`AutoTokenizer`. The tokenizer adds no BOS by itself."
            ),
            limits=f"It has no positions beyond {config.n_positions}.",
        )

    def write(self, folder: Path) -> None:
        """Config and tokenizer."""
        tokenizer = PreTrainedTokenizerFast(
            tokenizer_object=self._tokenizer,
            bos_token=END,
            eos_token=END,
            unk_token=END,
            model_max_length=POSITIONS,
        )
        write_hugging_face(folder, self._model, tokenizer)


class Gpt2Writer(Gpt2Verse):
    """Writes lines where a model is to write them, so that no scorer scores its own."""

    name: ClassVar[str] = "gpt2-writer"
    schedule = Schedule(steps=10_000, seed=1871, batch_tokens=1024, learning_rate=2e-3)
    lengths: ClassVar[Lengths] = Lengths((64, 128, POSITIONS), (0.8, 0.15, 0.05))
    purpose: ClassVar[str] = (
        "It writes lines of short poems, so that no scorer scores what it wrote itself: another seed, other sequences "
        "and another tokenizer than `gpt2-verse`."
    )

    def _train_tokenizer(self, corpus: Corpus) -> Tokenizer:
        """From every other poem, so that its pieces are not those of the scorer."""
        return train_tokenizer(poem.text for poem in corpus.train[::2])
