"""How a text is given to XLNet."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from versebench.models.scorers.contract import Convention

Direction = Literal["causal", "causal-reread", "bidirectional"]
"""From what a token is predicted. ``causal``: from all earlier ones, each of which has seen only those before itself
(one left-to-right factorisation; Yang et al. 2019, section 2.2). ``causal-reread``: from all earlier ones, read anew
for each token so that they see each other, as the programs of Lau et al. 2020 do. ``bidirectional``: from all
others."""


@dataclass(frozen=True)
class XlnetConvention(Convention):
    """A direction, and the tokens before the text.

    The model reads ``padding``, the start token, and the text; for ``bidirectional`` then ``<sep>`` and ``<cls>``, with
    which XLNet's inputs end. All of these are given and neither scored nor counted. A text after ``<eod>``, the end of
    a document, begins one; Lau et al. 2020 end their padding with it. Line breaks become spaces by default, because
    XLNet's tokenizer drops them.
    """

    line_breaks: Literal["kept", "space"] = "space"
    direction: Direction = "causal"
    padding: str = ""
    start_token: Literal["<eod>", "<s>"] = "<eod>"

    @property
    def name(self) -> str:
        """The name of the convention in every score row. A padding text is named by its hash."""
        start = self.start_token.strip("<>")
        given = f"{start}-sep-cls-given" if self.direction == "bidirectional" else f"{start}-given"
        padding = blake2b(self.padding.encode(), digest_size=4).hexdigest() if self.padding else "none"
        return f"xlnet-{self.direction}+{given}+padding-{padding}+line-breaks-{self.line_breaks}"
