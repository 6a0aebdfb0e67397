"""The packed scorer behind the contract of scorers, under one convention."""

from collections.abc import Sequence
from typing import Any

from versebench.models.scorers.contract import UnitScores
from versebench.models.scorers.packed.scorer import PackedScorer


class CausalScorer:
    """A causal model under one convention."""

    def __init__(self, scorer: PackedScorer, tokenizer: Any, convention: str) -> None:
        self.scorer, self._tokenizer, self._convention = scorer, tokenizer, convention

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Return the scores of each unit.

        Reasons of unscored texts: ``empty_text``, ``no_scored_token``, ``longer_than_context``, ``not_finite``.

        Raises ``NotEnoughMemoryError`` if one text does not fit in memory.
        """
        return [{self._convention: scores} for scores in self.scorer.score_units(units, tokens=tokens)]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return tokens as the tokenizer spells them."""
        pieces: list[str] = self._tokenizer.convert_ids_to_tokens(list(token_ids))
        return pieces

    def fallbacks(self) -> dict[str, int]:
        """Return an engine other than planned, and halvings since the last call."""
        return self.scorer.fallbacks()
