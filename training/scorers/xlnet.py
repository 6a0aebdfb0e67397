"""The permutation scorer: XLNet's shape, asked from left to right and with both sides given, small."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from torch.nn import functional
from transformers import XLNetConfig, XLNetLMHeadModel

from training.scorers.corpus import Corpus
from training.scorers.hugging_face import HuggingFaceTrainee
from training.scorers.runs import (
    Breaks,
    Ids,
    Lengths,
    group_by_length,
    known,
    padded,
)
from training.scorers.trainee import HeldOut, Loss, Schedule
from training.scorers.two_streams import queries
from versebench.models.scorers.xlnet.permutation import left_to_right, targets_at

UNKNOWN, SEP, PAD, CLS, MASK, END = "<unk>", "<sep>", "<pad>", "<cls>", "<mask>", "<eod>"
SPECIAL = [UNKNOWN, "<s>", "</s>", CLS, SEP, PAD, MASK, END, "<eop>"]
CLS_SEGMENT = 2
VOCABULARY = 5000
LEAST_ASKED, MOST_ASKED = 0.15, 0.75
"""Share of the tokens of a run that are predicted in a random order, all others being given."""
LEFT_TO_RIGHT = 0.5
"""Share of the batches that are read from left to right."""
PRECEDED = 0.25
"""Share of the batches with other text before the start token, as the scorer's padding stands there."""
LEAST_BEFORE, MOST_BEFORE = 16, 128
SAMPLE = 4
"""One held-out run in so many is measured: two streams of a permutation model take their time."""


def train_tokenizer(texts: Iterable[str]) -> Tokenizer:
    """BPE in the spelling of SentencePiece: a word begins with a mark for the space before it."""
    tokenizer = Tokenizer(models.BPE(unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(prepend_scheme="always")
    trainer = trainers.BpeTrainer(vocab_size=VOCABULARY, special_tokens=SPECIAL, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in SPECIAL])
    return tokenizer


@dataclass(frozen=True)
class Question:
    """Runs, what stands before their start token, and whether they are read from left to right."""

    runs: list[Ids]
    before: Ids
    left_to_right: bool


def random_order(asked: torch.Tensor, hidden: torch.Tensor, draws: torch.Generator) -> torch.Tensor:
    """A `perm_mask`: an asked token is seen by those alone that come later in a random order, padding by none.

    Both are boolean (rows, length), and so is their mask fp32 (rows, length, length), 1 where nothing is seen.
    """
    rank = torch.rand(asked.shape, generator=draws).masked_fill(~asked, -1.0)
    later = asked[:, None, :] & (rank[:, None, :] >= rank[:, :, None])
    return (later | hidden[:, None, :]).float()


@dataclass(frozen=True)
class Asked:
    """What the model is given, and which of its tokens it is asked for."""

    ids: torch.Tensor
    segments: torch.Tensor | None
    mask: torch.Tensor
    asked: torch.Tensor


class XlnetVerse(HuggingFaceTrainee):
    """A scorer of both directions."""

    name: ClassVar[str] = "xlnet-verse"
    schedule = Schedule(steps=2000, seed=1855, batch_tokens=1024, learning_rate=2e-3)
    lengths: ClassVar[Lengths] = Lengths((62, 126, 190), (0.6, 0.3, 0.1))
    settings: ClassVar[dict[str, Any]] = {
        "bos_token": "<s>",
        "eos_token": "</s>",
        "unk_token": UNKNOWN,
        "sep_token": SEP,
        "pad_token": PAD,
        "cls_token": CLS,
        "mask_token": MASK,
        "additional_special_tokens": [END, "<eop>"],
    }

    def __init__(self, corpus: Corpus) -> None:
        """Trains the tokenizer, cuts both splits into runs and initialises the model."""
        self._tokenizer = train_tokenizer(poem.text for poem in corpus.train)
        self._ids = {token: known(self._tokenizer, token) for token in SPECIAL}
        self._cut(corpus, self._encode, Breaks(), VOCABULARY)
        self._draws = torch.Generator().manual_seed(self.schedule.seed)
        torch.manual_seed(self.schedule.seed)
        self._model = XLNetLMHeadModel(self._config())
        self.parameters = dict(self._model.named_parameters())

    def _config(self) -> XLNetConfig:
        """Tied embeddings, and no dropout: the data is seen about once."""
        return XLNetConfig(
            vocab_size=VOCABULARY,
            d_model=160,
            n_layer=3,
            n_head=5,
            d_inner=640,
            attn_type="bi",
            bi_data=False,
            dropout=0.0,
            # The usual 0.02 is for wider models.
            initializer_range=0.07,
            bos_token_id=self._ids["<s>"],
            eos_token_id=self._ids["</s>"],
            pad_token_id=self._ids[PAD],
            tie_word_embeddings=True,
        )

    def batches(self) -> Iterator[Question]:
        """Runs of similar lengths, with how they are asked about."""
        draws = random.Random(self.schedule.seed)
        for runs in super().batches():
            left = draws.random() < LEFT_TO_RIGHT
            length = draws.randint(LEAST_BEFORE, MOST_BEFORE) if draws.random() < PRECEDED else 0
            before = list[int]()
            while len(before) < length:
                before += self._train[draws.randrange(len(self._train))].ids.tolist()
            yield Question(runs, np.array(before[:length], dtype=np.int32), left)

    def loss(self, batch: Question) -> Loss:
        """Of all tokens from left to right, or of some in a random order."""
        asked = self._left_to_right(batch) if batch.left_to_right else self._both_sides(batch)
        found = queries(self._model, asked.ids, asked.segments, asked.mask)[asked.asked]
        nats = functional.cross_entropy(self._model.lm_loss(found).float(), asked.ids[asked.asked], reduction="sum")
        return Loss(nats, int(asked.asked.sum()), sum(map(len, batch.runs)))

    def _left_to_right(self, batch: Question) -> Asked:
        given = [*batch.before, self._ids[END]]
        ids = padded([[*given, *run] for run in batch.runs], self._ids[PAD])
        # Padding is on the right, where nobody looks.
        mask = left_to_right(ids.shape[1], len(given)).expand(len(ids), -1, -1)
        ends = torch.tensor([len(given) + len(run) for run in batch.runs])[:, None]
        return Asked(ids, None, mask, self._own(ids, len(given), ends))

    def _both_sides(self, batch: Question) -> Asked:
        given, after = [*batch.before, self._ids[END]], [self._ids[SEP], self._ids[CLS]]
        ids = padded([[*given, *run, *after] for run in batch.runs], self._ids[PAD])
        place = torch.arange(ids.shape[1])
        ends = torch.tensor([len(given) + len(run) for run in batch.runs])[:, None]
        share = LEAST_ASKED + (MOST_ASKED - LEAST_ASKED) * torch.rand(len(ids), 1, generator=self._draws)
        asked = self._own(ids, len(given), ends) & (torch.rand(ids.shape, generator=self._draws) < share)
        mask = random_order(asked, place >= ends + len(after), self._draws)
        return Asked(ids, (place == ends + 1).long() * CLS_SEGMENT, mask, asked)

    def _own(self, ids: torch.Tensor, given: int, ends: torch.Tensor) -> torch.Tensor:
        place = torch.arange(ids.shape[1])
        return (place >= given) & (place < ends)

    def measure(self, every: int) -> HeldOut:
        """From left to right after the start token, with nothing before it, by the forward of transformers."""
        runs, nats = self._held_out[:: SAMPLE * every], 0.0
        nothing = np.array([], dtype=np.int32)
        for group in group_by_length((run.ids for run in runs), self.schedule.batch_tokens):
            asked = self._left_to_right(Question(group, nothing, left_to_right=True))
            rows, length = asked.ids.shape
            targets = targets_at(length, range(1, length)).expand(rows, -1, -1)
            logits = self._model(
                input_ids=asked.ids,
                token_type_ids=torch.zeros_like(asked.ids),
                perm_mask=asked.mask,
                target_mapping=targets,
                use_mems=False,
            ).logits
            own = asked.asked[:, 1:]
            nats += functional.cross_entropy(logits[own], asked.ids[:, 1:][own], reduction="sum").item()
        return HeldOut(nats, sum(len(run.ids) for run in runs), sum(run.words for run in runs))
