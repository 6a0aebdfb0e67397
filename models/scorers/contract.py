"""What a scorer promises: the log-probability of texts under stated conventions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Span = tuple[int, int]
"""Where a token stands in a text: start and end (exclusive), in characters."""

Precision = Literal["fp32", "bf16"]
"""In which a model's weights and products are held; logits are normalised in fp32 or better in either."""


class ModelLoadError(Exception):
    """A model cannot be loaded; the message names it and the remedy."""


class ScorerFailedError(Exception):
    """A loaded model cannot go on, as a process that holds it has ended; the message says what is known."""


@dataclass(frozen=True)
class Convention:
    """How a text is given to a model. Those of the families add a ``name``, of which every choice is a part."""

    line_breaks: Literal["kept", "space"] = "kept"

    def prepare(self, text: str) -> str:
        """The text as the tokenizer sees it."""
        return text if self.line_breaks == "kept" else text.replace("\n", " ")


@dataclass(frozen=True, slots=True)
class TextScore:
    """The log-probabilities of the scored tokens of a text, in nats, in their order.

    ``token_ids`` are those tokens, and ``spans`` their places in the text where they were asked for.
    """

    token_log_probabilities: tuple[float, ...]
    token_ids: tuple[int, ...] = ()
    spans: tuple[Span, ...] | None = None

    @property
    def log_probability(self) -> float:
        """Their sum, added up in double precision from the first to the last."""
        return float(sum(self.token_log_probabilities))


@dataclass(frozen=True, slots=True)
class Unscored:
    """Why a text has no score: a machine-readable reason, and what was found."""

    reason: str
    detail: str


UnitScores = Mapping[str, Sequence[TextScore | Unscored]]
"""Under the name of each convention, the scores of a unit's texts in their order."""


class Scorer(Protocol):
    """A loaded model. A unit is a poem with all its texts; its scores depend on no other unit."""

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """The scores of each unit; with ``tokens``, each token's span too."""
        ...

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Tokens as the tokenizer spells them."""
        ...

    def fallbacks(self) -> Mapping[str, int]:
        """What did not go as planned since this was last asked, in words, and how often.

        What holds as long as the model is loaded counts once for each time that this is asked.
        """
        ...


class Vocabulary(Protocol):
    """The tokenizer of a model alone, asked about texts as a convention prepares them."""

    @property
    def size(self) -> int:
        """How many tokens there are."""
        ...

    def token_ids(self, text: str) -> list[int]:
        """The tokens of a text, without any that is given beside it."""
        ...

    def unknown_tokens(self, text: str) -> int:
        """How many tokens of a text are the unknown one."""
        ...
