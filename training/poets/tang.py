"""``gpt2-tang``: GPT-2's shape over characters, which writes Tang poems from forms and titles."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from torch.nn import functional
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

from training.poets.corpus import TitledCorpus, TitledPoem
from training.scorers.gpt2 import END, IGNORED
from training.scorers.runs import padded
from training.scorers.trainee import HeldOut, Loss, Schedule, Trainee

UNKNOWN = "<|unknown|>"
POSITIONS = 256
Row = tuple[list[int], int]
"""The tokens of a text, and how many of them are not predicted."""
_POOL = 4096


def character_tokenizer(known: Sequence[str]) -> Tokenizer:
    """One token a character; those that are not known are one token together."""
    vocabulary = {token: number for number, token in enumerate((END, UNKNOWN, *known))}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    tokenizer.decoder = decoders.Fuse()
    tokenizer.add_special_tokens([END])
    return tokenizer


class Gpt2Tang(Trainee):
    """The poet of the sample recipe."""

    name: ClassVar[str] = "gpt2-tang"
    schedule = Schedule(steps=6000, seed=618, batch_tokens=2048, learning_rate=3e-3)
    width: ClassVar[int] = 192
    layers: ClassVar[int] = 5
    heads: ClassVar[int] = 6

    def __init__(self, corpus: TitledCorpus) -> None:
        """Make the tokenizer, encode both splits and initialise the model."""
        self._tokenizer = character_tokenizer(corpus.known)
        self._rows, self._others = (self._encoded(poems) for poems in (corpus.train, corpus.held_out))
        torch.manual_seed(self.schedule.seed)
        self._model = GPT2LMHeadModel._from_config(self._config(), attn_implementation="eager")
        self.parameters = dict(self._model.named_parameters())
        size = self._tokenizer.get_vocab_size()
        self.counts = torch.bincount(
            torch.tensor([i for ids, _ in self._rows for i in ids[1:]]), minlength=size
        ).tolist()

    def _encoded(self, poems: Sequence[TitledPoem]) -> list[Row]:
        return [(self._ids(f"{END}{poem.prompt}{poem.text}{END}"), 1 + len(poem.prompt)) for poem in poems]

    def _ids(self, text: str) -> list[int]:
        found: list[int] = self._tokenizer.encode(text).ids
        return found

    def _config(self) -> GPT2Config:
        return GPT2Config(
            vocab_size=self._tokenizer.get_vocab_size(),
            n_positions=POSITIONS,
            n_embd=self.width,
            n_layer=self.layers,
            n_head=self.heads,
            resid_pdrop=0.0,
            embd_pdrop=0.0,
            attn_pdrop=0.0,
            bos_token_id=0,
            eos_token_id=0,
            use_cache=True,
            tie_word_embeddings=True,
        )

    def batches(self) -> Iterator[list[Row]]:
        """Batches without end, of texts of similar lengths, in an order that only the seed decides."""
        draws = random.Random(self.schedule.seed)
        while True:
            order = draws.sample(self._rows, len(self._rows))
            for start in range(0, len(order), _POOL):
                groups = _grouped(order[start : start + _POOL], self.schedule.batch_tokens)
                draws.shuffle(groups)
                yield from groups

    def loss(self, batch: Sequence[Row]) -> Loss:
        """Each token of the poem and its end, from the form, the title and all before it."""
        ids = padded([row for row, _ in batch], IGNORED)
        labels = ids[:, 1:].clone()
        for number, (_, asked) in enumerate(batch):
            labels[number, : asked - 1] = IGNORED
        logits = self._model(input_ids=ids[:, :-1].clamp(min=0), use_cache=False).logits.float()
        nats = functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORED, reduction="sum")
        return Loss(nats, int((labels != IGNORED).sum()), sum(len(row) for row, _ in batch))

    def measure(self, every: int) -> HeldOut:
        """The poems of titles that are held out; of these a character is a word."""
        losses = [self.loss(group) for group in _grouped(self._others[::every], self.schedule.batch_tokens)]
        nats, tokens = sum(loss.nats.item() for loss in losses), sum(loss.predicted for loss in losses)
        return HeldOut(nats, tokens, tokens)

    def write(self, folder: Path) -> None:
        """Config and tokenizer."""
        config: Any = self._model.config
        config.architectures = ["GPT2LMHeadModel"]
        config.dtype = torch.float32
        config.save_pretrained(folder)
        tokenizer = PreTrainedTokenizerFast(
            tokenizer_object=self._tokenizer,
            bos_token=END,
            eos_token=END,
            unk_token=UNKNOWN,
            model_max_length=POSITIONS,
            clean_up_tokenization_spaces=False,
        )
        tokenizer.save_pretrained(folder)
        (folder / "tokenizer.json").write_text(tokenizer.backend_tokenizer.to_str(pretty=False), encoding="utf-8")


def _grouped(rows: Sequence[Row], batch_tokens: int) -> list[list[Row]]:
    """Texts of similar lengths, at most ``batch_tokens`` together with their padding."""
    groups: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: len(row[0]), reverse=True):
        if groups and (len(groups[-1]) + 1) * len(groups[-1][0][0]) <= batch_tokens:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups
