"""What a judge promises: the log-probability of texts under a stated convention."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol


class ModelLoadError(Exception):
    """A model cannot be loaded; the message names it and the remedy."""


@dataclass(frozen=True)
class Convention:
    """How a text is given to a model. The start token is given and neither scored nor counted (JCLS 2022, figure 3)."""

    line_breaks: Literal["kept", "space"] = "kept"

    @property
    def name(self) -> str:
        """The convention as it stands in every score row."""
        return f"bos-given+line-breaks-{self.line_breaks}"

    def prepare(self, text: str) -> str:
        """The text as the tokenizer sees it."""
        return text if self.line_breaks == "kept" else text.replace("\n", " ")


@dataclass(frozen=True, slots=True)
class TextScore:
    """The log-probabilities of the scored tokens of a text, in nats, in their order."""

    token_log_probabilities: tuple[float, ...]

    @property
    def log_probability(self) -> float:
        """Their sum, added up in double precision from the first to the last."""
        return float(sum(self.token_log_probabilities))


@dataclass(frozen=True, slots=True)
class Unscored:
    """Why a text has no score: a machine-readable reason, and what was found."""

    reason: str
    detail: str


class Judge(Protocol):
    """A loaded model."""

    def score(self, texts: Sequence[str]) -> list[TextScore | Unscored]:
        """The score of each text: the same whatever other texts come with it."""
        ...
