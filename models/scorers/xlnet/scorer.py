"""Scores with a Hugging Face XLNet, each text alone, on one thread on the CPU."""

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from versebench.models.scorers.contract import ModelLoadError, TextScore, UnitScores, Unscored
from versebench.models.scorers.fallbacks import Halvings
from versebench.models.scorers.memory import in_halves
from versebench.models.scorers.threads import one_thread
from versebench.models.scorers.tokenised import Tokenised, text_score, tokenise
from versebench.models.scorers.xlnet.convention import Direction, XlnetConvention
from versebench.models.scorers.xlnet.given import CONTEXT, Given, given_tokens
from versebench.models.scorers.xlnet.permutation import left_to_right, targets_at, without_later, without_target

BATCH_TOKENS = 512
"""Tokens of a batch at most, if more than one row: part of the bits of a score, so no setting."""
_CLS_SEGMENT = 2


class XlnetScorer:
    """An XLNet in evaluation mode with its tokenizer, in fp32.

    A text's score depends on the text alone: no batch mixes texts. ``halvings`` counts how often memory ran out and
    a batch was halved, which may change last bits.
    """

    def __init__(
        self, model: Any, tokenizer: Any, conventions: Sequence[XlnetConvention], name: str, device: str = "cpu"
    ) -> None:
        """Raises :class:`ModelLoadError` for an unsuitable tokenizer or padding text."""
        if not getattr(tokenizer, "is_fast", False):
            raise ModelLoadError(f"{name}: its tokenizer does not report where tokens are; add a tokenizer.json")
        self._model, self._tokenizer, self._device = model, tokenizer, device
        self._given = {convention: given_tokens(tokenizer, convention, name) for convention in conventions}
        self.halvings = Halvings()

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Return the scores of each unit.

        Reasons of unscored texts: ``empty_text``, ``longer_than_context``, ``not_finite``. Raises
        ``NotEnoughMemoryError`` if one row does not fit in memory.
        """
        with one_thread(), torch.inference_mode():
            return [
                {
                    convention.name: [self._score(convention, given, text, tokens) for text in unit]
                    for convention, given in self._given.items()
                }
                for unit in units
            ]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return tokens as the tokenizer spells them."""
        found: list[str] = self._tokenizer.convert_ids_to_tokens(list(token_ids))
        return found

    def fallbacks(self) -> dict[str, int]:
        """Return the halvings since the last call."""
        return self.halvings.take()

    def _score(self, convention: XlnetConvention, given: Given, text: str, spans: bool) -> TextScore | Unscored:
        tokenised = tokenise(self._tokenizer, convention.prepare(text), added=False)
        own = len(tokenised.ids)
        if not own:
            return Unscored("empty_text", "the tokenizer gives no token")
        if own + len(given) > CONTEXT:
            return Unscored("longer_than_context", f"{own} tokens and {len(given)} given ones, {CONTEXT} fit")
        return text_score(tokenised, self._log_probabilities(convention.direction, given, tokenised), spans=spans)

    def _log_probabilities(self, direction: Direction, given: Given, text: Tokenised) -> list[float]:
        """Of the tokens of a text in their order, in nats."""
        ids = torch.tensor([[*given.before, *text.ids, *given.after]])
        first, length = len(given.before), ids.shape[1]
        places = range(first, first + len(text.ids))
        found = []
        for some in _batches(direction, places, length):
            values, halved = in_halves(lambda part: self._compute(direction, ids, first, part), some)
            self.halvings.add(halved)
            found += values
        return found

    def _compute(self, direction: Direction, ids: torch.Tensor, first: int, places: Sequence[int]) -> list[float]:
        """Of the tokens at some places of ``ids``, (1, length), in nats; a text's own begin at ``first``."""
        length, segments = ids.shape[1], torch.zeros_like(ids)
        if direction == "causal":  # one row with a target for each place
            mask, targets = left_to_right(length, first), targets_at(length, places)[None]
        else:  # a row for each place
            hidden = without_target if direction == "bidirectional" else without_later
            mask, targets = hidden(length, places), targets_at(length, places)[:, None]
        if direction == "bidirectional":
            segments[:, -1] = _CLS_SEGMENT
        logits = self._model(
            input_ids=ids.expand(len(mask), -1).to(self._device),
            perm_mask=mask.to(self._device),
            target_mapping=targets.to(self._device),
            token_type_ids=segments.expand(len(mask), -1).to(self._device),
            use_mems=False,
        ).logits
        tokens = ids[0, places].to(self._device)
        normalised = torch.log_softmax(logits.flatten(0, 1).float(), dim=-1)
        values: list[float] = normalised.gather(1, tokens[:, None])[:, 0].double().tolist()
        return values


def _batches(direction: Direction, places: Sequence[int], length: int) -> Iterator[Sequence[int]]:
    """Places whose tokens one forward predicts: all from left to right, else as many as there are rows in a batch."""
    size = len(places) if direction == "causal" else max(1, BATCH_TOKENS // length)
    for start in range(0, len(places), size):
        yield places[start : start + size]
