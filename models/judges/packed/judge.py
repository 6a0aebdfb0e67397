"""The packed scorer as a judge of one convention, and its tokenizer alone."""

from collections.abc import Sequence
from typing import Any

from models.judges.contract import UnitScores
from models.judges.packed.convention import PackedConvention
from models.judges.packed.scorer import PackedScorer


class CausalVocabulary:
    """The tokenizer of a causal model."""

    def __init__(self, tokenizer: Any, convention: PackedConvention) -> None:
        self._tokenizer, self._convention = tokenizer, convention

    def unknown_tokens(self, text: str) -> int:
        """How many tokens of a text are the unknown one: none for byte-level tokenizers.

        GPT-2's names its start token as the unknown one, which no text is cut into.
        """
        ids = self._tokenizer(
            self._convention.prepare(text), add_special_tokens=False, split_special_tokens=True, verbose=False
        )["input_ids"]
        return int(ids.count(self._tokenizer.unk_token_id))

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Tokens as the tokenizer spells them."""
        found: list[str] = self._tokenizer.convert_ids_to_tokens(list(token_ids))
        return found


class CausalJudge(CausalVocabulary):
    """A causal model under one convention."""

    def __init__(self, scorer: PackedScorer, tokenizer: Any, convention: PackedConvention) -> None:
        super().__init__(tokenizer, convention)
        self.scorer = scorer

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Unscored: ``empty_text``, ``no_scored_token``, ``longer_than_context``, ``not_finite``.

        Raises ``NotEnoughMemoryError`` where one text does not fit the memory.
        """
        name = self._convention.name
        return [{name: scores} for scores in self.scorer.score_units(units, tokens=tokens)]
