"""The scorer of whole words: Transformer-XL's shape with an adaptive softmax, in the layout that its port reads."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import torch
from torch.nn import functional

from training.scorers.corpus import Corpus
from training.scorers.runs import (
    Breaks,
    Ids,
    Lengths,
    padded,
)
from training.scorers.trainee import HeldOut, Loss, Schedule, Trainee
from versebench.models.scorers.transformer_xl.adaptive_embedding import read_embedding
from versebench.models.scorers.transformer_xl.adaptive_softmax import read_softmax
from versebench.models.scorers.transformer_xl.attention import RelativeAttention, read_attention
from versebench.models.scorers.transformer_xl.config import TransformerXlConfig
from versebench.models.scorers.transformer_xl.feed_forward import read_feed_forward
from versebench.models.scorers.transformer_xl.network import TransformerXl
from versebench.models.scorers.transformer_xl.positions import distance_vectors, hidden_positions
from versebench.models.scorers.transformer_xl.tokenizer import LINE_END, UNKNOWN, WordTokenizer
from versebench.models.scorers.transformer_xl.weights import Weights
from versebench.models.scorers.transformer_xl.words import split_words

VOCABULARY = 18_000
SEGMENT = 64
IGNORED = -1
SETTINGS: dict[str, Any] = {
    "adaptive": True,
    "architectures": ["TransfoXLLMHeadModel"],
    "attn_type": 0,
    "clamp_len": -1,
    "cutoffs": [3000, 9000],
    "d_embed": 160,
    "d_head": 32,
    "d_inner": 640,
    "d_model": 160,
    "div_val": 4,
    "dtype": "float32",
    "ext_len": 0,
    "layer_norm_epsilon": 1e-5,
    "mem_len": SEGMENT,
    "model_type": "transfo-xl",
    "n_head": 5,
    "n_layer": 4,
    "pre_lnorm": False,
    "proj_share_all_but_first": True,
    "same_length": False,
    "tgt_len": SEGMENT,
    "tie_word_embeddings": True,
    "vocab_size": VOCABULARY,
}


def choose_words(lines: Iterable[str], line_ends: int) -> list[str]:
    """The most frequent words with `<unk>` and `<eos>`, by falling frequency, as the clusters want them."""
    counts = Counter(word for line in lines for word in split_words(line))
    # Ties by spelling, so that the order of the poems decides nothing.
    kept = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[: VOCABULARY - 2]
    known = dict(kept)
    known[LINE_END] = line_ends
    known[UNKNOWN] = counts.total() - sum(count for _, count in kept)
    return sorted(known, key=lambda word: (-known[word], word))


def shapes(config: TransformerXlConfig) -> dict[str, tuple[int, ...]]:
    """The tensors of a checkpoint under their published names; what is tied stands once."""
    inner, width = config.n_head * config.d_head, config.d_model
    found: dict[str, tuple[int, ...]] = {}
    for number, (start, end) in enumerate(zip(config.bounds, config.bounds[1:], strict=False)):
        narrow = config.cluster_width(number)
        found[f"transformer.word_emb.emb_layers.{number}.weight"] = (end - start, narrow)
        found[f"transformer.word_emb.emb_projs.{number}"] = (width, narrow)
        found[f"crit.out_layers.{number}.bias"] = (end - start,)
    found["crit.out_projs.0"] = (width, config.d_embed)
    found["crit.cluster_weight"] = (len(config.cutoffs), config.d_embed)
    found["crit.cluster_bias"] = (len(config.cutoffs),)
    found["transformer.r_w_bias"] = found["transformer.r_r_bias"] = (config.n_head, config.d_head)
    for layer in range(config.n_layer):
        attention, feed_forward = f"transformer.layers.{layer}.dec_attn", f"transformer.layers.{layer}.pos_ff"
        found[f"{attention}.qkv_net.weight"] = (3 * inner, width)
        found[f"{attention}.r_net.weight"] = (inner, width)
        found[f"{attention}.o_net.weight"] = (width, inner)
        found[f"{feed_forward}.CoreNet.0.weight"] = (config.d_inner, width)
        found[f"{feed_forward}.CoreNet.0.bias"] = (config.d_inner,)
        found[f"{feed_forward}.CoreNet.3.weight"] = (width, config.d_inner)
        found[f"{feed_forward}.CoreNet.3.bias"] = (width,)
        for part in (attention, feed_forward):
            found[f"{part}.layer_norm.weight"] = found[f"{part}.layer_norm.bias"] = (width,)
    return found


def first_tensors(config: TransformerXlConfig, seed: int) -> dict[str, torch.Tensor]:
    """Untrained tensors: gains of one, biases of zero, projections that keep the size of what they project."""
    generator = torch.Generator().manual_seed(seed)
    tensors = {}
    for name, shape in shapes(config).items():
        if name.endswith("layer_norm.weight"):
            value = torch.ones(shape)
        elif name.endswith((".bias", "_bias")):
            value = torch.zeros(shape)
        else:
            size = shape[-1] ** -0.5 if "_proj" in name else 0.02
            value = torch.randn(shape, generator=generator) * size
        tensors[name] = value.requires_grad_()
    return tensors


def shifted(by_distance: torch.Tensor) -> torch.Tensor:
    """Scores (rows, n, k) for falling distances, put where the key of that distance stands.

    The same as `versebench.models.scorers.transformer_xl.positions.by_position`, by copies and not by a view, of which
    gradients would be slow.
    """
    rows, queries, keys = by_distance.shape
    longer = torch.cat([by_distance.new_zeros(rows, queries, 1), by_distance], dim=2)
    return longer.view(rows, keys + 1, queries)[:, 1:].reshape(rows, queries, keys)


def attend(
    attention: RelativeAttention,
    hidden: torch.Tensor,
    past: torch.Tensor,
    distances: torch.Tensor,
    unseen: torch.Tensor,
) -> torch.Tensor:
    """`RelativeAttention.apply` of many texts at once: hidden (texts, n, width), past (texts, m, width)."""
    texts, queries, _ = hidden.shape
    heads, width = attention.content_bias.shape
    query = (hidden @ attention.query.T).view(texts, queries, heads, width)
    key, value = (torch.cat([past, hidden], dim=1) @ attention.key_value.T).view(texts, -1, 2, heads, width).unbind(2)
    content = (query + attention.content_bias).transpose(1, 2) @ key.permute(0, 2, 3, 1)
    by_distance = (query + attention.position_bias).transpose(1, 2) @ attention.position_keys(distances).mT
    scores = (content + shifted(by_distance.flatten(0, 1)).view_as(content)) / width**0.5
    weights = torch.softmax(scores.masked_fill(unseen, float("-inf")), dim=-1)
    attended = (weights.to(value.dtype) @ value.transpose(1, 2)).transpose(1, 2).flatten(2)
    return attention.norm.apply(hidden + attended @ attention.output.T)


class TransformerXlVerse(Trainee):
    """A scorer of words."""

    name: ClassVar[str] = "transformer-xl-verse"
    schedule = Schedule(steps=2800, seed=1861, batch_tokens=2048, learning_rate=2e-3)
    # The first of these tokens is the given line end, so that a run fills whole segments.
    lengths: ClassVar[Lengths] = Lengths((SEGMENT, 2 * SEGMENT, 4 * SEGMENT), (0.5, 0.3, 0.2))

    def __init__(self, corpus: Corpus) -> None:
        """Chooses the words, cuts both splits into runs and draws the first tensors."""
        lines = [line for poem in corpus.train for stanza in poem.stanzas for line in stanza]
        blank = sum(len(poem.stanzas) for poem in corpus.train)
        self._tokenizer = WordTokenizer(tuple(choose_words(lines, len(lines) + blank)))
        end = self._tokenizer.line_end
        self._cut(corpus, self._encode, Breaks((end,), (end, end)), VOCABULARY)
        self._config = TransformerXlConfig.model_validate(SETTINGS)
        self.parameters = first_tensors(self._config, self.schedule.seed)

    def _encode(self, lines: list[str]) -> list[list[int]]:
        return [self._tokenizer.encode(line) for line in lines]

    def loss(self, batch: Sequence[Ids]) -> Loss:
        """Each word after a line end and all before it, segment by segment; nothing is learnt through the memory."""
        words = padded(batch, IGNORED)
        given = functional.pad(words[:, :-1], (1, 0), value=self._tokenizer.line_end).clamp(min=0)
        weights, config = Weights(self.parameters, self.name), self._config
        embedding, softmax = read_embedding(weights, config), read_softmax(weights, config)
        layers = [
            (read_attention(weights, config, layer), read_feed_forward(weights, config, layer))
            for layer in range(config.n_layer)
        ]
        memory = [torch.zeros(len(words), config.mem_len, config.d_model) for _ in layers]
        nats = torch.zeros(())
        for part, targets in zip(torch.split(given, SEGMENT, 1), torch.split(words, SEGMENT, 1), strict=True):
            keys = config.mem_len + part.shape[1]
            distances = distance_vectors(keys, config.d_model, config.clamp_len)
            unseen = hidden_positions(part.shape[1], keys, None)
            with torch.autocast("cpu", enabled=False):
                hidden = embedding.embed(part.flatten()).view(*part.shape, -1)
            for number, (attention, feed_forward) in enumerate(layers):
                past = memory[number]
                memory[number] = torch.cat([past, hidden.detach()], dim=1)[:, -config.mem_len :]
                hidden = feed_forward.apply(attend(attention, hidden, past, distances, unseen))
            asked = targets != IGNORED
            nats = nats - softmax.log_probabilities(hidden[asked], targets[asked]).sum()
        tokens = sum(map(len, batch))
        return Loss(nats, tokens, tokens)

    def measure(self, every: int) -> HeldOut:
        """Through the port, a run at a time, with the memory that it begins with."""
        network, nats = TransformerXl(Weights(self.parameters, self.name), self._config), 0.0
        runs = self._held_out[::every]
        for run in runs:
            words = torch.tensor([self._tokenizer.line_end, *run.ids])
            nats -= network.log_probabilities(words, network.first_memory()).sum().item()
        return HeldOut(nats, sum(len(run.ids) for run in runs), sum(run.words for run in runs))

    def figures(self) -> dict[str, str]:
        """The share of held-out words that the vocabulary lacks."""
        held_out = sum(len(run.ids) for run in self._held_out)
        missing = sum(int((run.ids == self._tokenizer.unknown).sum()) for run in self._held_out)
        return {"unknown words among the held-out tokens": f"{missing / held_out:.1%}"}

    def write(self, folder: Path) -> None:
        """Config and vocabulary."""
        (folder / "config.json").write_text(json.dumps(SETTINGS, indent=2) + "\n", encoding="utf-8")
        (folder / "vocab.txt").write_text("\n".join(self._tokenizer.words) + "\n", encoding="utf-8")
        settings = {"lower_case": False, "tokenizer_class": "TransfoXLTokenizer"}
        (folder / "tokenizer_config.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
