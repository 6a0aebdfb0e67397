"""The packed scorer as a scorer of one convention."""

from collections.abc import Sequence
from typing import Any

from versebench.models.scorers.contract import UnitScores
from versebench.models.scorers.packed.scorer import PackedScorer


class CausalScorer:
    """A causal model under one convention."""

    def __init__(self, scorer: PackedScorer, tokenizer: Any, convention: str) -> None:
        self.scorer, self._tokenizer, self._convention = scorer, tokenizer, convention

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Unscored: ``empty_text``, ``no_scored_token``, ``longer_than_context``, ``not_finite``.

        Raises ``NotEnoughMemoryError`` where one text does not fit the memory.
        """
        return [{self._convention: scores} for scores in self.scorer.score_units(units, tokens=tokens)]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Tokens as the tokenizer spells them."""
        found: list[str] = self._tokenizer.convert_ids_to_tokens(list(token_ids))
        return found

    def fallbacks(self) -> dict[str, int]:
        """Another engine than planned, and halvings since this was last asked."""
        return self.scorer.fallbacks()
