"""Loads a causal scorer, or only its tokenizer."""

from typing import Any

from transformers import AutoModelForCausalLM

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import DEFAULTS, LoadOptions
from versebench.models.scorers.packed.causal import CausalScorer
from versebench.models.scorers.packed.convention import PackedConvention
from versebench.models.scorers.packed.scorer import PackedScorer, PackedScorerError
from versebench.models.scorers.pretrained import load_pretrained, load_tokenizer
from versebench.models.scorers.tokenised import TokenizerVocabulary

FAMILY = "a causal model"


def load_causal(identity: ModelIdentity, convention: PackedConvention, options: LoadOptions = DEFAULTS) -> CausalScorer:
    """Load a causal model: GPT-2, Llama, Qwen and similar models.

    Raises :class:`ModelLoadError` with the remedy.
    """
    others = "an encoder does not have these weights"
    model, tokenizer = load_pretrained(identity, AutoModelForCausalLM, FAMILY, others, options=options)
    return CausalScorer(_scorer(identity, model, tokenizer, convention), tokenizer, convention.name)


def load_causal_vocabulary(
    identity: ModelIdentity, convention: PackedConvention, *, own_code: bool
) -> TokenizerVocabulary:
    """Load only the tokenizer. Raises :class:`ModelLoadError` with the remedy."""
    return TokenizerVocabulary(load_tokenizer(identity, FAMILY, own_code=own_code), convention)


def _scorer(identity: ModelIdentity, model: Any, tokenizer: Any, convention: PackedConvention) -> PackedScorer:
    try:
        return PackedScorer(model, tokenizer, convention)
    except PackedScorerError as error:
        raise ModelLoadError(f"{identity.name}: {error}") from None
