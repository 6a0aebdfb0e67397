"""A Transformer-XL as a scorer: texts in, log-probabilities of words out, one text at a time on one thread."""

from collections.abc import Sequence

import torch

from versebench.models.scorers.contract import TextScore, UnitScores, Unscored
from versebench.models.scorers.threads import one_thread
from versebench.models.scorers.transformer_xl.convention import LineEndConvention
from versebench.models.scorers.transformer_xl.network import TransformerXl
from versebench.models.scorers.transformer_xl.spans import text_spans
from versebench.models.scorers.transformer_xl.tokenizer import WordTokenizer


class TransformerXlScorer:
    """A network with its vocabulary. There is no limit to the length of a text: segments remember those before."""

    def __init__(self, network: TransformerXl, tokenizer: WordTokenizer, convention: LineEndConvention) -> None:
        self._network, self._tokenizer, self._convention = network, tokenizer, convention

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Return the scores of each unit. Reasons of unscored texts: ``empty_text``, ``not_finite``."""
        with one_thread(), torch.inference_mode():
            return [{self._convention.name: [self._score(text, tokens) for text in unit]} for unit in units]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return the words as the vocabulary spells them."""
        return [self._tokenizer.words[number] for number in token_ids]

    def fallbacks(self) -> dict[str, int]:
        """Return no fallbacks: texts are computed one at a time, as planned."""
        return {}

    def _score(self, text: str, spans: bool) -> TextScore | Unscored:
        prepared = self._convention.prepare(text)
        words = self._tokenizer.encode(prepared)
        if not words:
            return Unscored("empty_text", "the tokenizer gives no token")
        given = torch.tensor([self._tokenizer.line_end, *words])
        found = self._network.log_probabilities(given, self._network.first_memory())
        if not bool(torch.isfinite(found).all()):
            return Unscored("not_finite", "a token's log-probability is no finite number")
        places = tuple(text_spans(prepared, lower_case=self._tokenizer.lower_case)) if spans else None
        return TextScore(tuple(found.double().tolist()), tuple(words), places)
