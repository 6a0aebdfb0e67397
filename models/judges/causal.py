"""Causal language models of Hugging Face, scored one text at a time on one thread.

A text is computed alone, so that its score has the same bits whatever stands beside it in the run.
"""

from collections.abc import Sequence
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from models.judges.contract import Convention, TextScore, Unscored
from models.judges.identity import ModelIdentity


class ModelLoadError(Exception):
    """A model cannot be loaded; the message names it and the remedy."""


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
    torch.set_num_threads(1)
    where = {"revision": identity.revision} if identity.on_hub else {"local_files_only": True}
    try:
        tokenizer = AutoTokenizer.from_pretrained(identity.location, trust_remote_code=False, **where)
        model, loading = AutoModelForCausalLM.from_pretrained(
            identity.location,
            trust_remote_code=False,
            use_safetensors=True,
            dtype=torch.float32,
            output_loading_info=True,
            **where,
        )
    except (OSError, ValueError, KeyError, RuntimeError, ImportError) as error:
        first_line = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise ModelLoadError(
            f"{identity.name} cannot be loaded as a causal model: {first_line}; "
            "it must be a folder in Hugging Face layout, or an id on a hub that can be reached, "
            "with safetensors and a tokenizer"
        ) from None
    except Exception as error:  # safetensors raises a class of its own for a damaged file
        raise ModelLoadError(f"{identity.name}: its weights cannot be read ({error}); fetch them again") from None
    if missing := sorted(loading["missing_keys"]):  # transformers would draw them at random
        raise ModelLoadError(
            f"{identity.name}: its weights lack {missing[0]} and {len(missing) - 1} more; "
            "fetch them again, or name a causal model: an encoder's weights are none"
        )
    return CausalJudge(model, tokenizer, convention, identity.name)
