"""Masked models of Hugging Face: pseudo-log-likelihoods, computed unit by unit, on one thread on the CPU."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from versebench.models.scorers.contract import ModelLoadError, TextScore, UnitScores, Unscored
from versebench.models.scorers.fallbacks import Halvings, lasting
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.masked.context import context_length
from versebench.models.scorers.masked.convention import MaskedConvention
from versebench.models.scorers.masked.head import full_log_probabilities, gathered_log_probabilities, why_not_gathered
from versebench.models.scorers.masked.rows import MaskedRow, UnitRows, batch_rows, batches, row_ids, unit_rows
from versebench.models.scorers.memory import in_halves
from versebench.models.scorers.threads import one_thread
from versebench.models.scorers.tokenised import Tokenised, text_score, tokenise
from versebench.models.scorers.wrapped import unwrapped

_PROBE = "A river is rain with a plan; the sea is where all of it ran."

_Asked = tuple[MaskedRow, tuple[int, ...]]
"""A row, and the tokens whose log-probabilities it is asked for."""


class MaskedScorer:
    """A masked model in evaluation mode with its tokenizer; ``options`` sets precision and device.

    A unit is a poem with all its corruptions. They share masked rows, and no batch mixes units. All
    batches of one row length have one shape, so texts that come last change no bit of those before.
    ``full_forward_because`` is None, or why the head is computed at every position, which only costs time.
    ``halvings`` counts how often memory ran out and a batch was halved, which may change last bits.
    """

    def __init__(
        self, model: Any, tokenizer: Any, conventions: Sequence[MaskedConvention], name: str, options: LoadOptions
    ) -> None:
        """Raises :class:`ModelLoadError` for an unsuitable tokenizer, and ``ValueError`` unless all conventions
        treat line breaks alike.
        """
        if len({convention.line_breaks for convention in conventions}) != 1:
            raise ValueError("the conventions of one scorer must treat line breaks alike, because they share rows")
        if tokenizer.mask_token_id is None:
            raise ModelLoadError(f"{name}: its tokenizer has no mask token; set mask_token in tokenizer_config.json")
        if not getattr(tokenizer, "is_fast", False):
            raise ModelLoadError(f"{name}: its tokenizer does not report where tokens are; add a tokenizer.json")
        self._model, self._tokenizer, self._conventions = model, tokenizer, tuple(conventions)
        self._device, self._vocabulary = options.device, len(tokenizer)
        self._mask, self._context = int(tokenizer.mask_token_id), context_length(unwrapped(model))
        self.halvings = Halvings()
        probe = tokenise(tokenizer, _PROBE, added=True)
        if len(probe.ids) == len(probe.positions):
            raise ModelLoadError(
                f"{name}: its tokenizer puts no special tokens around a text, but masked models are trained with "
                "them; add a post-processor to tokenizer.json"
            )
        ids = torch.tensor(probe.ids[: self._context], device=self._device)
        with one_thread():
            self.full_forward_because = why_not_gathered(model, ids, self._mask, options.precision)

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Return the scores of each unit, computing rows that conventions share once.

        Reasons of unscored texts: ``empty_text``, ``longer_than_context``, ``not_finite``. Raises
        ``NotEnoughMemoryError`` if one row does not fit in memory.
        """
        with one_thread(), torch.inference_mode():
            return [self._score_unit(unit, tokens) for unit in units]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return tokens as the tokenizer spells them."""
        pieces: list[str] = self._tokenizer.convert_ids_to_tokens(list(token_ids))
        return pieces

    def fallbacks(self) -> dict[str, int]:
        """Return a head computed at every position, and halvings since the last call."""
        because = self.full_forward_because
        slower = None if because is None else f"head computed at every position ({because})"
        return {**lasting([slower]), **self.halvings.take()}

    def _score_unit(self, unit: Sequence[str], spans: bool) -> UnitScores:
        texts = [self._tokenise(self._conventions[0].prepare(text)) for text in unit]
        read = [text for text in texts if isinstance(text, Tokenised)]
        rows = unit_rows(read, [convention.kind for convention in self._conventions], self._mask)
        values = self._log_probabilities(read, rows)
        found: dict[str, list[TextScore | Unscored]] = {}
        for convention in self._conventions:
            wanted = [[values[target] for target in rows.wanted[i, convention.kind]] for i in range(len(read))]
            scores = iter([text_score(*one, spans=spans) for one in zip(read, wanted, strict=True)])
            found[convention.name] = [text if isinstance(text, Unscored) else next(scores) for text in texts]
        return found

    def _tokenise(self, text: str) -> Tokenised | Unscored:
        tokenised = tokenise(self._tokenizer, text, added=True)
        own, added = len(tokenised.positions), len(tokenised.ids) - len(tokenised.positions)
        if not own:
            return Unscored("empty_text", "the tokenizer gives no token")
        if own + added > self._context:
            return Unscored("longer_than_context", f"{own} tokens and {added} special ones, {self._context} fit")
        return tokenised

    def _log_probabilities(self, texts: Sequence[Tokenised], unit: UnitRows) -> list[float]:
        """Return the log-probability of each target of a unit, in nats."""
        targets_of: list[list[int]] = [[] for _ in unit.rows]
        for number, target in enumerate(unit.targets):
            targets_of[target.row].append(number)
        values = [float("nan")] * len(unit.targets)
        for places, size in batches([len(texts[row.text].ids) for row in unit.rows], self._rows_of):
            asked: list[_Asked] = [
                (unit.rows[place], tuple(unit.targets[number].token for number in targets_of[place]))
                for place in places
            ]
            asked += [(unit.rows[places[0]], ())] * (size - len(places))
            found, halved = in_halves(lambda some: self._compute(texts, some), asked)
            self.halvings.add(halved)
            for place, answers in zip(places, found, strict=False):  # ignore the padding of the batch
                for number, value in zip(targets_of[place], answers, strict=True):
                    values[number] = value
        return values

    def _rows_of(self, length: int) -> int:
        positions = 1 if self.full_forward_because is None else length
        return batch_rows(length, positions * self._vocabulary)

    def _compute(self, texts: Sequence[Tokenised], asked: Sequence[_Asked]) -> list[list[float]]:
        """For each of some rows of one length, the log-probabilities that it is asked for, in nats."""
        forward = gathered_log_probabilities if self.full_forward_because is None else full_log_probabilities
        ids = torch.from_numpy(np.stack([row_ids(row, texts[row.text], self._mask) for row, _ in asked]))
        positions = torch.tensor([row.start for row, _ in asked])
        found = forward(self._model, ids.to(self._device), positions.to(self._device))
        slots = [slot for slot, (_, tokens) in enumerate(asked) for _ in tokens]
        values = iter(found[slots, [token for _, tokens in asked for token in tokens]].double().tolist())
        return [[next(values) for _ in tokens] for _, tokens in asked]
