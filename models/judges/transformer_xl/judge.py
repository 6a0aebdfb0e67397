"""A Transformer-XL as a judge: texts in, log-probabilities of words out, one text at a time on one thread."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from models.judges.contract import Convention, TextScore, Unscored
from models.judges.transformer_xl.network import TransformerXl
from models.judges.transformer_xl.tokenizer import WordTokenizer


@dataclass(frozen=True)
class LineEndConvention(Convention):
    """The model has no start token: ``<eos>``, which ended the line before in training, is given and not scored.

    Line breaks are ``kept`` as ``<eos>``, which is scored as any word, or are a ``space``, which is none.
    """

    @property
    def name(self) -> str:
        """The convention as it stands in every score row."""
        return f"eos-given+line-breaks-{self.line_breaks}"


class TransformerXlJudge:
    """A network with its vocabulary. There is no limit to the length of a text: segments remember those before."""

    def __init__(self, network: TransformerXl, tokenizer: WordTokenizer, convention: Convention) -> None:
        self._network, self._tokenizer = network, tokenizer
        self.convention = LineEndConvention(convention.line_breaks)

    def score(self, texts: Sequence[str]) -> list[TextScore | Unscored]:
        """Unscored: ``empty_text``, ``not_finite``."""
        return [self._score(text) for text in texts]

    def unknown_tokens(self, text: str) -> int:
        """How many words of a text are not in the vocabulary."""
        return self._tokenizer.encode(self.convention.prepare(text)).count(self._tokenizer.unknown)

    @torch.inference_mode()
    def _score(self, text: str) -> TextScore | Unscored:
        words = self._tokenizer.encode(self.convention.prepare(text))
        if not words:
            return Unscored("empty_text", "the tokenizer gives no token")
        given = torch.tensor([self._tokenizer.line_end, *words])
        found = self._network.log_probabilities(given, self._network.first_memory())
        if not bool(torch.isfinite(found).all()):
            return Unscored("not_finite", "a token's log-probability is no finite number")
        return TextScore(tuple(found.double().tolist()))
