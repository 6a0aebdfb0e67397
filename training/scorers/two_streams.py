"""The forward of an XLNet for training: both streams through each product together.

That of transformers takes twice the time. It is what measures the trained weights, so the two cannot drift apart.
"""

from __future__ import annotations

from typing import Any

import torch

_UNSEEN = -1e30


def distances(length: int, width: int) -> torch.Tensor:
    """The vectors (2 * length, width) of the distances from `length` down to `1 - length`, sines and then cosines."""
    frequencies = 10000 ** -(torch.arange(0, width, 2) / width)
    angles = torch.arange(length, -length, -1)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def by_place(by_distance: torch.Tensor) -> torch.Tensor:
    """Scores (..., length, 2 * length) by distance, put where the key of that distance stands (..., length, length)."""
    *outer, length, twice = by_distance.shape
    flat = by_distance.reshape(*outer, length * twice)[..., length:]
    return flat.reshape(*outer, length, twice - 1)[..., :length]


def attend(
    attention: Any, both: torch.Tensor, away: torch.Tensor, unseen: torch.Tensor, other: torch.Tensor | None
) -> torch.Tensor:
    """One layer's attention: `both` holds the contents of all places and then their queries (rows, 2 * length, width).

    `unseen` is (rows, 1, 2 * length, length), and so is `other`: where two places are of different segments.
    """
    length, heads, narrow = both.shape[1] // 2, attention.n_head, attention.d_head

    def projected(vectors: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        found = vectors @ weight.flatten(1)
        return found.view(*found.shape[:-1], heads, narrow).transpose(-3, -2)

    def shift(bias: torch.Tensor) -> torch.Tensor:
        return query + bias[:, None]

    query = projected(both, attention.q)
    key, value = (projected(both[:, :length], weight) for weight in (attention.k, attention.v))
    content = shift(attention.r_w_bias) @ key.mT
    by_distance = shift(attention.r_r_bias) @ projected(away, attention.r).mT
    scores = content + by_place(by_distance.reshape(-1, heads, 2, length, 2 * length)).flatten(2, 3)
    if other is not None:
        same, different = (shift(attention.r_s_bias) @ attention.seg_embed.permute(1, 2, 0)).split(1, dim=-1)
        scores = scores + torch.where(other, different, same)
    weights = torch.softmax((scores * attention.scale).masked_fill(unseen, _UNSEEN), dim=-1)
    attended = (weights.to(value.dtype) @ value).transpose(1, 2).flatten(2)
    found: torch.Tensor = attention.layer_norm(attended @ attention.o.flatten(1).T + both)
    return found


def queries(model: Any, ids: torch.Tensor, segments: torch.Tensor | None, mask: torch.Tensor) -> torch.Tensor:
    """What predicts the token of each place (rows, length, width); segments are None if all are the same."""
    length = ids.shape[1]
    contents = model.transformer.word_embedding(ids)
    both = torch.cat([contents, model.transformer.mask_emb.expand(len(ids), length, -1)], dim=1)
    # A content sees itself, and a query does not.
    asking = mask.bool()
    unseen = torch.cat([asking & ~torch.eye(length, dtype=torch.bool), asking], dim=1)[:, None]
    other = None
    if segments is not None:
        other = (segments[:, :, None] != segments[:, None, :]).repeat(1, 2, 1)[:, None]
    away = distances(length, contents.shape[-1])
    for layer in model.transformer.layer:
        both = layer.ff(attend(layer.rel_attn, both, away, unseen, other))
    return both[:, length:]
