"""The packed causal judge: a poem with its corruptions is one unit, computed alone, on one thread on the CPU.

The score of a text follows from its unit alone, and from no text that comes after it in the unit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from models.judges.contract import TextScore, Unscored
from models.judges.packed.blocks import BLOCK_ROWS
from models.judges.packed.convention import PackedConvention, TokenSequence, sequences
from models.judges.packed.engine import Engine, choose_engine, plain_engine
from models.judges.packed.head import Floats
from models.judges.packed.memory import in_halves
from models.judges.packed.plain import plain_log_probabilities
from models.judges.packed.prefix_tree import packs
from models.judges.packed.threads import one_thread
from models.judges.packed.tokens import Span, TextTokenizer, TextTokens

CHECK = (
    "The kettle sang low on the hob,\nAnd the clock in the hall gave a sob;\n"
    "But nobody heard,\nNot a mouse, not a bird,\nFor the cook was asleep at her job.",
    "The kettle sang low on the hob,\nAnd the clock in the hall gave sob;\n"
    "But nobody heard,\nNot a mouse, not a bird,\nFor the cook was asleep at her job.",
    "The kettle sang low on the job,\nAnd the clock in the hall gave a sob;\n"
    "But nobody heard,\nNot a mouse, not a bird,",
)
"""The unit on which packing is checked when a model is loaded: more than one block of rows, with branches in each."""


class PackedScorerError(Exception):
    """A model cannot be scored under a convention; the message holds the remedy."""


@dataclass(frozen=True, slots=True)
class TokenScores(TextScore):
    """A score with the scored tokens: the id of each, and its span (start, end) in characters of the text."""

    token_ids: tuple[int, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Planned:
    """A text that will be computed."""

    tokens: TextTokens
    sequences: tuple[TokenSequence, ...]


class PackedScorer:
    """A causal model of transformers with its tokenizer, in the precision of its weights.

    ``halvings`` counts how often memory did not suffice and a unit's texts were halved, which may change last bits.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        convention: PackedConvention,
        *,
        plain: bool = False,
        block_rows: int = BLOCK_ROWS,
    ) -> None:
        """Checks packing against one text at a time, and goes without it where they differ (``engine.reason``).

        Raises :class:`PackedScorerError` where the convention needs a start token that the tokenizer lacks.
        """
        self._model, self._convention = model.eval(), convention
        self._tokenize = TextTokenizer(tokenizer)
        self._start = _start_token(tokenizer, convention)
        self._context = int(getattr(model.config, "max_position_embeddings", 0) or 1 << 30)
        self.halvings = 0
        with one_thread():
            self.engine: Engine = plain_engine(model) if plain else choose_engine(model, self._check(), block_rows)

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[list[TextScore | Unscored]]:
        """The scores of the texts of each unit; with ``tokens``, of :class:`TokenScores`.

        Unscored: ``empty_text``, ``no_scored_token``, ``longer_than_context``, ``not_finite``. Raises
        ``NotEnoughMemoryError`` where one text does not fit the memory.
        """
        flat = self._tokenize([text for unit in units for text in unit], self._convention, spans=tokens)
        found, first = [], 0
        with one_thread(), torch.inference_mode():
            for unit in units:
                found.append(self._score_unit(flat[first : first + len(unit)]))
                first += len(unit)
        return found

    def score(self, texts: Sequence[str]) -> list[TextScore | Unscored]:
        """The score of each text as a unit of its own, as the contract of judges asks."""
        return [score for [score] in self.score_units([[text] for text in texts])]

    def _score_unit(self, texts: Sequence[TextTokens]) -> list[TextScore | Unscored]:
        planned = [self._plan(text) for text in texts]
        chosen = [number for number, plan in enumerate(planned) if isinstance(plan, _Planned)]
        values = self._compute([plan for plan in planned if isinstance(plan, _Planned)])
        found: list[TextScore | Unscored] = [plan for plan in planned if isinstance(plan, Unscored)]
        scored = dict(zip(chosen, values, strict=True))
        unscored = iter(found)
        return [
            self._result(texts[number], scored[number]) if number in scored else next(unscored)
            for number in range(len(texts))
        ]

    def _plan(self, text: TextTokens) -> "_Planned | Unscored":
        given = int(self._start is not None)
        if not text.ids:
            return Unscored("empty_text", "the tokenizer gives no token")
        if len(text.ids) + given < 2:
            return Unscored("no_scored_token", "the text is one token, and the convention scores no first token")
        if len(text.ids) + given > self._context and self._convention.long_texts == "rejected":
            start = " and a start token" if given else ""
            return Unscored("longer_than_context", f"{len(text.ids)} tokens{start}, {self._context} fit")
        return _Planned(text, tuple(sequences(text.ids, self._start, self._context)))

    def _compute(self, texts: Sequence[_Planned]) -> list[Floats]:
        """Each text's log-probabilities: packed where its sequences can be, else by themselves."""
        found: dict[int, Floats] = {}
        longest = self.engine.longest
        fits = [longest is None or max(len(one.tokens) for one in text.sequences) <= longest for text in texts]
        for number, text in enumerate(texts):
            if not fits[number]:
                found[number] = np.concatenate([plain_log_probabilities(self._model, one) for one in text.sequences])
        packed = [number for number, fit in enumerate(fits) if fit]
        for pack in packs([texts[number].sequences for number in packed], self.engine.max_nodes):
            numbers = [packed[place] for place in pack]
            values, halved = in_halves(self._compute_pack, [texts[number].sequences for number in numbers])
            self.halvings += halved
            found.update(zip(numbers, values, strict=True))
        return [found[number] for number in range(len(texts))]

    def _compute_pack(self, texts: Sequence[tuple[TokenSequence, ...]]) -> list[Floats]:
        values = iter(self.engine.compute([sequence for text in texts for sequence in text]))
        return [_joined([next(values) for _ in text]) for text in texts]

    def _result(self, text: TextTokens, values: Floats) -> TextScore | Unscored:
        if not np.isfinite(values).all():
            return Unscored("not_finite", "a token's log-probability is no finite number")
        if text.spans is None:
            return TextScore(tuple(values.tolist()))
        skipped = len(text.ids) - len(values)
        return TokenScores(tuple(values.tolist()), tuple(text.ids[skipped:]), tuple(text.spans[skipped:]))

    def _check(self) -> list[TokenSequence]:
        texts = self._tokenize(CHECK, self._convention, spans=False)
        return [sequences(text.ids[: self._context - 1], self._start, self._context)[0] for text in texts]


def _joined(parts: Sequence[Floats]) -> Floats:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _start_token(tokenizer: Any, convention: PackedConvention) -> int | None:
    if convention.start == "absent":
        return None
    if convention.start_token is None:
        found = tokenizer.bos_token_id
        if found is None:
            raise PackedScorerError("the tokenizer has no start token; name one in the convention's start_token")
        return int(found)
    found = tokenizer.convert_tokens_to_ids(convention.start_token)
    if found is None or found == tokenizer.unk_token_id:
        raise PackedScorerError(
            f"the tokenizer knows no token {convention.start_token!r}; start_token must be one of its"
        )
    return int(found)
