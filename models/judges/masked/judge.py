"""Masked models of Hugging Face: pseudo-log-likelihoods, computed unit by unit on one thread."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np
import torch

from models.judges.contract import ModelLoadError, TextScore, Unscored
from models.judges.masked.context import context_length
from models.judges.masked.convention import Kind, MaskedConvention
from models.judges.masked.head import full_log_probabilities, gathered_log_probabilities, why_not_gathered
from models.judges.masked.rows import UnitRows, batches, row_ids, unit_rows
from models.judges.masked.tokenised import ScoredToken, Tokenised, count_unknown, tokenise

_PROBE = "A river is rain with a plan; the sea is where all of it ran."


class MaskedJudge:
    """A masked model with its tokenizer, in fp32.

    A unit is a poem with all its corruptions: they share masked rows, and no batch holds rows of two units. All
    batches of one row length have one shape, so texts that come last change no bit of those before.
    ``full_forward_because`` is None, or why the head is computed at every position, which costs time alone.
    """

    def __init__(self, model: Any, tokenizer: Any, convention: MaskedConvention, name: str) -> None:
        if tokenizer.mask_token_id is None:
            raise ModelLoadError(f"{name}: its tokenizer has no mask token; set mask_token in tokenizer_config.json")
        if not getattr(tokenizer, "is_fast", False):
            raise ModelLoadError(f"{name}: its tokenizer does not tell where tokens stand; add a tokenizer.json")
        self._model, self._tokenizer, self._convention = model.eval(), tokenizer, convention
        self._mask, self._context = int(tokenizer.mask_token_id), context_length(model)
        probe = tokenise(tokenizer, _PROBE, added=True)
        if len(probe.ids) == len(probe.positions):
            raise ModelLoadError(
                f"{name}: its tokenizer puts no special tokens around a text, and masked models are trained with "
                "them; add a post-processor to tokenizer.json"
            )
        ids = torch.tensor(probe.ids[: self._context])
        self.full_forward_because = why_not_gathered(self._model, ids, self._mask)

    def score(self, unit: Sequence[str]) -> list[TextScore | Unscored]:
        """Unscored: ``empty_text``, ``longer_than_context``, ``not_finite``."""
        return self.score_kinds(unit, [self._convention.kind])[self._convention.kind]

    def score_kinds(self, unit: Sequence[str], kinds: Sequence[Kind]) -> dict[Kind, list[TextScore | Unscored]]:
        """The scores of several kinds, with rows that they have in common computed once."""
        found = self._score(unit, kinds)
        return {kind: [_text_score(tokens) for tokens in found[kind]] for kind in kinds}

    def score_tokens(self, unit: Sequence[str]) -> list[tuple[ScoredToken, ...] | Unscored]:
        """Each token of each text, in its order."""
        return self._score(unit, [self._convention.kind])[self._convention.kind]

    def unknown_tokens(self, text: str) -> int:
        """How many tokens of a text are the unknown one."""
        return count_unknown(self._tokenizer, self._convention.prepare(text))

    @torch.inference_mode()
    def _score(
        self, unit: Sequence[str], kinds: Sequence[Kind]
    ) -> dict[Kind, list[tuple[ScoredToken, ...] | Unscored]]:
        texts = [self._tokenise(self._convention.prepare(text)) for text in unit]
        scored = [text for text in texts if isinstance(text, Tokenised)]
        rows = unit_rows(scored, kinds, self._mask)
        values = self._log_probabilities(scored, rows)
        return {
            kind: _in_place(texts, [_tokens(text, rows, values, (i, kind)) for i, text in enumerate(scored)])
            for kind in kinds
        }

    def _tokenise(self, text: str) -> Tokenised | Unscored:
        tokenised = tokenise(self._tokenizer, text, added=True)
        own, added = len(tokenised.positions), len(tokenised.ids) - len(tokenised.positions)
        if not own:
            return Unscored("empty_text", "the tokenizer gives no token")
        if own + added > self._context:
            return Unscored("longer_than_context", f"{own} tokens and {added} special ones, {self._context} fit")
        return tokenised

    def _log_probabilities(self, texts: Sequence[Tokenised], unit: UnitRows) -> list[float]:
        """Of each target of a unit, in nats."""
        forward = gathered_log_probabilities if self.full_forward_because is None else full_log_probabilities
        targets_of: list[list[int]] = [[] for _ in unit.rows]
        for number, target in enumerate(unit.targets):
            targets_of[target.row].append(number)
        values = [float("nan")] * len(unit.targets)
        for places, size in batches([len(texts[row.text].ids) for row in unit.rows]):
            rows = [unit.rows[place] for place in places]
            rows += [rows[0]] * (size - len(rows))
            ids = torch.from_numpy(np.stack([row_ids(row, texts[row.text], self._mask) for row in rows]))
            found = forward(self._model, ids, torch.tensor([row.start for row in rows]))
            asked = [(slot, number) for slot, place in enumerate(places) for number in targets_of[place]]
            tokens = [unit.targets[number].token for _, number in asked]
            chosen = found[[slot for slot, _ in asked], tokens].double().tolist()
            for (_, number), value in zip(asked, chosen, strict=True):
                values[number] = value
        return values


def _tokens(
    text: Tokenised, rows: UnitRows, values: Sequence[float], key: tuple[int, Kind]
) -> tuple[ScoredToken, ...] | Unscored:
    found = [values[target] for target in rows.wanted[key]]
    if not all(map(isfinite, found)):
        return Unscored("not_finite", "a token's log-probability is no finite number")
    places = zip(text.positions, text.spans, found, strict=True)
    return tuple(ScoredToken(text.ids[position], start, end, value) for position, (start, end), value in places)


def _text_score(tokens: tuple[ScoredToken, ...] | Unscored) -> TextScore | Unscored:
    return tokens if isinstance(tokens, Unscored) else TextScore(tuple(token.log_probability for token in tokens))


def _in_place(
    texts: Sequence[Tokenised | Unscored], scored: Sequence[tuple[ScoredToken, ...] | Unscored]
) -> list[tuple[ScoredToken, ...] | Unscored]:
    """The scored texts among those without a score."""
    remaining = iter(scored)
    return [text if isinstance(text, Unscored) else next(remaining) for text in texts]
