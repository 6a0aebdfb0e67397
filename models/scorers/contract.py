"""The contract of a scorer: log-probabilities of texts under stated conventions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Span = tuple[int, int]
"""The place of a token in a text: start and end (exclusive), in characters."""

Precision = Literal["fp32", "bf16"]
"""Precision of a model's weights and products. Logits are always normalised in fp32 or better."""


class ModelLoadError(Exception):
    """A model cannot be loaded; the message names it and the remedy."""


class ScorerFailedError(Exception):
    """A loaded model cannot continue because one of its processes has ended; the message gives details."""


@dataclass(frozen=True)
class Convention:
    """How a text is given to a model. Each family adds a ``name`` that contains every choice."""

    line_breaks: Literal["kept", "space"] = "kept"

    def prepare(self, text: str) -> str:
        """Return the text as the tokenizer sees it."""
        return text if self.line_breaks == "kept" else text.replace("\n", " ")


@dataclass(frozen=True, slots=True)
class TextScore:
    """The log-probabilities of the scored tokens of a text, in nats, in their order.

    ``token_ids`` are those tokens. ``spans`` are their places in the text, if requested.
    """

    token_log_probabilities: tuple[float, ...]
    token_ids: tuple[int, ...] = ()
    spans: tuple[Span, ...] | None = None

    @property
    def log_probability(self) -> float:
        """The sum of the log-probabilities, added in double precision from first to last."""
        return float(sum(self.token_log_probabilities))


@dataclass(frozen=True, slots=True)
class Unscored:
    """Why a text has no score: a machine-readable reason, and details."""

    reason: str
    detail: str


UnitScores = Mapping[str, Sequence[TextScore | Unscored]]
"""The scores of a unit's texts in their order, by the name of the convention."""


class Scorer(Protocol):
    """A loaded model. A unit is a poem with all its texts; its scores depend on no other unit."""

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Return the scores of each unit; with ``tokens``, also each token's span."""
        ...

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return tokens as the tokenizer spells them."""
        ...

    def fallbacks(self) -> Mapping[str, int]:
        """Return what did not go as planned since the last call, described in words, with counts.

        A fallback that lasts as long as the model is loaded counts once per call.
        """
        ...


class Vocabulary(Protocol):
    """The tokenizer of a model without the model. Texts are prepared by a convention."""

    @property
    def size(self) -> int:
        """The number of tokens."""
        ...

    def token_ids(self, text: str) -> list[int]:
        """Return the tokens of a text, without any start or special token."""
        ...

    def unknown_tokens(self, text: str) -> int:
        """Return how often the unknown token occurs in a text."""
        ...
