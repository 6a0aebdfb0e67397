"""The packed causal scorer, on one thread on the CPU.

The score of a text depends only on the text, bit by bit (:mod:`versebench.models.scorers.packed.blocks`). Common
beginnings of a poem's texts are computed once, and several poems fill a block together; both save time and change no
score. If the check at load time fails, each poem with its texts is computed separately.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from versebench.models.scorers.contract import TextScore, Unscored
from versebench.models.scorers.fallbacks import Halvings, lasting
from versebench.models.scorers.memory import in_halves
from versebench.models.scorers.packed.blocks import BLOCK_ROWS
from versebench.models.scorers.packed.convention import PackedConvention, TokenSequence, sequences
from versebench.models.scorers.packed.engine import Engine, choose_engine, plain_engine
from versebench.models.scorers.packed.head import Floats
from versebench.models.scorers.packed.plain import plain_log_probabilities
from versebench.models.scorers.packed.prefix_tree import packs
from versebench.models.scorers.packed.tokens import TextTokenizer, TextTokens
from versebench.models.scorers.threads import one_thread

CHECK = (
    "The kettle sang low on the hob,\nAnd the clock in the hall gave a sob;\n"
    "But nobody heard,\nNot a mouse, not a bird,\nFor the cook was asleep at her job.",
    "The kettle sang low on the hob,\nAnd the clock in the hall gave sob;\n"
    "But nobody heard,\nNot a mouse, not a bird,\nFor the cook was asleep at her job.",
    "The kettle sang low on the job,\nAnd the clock in the hall gave a sob;\n"
    "But nobody heard,\nNot a mouse, not a bird,",
)
"""With :func:`_checks`, the texts that check packing at load time: more than one block, with branches in each."""


class PackedScorerError(Exception):
    """A model cannot be scored under a convention; the message states the remedy."""


@dataclass(frozen=True, slots=True)
class _Planned:
    """A text that will be computed."""

    tokens: TextTokens
    sequences: tuple[TokenSequence, ...]


class PackedScorer:
    """A causal model of transformers with its tokenizer, in the precision of its weights.

    ``halvings`` counts how often memory ran out and texts were halved, which only costs time.
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
        """Check packing against one text at a time, and do without it if they differ (``engine.reason``).

        Raises :class:`PackedScorerError` if the convention needs a start token that the tokenizer lacks.
        """
        self._model, self._convention = model.eval(), convention
        self._tokenize = TextTokenizer(tokenizer)
        self._start = _start_token(tokenizer, convention)
        self._context = int(getattr(model.config, "max_position_embeddings", 0) or 1 << 30)
        self.halvings = Halvings()
        with one_thread():
            self.engine: Engine = plain_engine(model) if plain else choose_engine(model, self._check(), block_rows)

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[list[TextScore | Unscored]]:
        """Return the scores of the texts of each unit; with ``tokens``, also each token's span.

        Reasons of unscored texts: ``empty_text``, ``no_scored_token``, ``longer_than_context``, ``not_finite``. Raises
        ``NotEnoughMemoryError`` if one text does not fit in memory.
        """
        flat = self._tokenize([text for unit in units for text in unit], self._convention, spans=tokens)
        with one_thread(), torch.inference_mode():
            if self.engine.mixes:
                scores = self._score(flat)
                return [[next(scores) for _ in unit] for unit in units]
            texts = iter(flat)
            return [list(self._score([next(texts) for _ in unit])) for unit in units]

    def fallbacks(self) -> dict[str, int]:
        """Return an engine other than planned, and halvings since the last call."""
        return {**lasting(self.engine.fallbacks), **self.halvings.take()}

    def _score(self, texts: Sequence[TextTokens]) -> Iterator[TextScore | Unscored]:
        plans = [self._plan(text) for text in texts]
        values = iter(self._compute([plan for plan in plans if isinstance(plan, _Planned)]))
        for plan in plans:
            yield plan if isinstance(plan, Unscored) else self._result(plan.tokens, next(values))

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
        """Return each text's log-probabilities: packed if its sequences fit, else computed alone."""
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
            self.halvings.add(halved)
            found.update(zip(numbers, values, strict=True))
        return [found[number] for number in range(len(texts))]

    def _compute_pack(self, texts: Sequence[tuple[TokenSequence, ...]]) -> list[Floats]:
        values = iter(self.engine.compute([sequence for text in texts for sequence in text]))
        return [_joined([next(values) for _ in text]) for text in texts]

    def _result(self, text: TextTokens, values: Floats) -> TextScore | Unscored:
        if not np.isfinite(values).all():
            return Unscored("not_finite", "a token's log-probability is no finite number")
        skipped = len(text.ids) - len(values)
        spans = None if text.spans is None else tuple(text.spans[skipped:])
        return TextScore(tuple(values.tolist()), tuple(text.ids[skipped:]), spans)

    def _check(self) -> list[TokenSequence]:
        texts = self._tokenize(list(_checks()), self._convention, spans=False)
        return [sequences(text.ids[: self._context - 1], self._start, self._context)[0] for text in texts]


def _checks() -> Iterator[str]:
    yield from CHECK
    words = CHECK[0].split(" ")
    for place in range(1, len(words), 2):
        yield " ".join(words[:place] + words[place + 1 :])


def _joined(parts: Sequence[Floats]) -> Floats:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _start_token(tokenizer: Any, convention: PackedConvention) -> int | None:
    if convention.start == "absent":
        return None
    if convention.start_token is None:
        found = tokenizer.bos_token_id
        if found is None:
            raise PackedScorerError("the tokenizer has no start token; set start_token")
        return int(found)
    found = tokenizer.convert_tokens_to_ids(convention.start_token)
    if found is None or (found == tokenizer.unk_token_id and convention.start_token != tokenizer.unk_token):
        raise PackedScorerError(
            f"the tokenizer has no token {convention.start_token!r}; set start_token to one of its tokens"
        )
    return int(found)
