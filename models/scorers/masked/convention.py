"""How a text is given to a masked model."""

from dataclasses import dataclass
from typing import Literal

from versebench.models.scorers.contract import Convention

Kind = Literal["original", "within-word-l2r"]
"""``original``: each token is masked alone (Salazar et al. 2020, figure 1). ``within-word-l2r``: a token is masked
with all later tokens of its word (Kauf and Ivanova 2023, figure 1, PLL-word-l2r)."""

KINDS: tuple[Kind, ...] = ("original", "within-word-l2r")
"""All kinds, in the canonical order of their rows."""


@dataclass(frozen=True)
class MaskedConvention(Convention):
    """A kind of pseudo-log-likelihood. The tokens that a tokenizer adds are given and neither scored nor counted.

    Line breaks become spaces by default, because most tokenizers of masked models have no token for them.
    """

    line_breaks: Literal["kept", "space"] = "space"
    kind: Kind = "original"

    @property
    def name(self) -> str:
        """The name of the convention in every score row."""
        return f"pll-{self.kind}+line-breaks-{self.line_breaks}"
