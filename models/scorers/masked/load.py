"""Loads a masked scorer, or only its tokenizer."""

from transformers import AutoModelForMaskedLM

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.masked.convention import MaskedConvention
from versebench.models.scorers.masked.scorer import MaskedScorer
from versebench.models.scorers.pretrained import load_pretrained, load_tokenizer
from versebench.models.scorers.tokenised import TokenizerVocabulary
from versebench.models.scorers.wrapped import unwrapped

_FAMILY = "a masked model"


def load_masked(
    identity: ModelIdentity, conventions: tuple[MaskedConvention, ...], options: LoadOptions
) -> MaskedScorer:
    """Load a masked model: BERT, RoBERTa, DistilBERT, ModernBERT and similar models.

    Raises :class:`ModelLoadError` with the remedy.
    """
    model, tokenizer = load_pretrained(identity, AutoModelForMaskedLM, _FAMILY, options=options)
    config = getattr(unwrapped(model), "config", None)
    if getattr(config, "is_decoder", False) or getattr(config, "is_encoder_decoder", False):
        raise ModelLoadError(
            f"{identity.name}: its config.json describes a decoder, which does not see the tokens on both sides; "
            "choose an encoder, or set is_decoder to false"
        )
    return MaskedScorer(model, tokenizer, conventions, identity.name, options)


def load_masked_vocabulary(
    identity: ModelIdentity, convention: MaskedConvention, *, own_code: bool
) -> TokenizerVocabulary:
    """Load the tokenizer without weights. Raises :class:`ModelLoadError` with the remedy."""
    return TokenizerVocabulary(load_tokenizer(identity, _FAMILY, own_code=own_code), convention)
