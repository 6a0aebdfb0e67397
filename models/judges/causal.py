"""Causal language models of Hugging Face, scored one text at a time on one thread.

A text is computed alone, so that its score has the same bits whatever stands beside it in the run.
"""

from collections.abc import Sequence
from typing import Any

import torch
from transformers import AutoModelForCausalLM

from models.judges.contract import Convention, ModelLoadError, TextScore, Unscored
from models.judges.identity import ModelIdentity
from models.judges.pretrained import load_pretrained


class CausalJudge:
    """A causal model with its tokenizer, in fp32."""

    def __init__(self, model: Any, tokenizer: Any, convention: Convention, name: str) -> None:
        if tokenizer.bos_token_id is None:
            raise ModelLoadError(f"{name}: its tokenizer has no start token; set bos_token in tokenizer_config.json")
        self._model, self._tokenizer, self._convention = model.eval(), tokenizer, convention
        self._context = int(getattr(model.config, "max_position_embeddings", 0) or 1 << 30)

    def score(self, texts: Sequence[str]) -> list[TextScore | Unscored]:
        """Unscored: ``empty_text``, ``longer_than_context``, ``not_finite``."""
        return [self._score(self._convention.prepare(text)) for text in texts]

    @torch.inference_mode()
    def _score(self, text: str) -> TextScore | Unscored:
        # A text that spells out <|endoftext|> is a text, and no start token.
        tokens = self._tokenizer(text, add_special_tokens=False, split_special_tokens=True)["input_ids"]
        if not tokens:
            return Unscored("empty_text", "the tokenizer gives no token")
        if len(tokens) + 1 > self._context:
            return Unscored("longer_than_context", f"{len(tokens)} tokens and a start token, {self._context} fit")
        ids = torch.tensor([[self._tokenizer.bos_token_id, *tokens]])
        logits = self._model(input_ids=ids, use_cache=False).logits[0, :-1].float()
        chosen = torch.log_softmax(logits, dim=-1).gather(1, ids[0, 1:, None])[:, 0]
        if not bool(torch.isfinite(chosen).all()):
            return Unscored("not_finite", "a token's log-probability is no finite number")
        return TextScore(tuple(chosen.double().tolist()))


def load_causal(identity: ModelIdentity, convention: Convention) -> CausalJudge:
    """Load a causal model from safetensors; no code of the model's own is run.

    Raises :class:`ModelLoadError` with the remedy.
    """
    family, others = "a causal model", "an encoder's weights are none"
    model, tokenizer = load_pretrained(identity, AutoModelForCausalLM, family, others)
    return CausalJudge(model, tokenizer, convention, identity.name)
