"""Contextual vectors of words by a masked model (RANLP 2021, 4.3), computed on one thread.

Each distinct text is computed once, however many of its words are requested. Texts of one length in tokens are computed
together, in batches of one shape for each length, so the vectors of a text depend only on the text.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from transformers import AutoModelForMaskedLM

from versebench.models.scorers.contract import ModelLoadError, Unscored
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.masked.context import context_length
from versebench.models.scorers.masked.rows import BATCH_ROWS, BATCH_TOKENS, batches
from versebench.models.scorers.pretrained import load_pretrained
from versebench.models.scorers.threads import one_thread
from versebench.models.scorers.tokenised import Tokenised, tokenise
from versebench.models.selectors.contract import Vector, WordInText
from versebench.models.selectors.settings import MaskedSelector

_PROBE = "A river."


def load_contextual(identity: ModelIdentity, settings: MaskedSelector) -> "ContextualVectors":
    """Load a masked model: BERT, RoBERTa, DistilBERT, ModernBERT and similar models.

    Raises :class:`ModelLoadError` with the remedy.
    """
    options = LoadOptions(settings.precision, settings.device, settings.run_code_of_the_model)
    # With its head, which is not computed: published weights often lack parts of the bare model.
    model, tokenizer = load_pretrained(identity, AutoModelForMaskedLM, "a masked model", options=options)
    return ContextualVectors(model, tokenizer, settings.layer, identity.name, settings.device)


class ContextualVectors:
    """A masked model in evaluation mode with its tokenizer; ``layer`` is that of :class:`MaskedSelector`.

    The model sees a space for each line break, as most tokenizers of masked models have no token for them.
    """

    def __init__(self, model: Any, tokenizer: Any, layer: int, name: str, device: str = "cpu") -> None:
        """Raises :class:`ModelLoadError` if the tokenizer has no places of tokens, or the layer does not exist."""
        if not getattr(tokenizer, "is_fast", False):
            raise ModelLoadError(f"{name}: its tokenizer does not report where tokens are; add a tokenizer.json")
        self._encoder, self._tokenizer, self._layer, self._device = model.base_model, tokenizer, layer, device
        self._context = context_length(model)
        with one_thread(), torch.inference_mode():
            layers = len(self._forward([tokenise(tokenizer, _PROBE, added=True)])) - 1
        if not -layers - 1 <= layer <= layers:
            raise ModelLoadError(f"{name}: it has no layer {layer}; choose one from {-layers - 1} to {layers}")

    def vectors(self, words: Sequence[WordInText]) -> list[Vector | Unscored]:
        """Return for each word the mean hidden state of its tokens after the layer: float64, (hidden size,).

        Reasons of unscored words: ``longer_than_context``, ``several_tokens`` (if ``whole``), ``not_finite``.
        """
        texts = {
            text: tokenise(self._tokenizer, text.replace("\n", " "), added=True)
            for text in dict.fromkeys(word.text for word in words)
        }
        asked: dict[str, list[WordInText]] = {}
        found: dict[WordInText, Vector | Unscored] = {}
        for word in words:
            if reason := self._refusal(word, texts[word.text]):
                found[word] = reason
            else:
                asked.setdefault(word.text, []).append(word)
        read = list(asked)
        with one_thread(), torch.inference_mode():
            for places, size in batches([len(texts[text].ids) for text in read], _rows_of):
                rows = [texts[read[place]] for place in places]
                states = self._states([*rows, *[rows[0]] * (size - len(rows))])
                for place, row, hidden in zip(places, rows, states, strict=False):  # the rest fills the batch up
                    found.update((word, _vector(hidden, row, word)) for word in asked[read[place]])
        return [found[word] for word in words]

    def _refusal(self, word: WordInText, text: Tokenised) -> Unscored | None:
        if len(text.ids) > self._context:
            return Unscored("longer_than_context", f"{len(text.ids)} tokens, {self._context} fit")
        tokens = len(_tokens_of(word, text))
        if word.whole and tokens > 1:
            return Unscored("several_tokens", f"{tokens} tokens")
        return None

    def _states(self, rows: Sequence[Tokenised]) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the hidden states after the layer: (rows, tokens, hidden size)."""
        states: np.ndarray[Any, np.dtype[np.float64]] = self._forward(rows)[self._layer].double().cpu().numpy()
        return states

    def _forward(self, rows: Sequence[Tokenised]) -> Any:
        """Return the hidden states after the embeddings and each layer, for rows of one length."""
        ids = torch.tensor([row.ids for row in rows], device=self._device)
        return self._encoder(
            input_ids=ids, attention_mask=torch.ones_like(ids), output_hidden_states=True
        ).hidden_states


def _rows_of(length: int) -> int:
    return max(1, min(BATCH_ROWS, BATCH_TOKENS // length))


def _vector(hidden: np.ndarray[Any, np.dtype[np.float64]], text: Tokenised, word: WordInText) -> Vector | Unscored:
    places = _tokens_of(word, text)
    mean: Vector = hidden[places].sum(axis=0) / len(places)
    return mean if np.isfinite(mean).all() else Unscored("not_finite", "a hidden state is no finite number")


def _tokens_of(word: WordInText, text: Tokenised) -> list[int]:
    """Return the places of the tokens that contain a character of the word."""
    own = zip(text.positions, text.spans, strict=True)
    return [position for position, (first, last) in own if first < word.end and last > word.start]
