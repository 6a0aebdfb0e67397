"""The masked models, one that scores and one that selects: BERT's shape and its cased WordPiece tokenizer, small."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from torch.nn import functional
from transformers import BertConfig, BertForMaskedLM

from training.scorers.corpus import Corpus
from training.scorers.hugging_face import HuggingFaceTrainee
from training.scorers.runs import (
    Breaks,
    Ids,
    Lengths,
    cut_poems,
    encode_poems,
    known,
    padded,
)
from training.scorers.trainee import HeldOut, Loss, Schedule

PAD, UNKNOWN, CLS, SEP, MASK = SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = 6000
POSITIONS = 256
LEAST_MASKED, MOST_MASKED = 0.1, 0.4
LEFT_TO_RIGHT = 0.375
"""Share of the steps, the first ones, that predict every token from those before it.

Masks alone ask too little of a step: in a training of this length the model would not get beyond the frequencies of
words, and after these steps it does at once.
"""
SIZE = 0.07
"""Of first weights: the usual 0.02 is for wider models."""
SHARPNESS = 1.5
"""Of the first looks: about a third of each goes where it should."""
OFFSETS = (-1, 1, -2, 2)
"""Where the heads of the first layer look at first; a fifth head is free."""
SAMPLE = 300
"""Held-out stanzas on which the pseudo-perplexity is measured: each of their tokens takes a forward of its own."""


def train_tokenizer(texts: Iterable[str], size: int = VOCABULARY) -> Tokenizer:
    """BERT's, with capitals and accents kept."""
    tokenizer = Tokenizer(models.WordPiece(unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer(strip_accents=False, lowercase=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(vocab_size=size, special_tokens=SPECIAL, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    # The trainer numbers some pieces otherwise each time it runs, and first weights are drawn by number.
    pieces = [*SPECIAL, *sorted(tokenizer.get_vocab().keys() - set(SPECIAL))]
    tokenizer.model = models.WordPiece({piece: number for number, piece in enumerate(pieces)}, unk_token=UNKNOWN)
    tokenizer.post_processor = processors.BertProcessing((SEP, known(tokenizer, SEP)), (CLS, known(tokenizer, CLS)))
    return tokenizer


def waves(width: int) -> torch.Tensor:
    """Sines and then cosines (positions, width) of positions, the fastest of which tells neighbours apart."""
    frequencies = math.pi * 10000 ** -(torch.arange(0, width, 2) / width)
    angles = torch.arange(POSITIONS)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1) * math.sqrt(2)


def look_at(query: torch.Tensor, key: torch.Tensor, offsets: Sequence[int]) -> None:
    """Sets weights (heads, head width, width) so that each head looks as far from its token as its offset says.

    A key is the fastest waves of its position, and a query those of the position that it looks for.
    """
    _, narrow, width = query.shape
    count, half = narrow // 2, width // 2
    frequencies = math.pi * 10000 ** -(torch.arange(0, width, 2) / width)[:count]
    places = torch.arange(count)
    for head, offset in enumerate(offsets):
        for weight, turn in ((key, torch.zeros(count)), (query, frequencies * offset)):
            weight[head] = 0.0
            weight[head, places, places] = weight[head, count + places, half + places] = SHARPNESS * turn.cos()
            weight[head, places, half + places] = SHARPNESS * turn.sin()
            weight[head, count + places, places] = -SHARPNESS * turn.sin()


@dataclass(frozen=True)
class Batch:
    """Runs, and whether each token is predicted from those before it, or masked ones from all others."""

    runs: list[Ids]
    left_to_right: bool


class BertVerse(HuggingFaceTrainee):
    """A masked scorer."""

    name: ClassVar[str] = "bert-verse"
    schedule = Schedule(steps=2400, seed=1850, batch_tokens=2048, learning_rate=1e-3)
    lengths: ClassVar[Lengths] = Lengths((62, 126, POSITIONS - 2), (0.5, 0.35, 0.15))
    vocabulary: ClassVar[int] = VOCABULARY
    width: ClassVar[int] = 160
    layers: ClassVar[int] = 4
    heads: ClassVar[int] = 5
    settings: ClassVar[dict[str, Any]] = {
        "pad_token": PAD,
        "unk_token": UNKNOWN,
        "cls_token": CLS,
        "sep_token": SEP,
        "mask_token": MASK,
        "model_max_length": POSITIONS,
    }

    def __init__(self, corpus: Corpus) -> None:
        """Trains the tokenizer, cuts both splits into runs and initialises the model."""
        self._tokenizer = train_tokenizer((poem.text for poem in corpus.train), self.vocabulary)
        self._ids = {token: known(self._tokenizer, token) for token in SPECIAL}
        self._cut(corpus, self._encode, Breaks(), self.vocabulary)
        stanzas, held_out = Lengths((62,), (1.0,), filled=False), encode_poems(corpus.held_out[:SAMPLE], self._encode)
        self._held_out = [
            run for lines in held_out for run in cut_poems([lines], Breaks(), stanzas, self.schedule.seed)[:1]
        ]
        self._draws = torch.Generator().manual_seed(self.schedule.seed)
        torch.manual_seed(self.schedule.seed)
        self._model = BertForMaskedLM._from_config(self._config(), attn_implementation="eager")
        with torch.no_grad():
            self._prepare()
        self.parameters = dict(self._model.named_parameters())

    def _prepare(self) -> None:
        """Lets the heads of the first layer begin with the tokens around theirs, which they would find late."""
        config, attention = self._model.config, self._model.bert.encoder.layer[0].attention.self
        self._model.bert.embeddings.position_embeddings.weight.copy_(waves(config.hidden_size) * SIZE)
        shape = (config.num_attention_heads, -1, config.hidden_size)
        look_at(attention.query.weight.view(shape), attention.key.weight.view(shape), OFFSETS)

    def _config(self) -> BertConfig:
        """Tied embeddings, and no dropout: the data is seen a few times at most."""
        return BertConfig(
            vocab_size=self.vocabulary,
            hidden_size=self.width,
            num_hidden_layers=self.layers,
            num_attention_heads=self.heads,
            intermediate_size=4 * self.width,
            max_position_embeddings=POSITIONS,
            type_vocab_size=1,
            initializer_range=SIZE,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            pad_token_id=self._ids[PAD],
            tie_word_embeddings=True,
        )

    def batches(self) -> Iterator[Batch]:
        """Runs of similar lengths."""
        first = round(LEFT_TO_RIGHT * self.schedule.steps)
        for step, runs in enumerate(super().batches()):
            yield Batch(runs, step < first)

    def loss(self, batch: Batch) -> Loss:
        """Of all tokens, or of masked ones."""
        ids = padded([[self._ids[CLS], *run, self._ids[SEP]] for run in batch.runs], self._ids[PAD])
        logits, asked = (self._left_to_right if batch.left_to_right else self._masked)(ids)
        return Loss(functional.cross_entropy(logits, asked, reduction="sum"), len(asked), sum(map(len, batch.runs)))

    def _left_to_right(self, ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Each token after the first, from where the one before it stands."""
        length = ids.shape[1]
        later = torch.full((length, length), torch.finfo(torch.float32).min).triu(1)
        hidden = self._model.bert(input_ids=ids, attention_mask=later.expand(len(ids), 1, -1, -1)).last_hidden_state
        own = ids[:, 1:] != self._ids[PAD]
        return self._model.cls(hidden[:, :-1][own]).float(), ids[:, 1:][own]

    def _masked(self, ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Masked tokens from all others, another share of them in each run."""
        own = (ids != self._ids[CLS]) & (ids != self._ids[SEP]) & (ids != self._ids[PAD])
        share = LEAST_MASKED + (MOST_MASKED - LEAST_MASKED) * torch.rand(len(ids), 1, generator=self._draws)
        masked = own & (torch.rand(ids.shape, generator=self._draws) < share)
        # Always the mask and never another word, since a mask is all that the scorer will show.
        shown = ids.masked_fill(masked, self._ids[MASK])
        return self._logits(shown, ids.ne(self._ids[PAD]).long(), masked), ids[masked]

    def _logits(self, shown: torch.Tensor, seen: torch.Tensor, asked: torch.Tensor) -> torch.Tensor:
        hidden = self._model.bert(input_ids=shown, attention_mask=seen).last_hidden_state
        logits: torch.Tensor = self._model.cls(hidden[asked]).float()
        return logits

    def measure(self, every: int) -> HeldOut:
        """Pseudo-log-likelihoods: each token with itself alone masked."""
        runs, nats = self._held_out[::every], 0.0
        for run in runs:
            ids = torch.tensor([[self._ids[CLS], *run.ids, self._ids[SEP]]]).expand(len(run.ids), -1)
            asked = torch.zeros(ids.shape, dtype=torch.bool)
            asked[:, 1:-1].fill_diagonal_(True)
            logits = self._logits(ids.masked_fill(asked, self._ids[MASK]), torch.ones_like(ids), asked)
            nats += functional.cross_entropy(logits, ids[asked], reduction="sum").item()
        return HeldOut(nats, sum(len(run.ids) for run in runs), sum(run.words for run in runs))


class BertSelector(BertVerse):
    """Selects words where a masked model is to select them, so that no scorer scores its own choice."""

    name: ClassVar[str] = "bert-selector"
    schedule = Schedule(steps=1800, seed=1844, batch_tokens=2048, learning_rate=1.5e-3)
    vocabulary: ClassVar[int] = 4000
    width: ClassVar[int] = 96
    layers: ClassVar[int] = 3
    heads: ClassVar[int] = 4
