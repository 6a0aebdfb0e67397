"""XLNet of Hugging Face, each text computed alone on one thread."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

import torch

from models.judges.contract import ModelLoadError, TextScore, Unscored
from models.judges.masked.tokenised import ScoredToken, Tokenised, count_unknown, tokenise
from models.judges.xlnet.convention import XlnetConvention
from models.judges.xlnet.permutation import left_to_right, targets_at, without_later, without_target

CONTEXT = 512
"""Tokens that are read at most, padding and special ones included: XLNet was trained on so many (Yang et al. 2019,
section 3.1), and has no limit of its own."""
BATCH_TOKENS = 512
"""Tokens of a batch at most, if more than one row: part of the bits of a score, so no setting."""
HEAD_ROWS = 64
"""Positions that go through the head together: with a large vocabulary, memory goes there."""
_CLS_SEGMENT = 2


class XlnetJudge:
    """An XLNet with its tokenizer, in fp32.

    A text's score depends on the text alone: no batch holds rows of two texts.
    """

    def __init__(self, model: Any, tokenizer: Any, convention: XlnetConvention, name: str) -> None:
        if not getattr(tokenizer, "is_fast", False):
            raise ModelLoadError(f"{name}: its tokenizer does not tell where tokens stand; add a tokenizer.json")
        self._model, self._tokenizer, self._convention = model.eval(), tokenizer, convention
        padding = tokenise(tokenizer, convention.prepare(convention.padding), added=False).ids
        self._before = [*padding, _special(tokenizer, convention.start_token, name, "set start_token to the other one")]
        self._after: list[int] = []
        # Nobody sees what comes after a text from left to right, so there it would be computed for nothing.
        if convention.direction == "bidirectional":
            remedy = "set sep_token and cls_token in tokenizer_config.json"
            self._after = [
                _special(tokenizer, token, name, remedy) for token in (tokenizer.sep_token, tokenizer.cls_token)
            ]
        if len(self._before) + len(self._after) >= CONTEXT:
            raise ModelLoadError(f"{name}: the padding text has {len(padding)} tokens, and {CONTEXT} fit; shorten it")

    def score(self, unit: Sequence[str]) -> list[TextScore | Unscored]:
        """Unscored: ``empty_text``, ``longer_than_context``, ``not_finite``."""
        return [
            tokens if isinstance(tokens, Unscored) else TextScore(tuple(token.log_probability for token in tokens))
            for tokens in self.score_tokens(unit)
        ]

    def score_tokens(self, unit: Sequence[str]) -> list[tuple[ScoredToken, ...] | Unscored]:
        """Each token of each text, in its order."""
        return [self._score(self._convention.prepare(text)) for text in unit]

    def unknown_tokens(self, text: str) -> int:
        """How many tokens of a text are the unknown one."""
        return count_unknown(self._tokenizer, self._convention.prepare(text))

    @torch.inference_mode()
    def _score(self, text: str) -> tuple[ScoredToken, ...] | Unscored:
        tokenised = tokenise(self._tokenizer, text, added=False)
        own, given = len(tokenised.ids), len(self._before) + len(self._after)
        if not own:
            return Unscored("empty_text", "the tokenizer gives no token")
        if own + given > CONTEXT:
            return Unscored("longer_than_context", f"{own} tokens and {given} given ones, {CONTEXT} fit")
        found = [value for chunk in self._log_probabilities(tokenised) for value in chunk]
        if not all(map(isfinite, found)):
            return Unscored("not_finite", "a token's log-probability is no finite number")
        tokens = zip(tokenised.ids, tokenised.spans, found, strict=True)
        return tuple(ScoredToken(token, start, end, value) for token, (start, end), value in tokens)

    def _log_probabilities(self, text: Tokenised) -> Iterator[list[float]]:
        """Of the tokens of a text in their order, in nats, some at a time."""
        ids = torch.tensor([[*self._before, *text.ids, *self._after]])
        first = len(self._before)
        for places, hidden in self._hidden(ids, range(first, first + len(text.ids))):
            for start in range(0, len(places), HEAD_ROWS):
                logits = self._model.lm_loss(hidden[start : start + HEAD_ROWS]).float()
                tokens = ids[0, places[start : start + HEAD_ROWS]]
                yield torch.log_softmax(logits, dim=-1).gather(1, tokens[:, None])[:, 0].double().tolist()

    def _hidden(self, ids: torch.Tensor, places: Sequence[int]) -> Iterator[tuple[Sequence[int], torch.Tensor]]:
        """What predicts the tokens at ``places``: fp32 (places, width), as many places at a time as a forward gives."""
        length = ids.shape[1]
        if self._convention.direction == "causal":
            yield places, self._forward(ids, left_to_right(length, places[0]), targets_at(length, places)[None])[0]
            return
        mask = without_target if self._convention.direction == "bidirectional" else without_later
        size = max(1, BATCH_TOKENS // length)
        for start in range(0, len(places), size):
            some = places[start : start + size]
            rows = ids.expand(len(some), -1)
            yield some, self._forward(rows, mask(length, some), targets_at(length, some)[:, None])[:, 0]

    def _forward(self, ids: torch.Tensor, mask: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        segments = torch.zeros_like(ids)
        if self._after:
            segments[:, -1] = _CLS_SEGMENT
        output = self._model.transformer(
            input_ids=ids, perm_mask=mask, target_mapping=targets, token_type_ids=segments, use_mems=False
        )
        hidden: torch.Tensor = output.last_hidden_state
        return hidden


def _special(tokenizer: Any, token: str | None, name: str, remedy: str) -> int:
    """The id of a special token. Raises :class:`ModelLoadError` with the remedy."""
    vocabulary = tokenizer.get_vocab()
    if token not in vocabulary:
        raise ModelLoadError(f"{name}: its tokenizer has no {token or 'token for <sep> or <cls>'}; {remedy}")
    return int(vocabulary[token])
