"""The settings of a Transformer-XL, under the names that published checkpoints give them in ``config.json``."""

from itertools import pairwise
from typing import Literal, Self

from pydantic import BaseModel, Field, model_validator


class TransformerXlConfig(BaseModel, frozen=True, extra="ignore"):
    """Shapes and behaviour; keys that matter for training alone are not read. The paper's sections are in brackets."""

    vocab_size: int = Field(gt=0)
    d_model: int = Field(gt=0)
    d_embed: int = Field(gt=0)
    n_head: int = Field(gt=0)
    d_head: int = Field(gt=0)
    d_inner: int = Field(gt=0)
    n_layer: int = Field(gt=0)
    cutoffs: tuple[int, ...]
    """First word of each cluster after the shortlist; words are numbered by falling frequency (Grave et al. 2017)."""
    div_val: int = Field(ge=1)
    """By how much the embedding of each cluster is narrower than that of the one before."""
    mem_len: int = Field(ge=0)
    """Tokens of earlier segments that are remembered (3.2)."""
    clamp_len: int = -1
    """Distances beyond this are treated as equal; no limit if not positive."""
    same_length: bool = False
    """Whether a token attends to itself and the ``mem_len - 1`` tokens before it, and to no more."""
    tgt_len: int = Field(default=128, gt=0)
    """Tokens in a segment."""
    pre_lnorm: bool = False
    layer_norm_epsilon: float = Field(default=1e-5, gt=0)
    proj_share_all_but_first: bool = True
    """Whether clusters after the shortlist have one projection for input and output."""
    tie_word_embeddings: bool = True
    attn_type: Literal[0] = 0
    adaptive: Literal[True] = True
    ext_len: Literal[0] = 0

    @property
    def bounds(self) -> tuple[int, ...]:
        """Where clusters begin and end: of a vocabulary of 60 with cutoffs 10 and 30, (0, 10, 30, 60)."""
        return (0, *self.cutoffs, self.vocab_size)

    def cluster_width(self, cluster: int) -> int:
        """The width of the embedding of a cluster, before its projection."""
        return int(self.d_embed // self.div_val**cluster)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if any(end <= start for start, end in pairwise(self.bounds)):
            raise ValueError(f"cutoffs {self.cutoffs} must rise and stay below vocab_size {self.vocab_size}")
        if self.cluster_width(len(self.cutoffs)) < 1:
            raise ValueError(f"d_embed {self.d_embed} is too narrow for {len(self.cutoffs) + 1} clusters")
        if self.d_model % 2:
            raise ValueError(f"d_model {self.d_model} must be even: half of a position is sines, half is cosines")
        if self.same_length and not self.mem_len:
            raise ValueError("same_length with mem_len 0 leaves tokens nothing to attend to; set mem_len above 0")
        return self
