"""A module of another package: a family of scorers that know how often each letter occurs, and a reduction."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from versebench.models.scorers.contract import ModelLoadError, Scorer, TextScore, UnitScores, Vocabulary
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.metrics import Side, metric
from versebench.models.scorers.registry import scorer
from versebench.models.scorers.settings import ScorerSettings

LETTERS = "config.json"


@metric("per_root", "Per root", "the sum over the square root of the number of tokens", divides_by="tokens")
def per_root(side: Side) -> np.ndarray:
    """The log-probability over the square root of the number of tokens."""
    result: np.ndarray = side["log_probability"] / np.sqrt(side["tokens"])
    return result


@dataclass(frozen=True)
class LetterScorer:
    """Log-probabilities of the letters of a text, each by itself, as a scorer and as a vocabulary."""

    shares: Mapping[str, float]

    @property
    def size(self) -> int:
        return len(self.shares)

    def token_ids(self, text: str) -> list[int]:
        return [ord(letter) for letter in text if letter in self.shares]

    def unknown_tokens(self, text: str) -> int:
        return sum(letter not in self.shares for letter in text)

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        return [{"letters": [self._score(text, tokens) for text in texts]} for texts in units]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        return [chr(number) for number in token_ids]

    def fallbacks(self) -> Mapping[str, int]:
        return {}

    def _score(self, text: str, tokens: bool) -> TextScore:
        places = [place for place, letter in enumerate(text) if letter in self.shares]
        return TextScore(
            tuple(math.log(self.shares[text[place]]) for place in places),
            tuple(ord(text[place]) for place in places),
            tuple((place, place + 1) for place in places) if tokens else None,
        )


@scorer
class Letters(ScorerSettings):
    """How often each letter occurs."""

    title: ClassVar[str] = "Letters"
    family: Literal["letters"] = Field(description="A model of single letters.")
    precision: Literal["fp32"] = Field("fp32", description="The one precision that there is.")

    @property
    def conventions(self) -> tuple[str, ...]:
        return ("letters",)

    def load(self, identity: ModelIdentity, options: LoadOptions) -> Scorer:
        return _read(identity)

    def vocabulary(self, identity: ModelIdentity) -> Vocabulary:
        return _read(identity)


def _read(identity: ModelIdentity) -> LetterScorer:
    try:
        return LetterScorer(json.loads((Path(identity.location) / LETTERS).read_text()))
    except FileNotFoundError:
        raise ModelLoadError(f"{identity.name} has no {LETTERS}; write one") from None
