"""Loads an XLNet scorer, or only its tokenizer."""

from transformers import AutoModelForCausalLM

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.pretrained import load_pretrained, load_tokenizer
from versebench.models.scorers.tokenised import TokenizerVocabulary
from versebench.models.scorers.wrapped import unwrapped
from versebench.models.scorers.xlnet.convention import XlnetConvention
from versebench.models.scorers.xlnet.scorer import XlnetScorer

_FAMILY = "an XLNet"


def load_xlnet(identity: ModelIdentity, conventions: tuple[XlnetConvention, ...], options: LoadOptions) -> XlnetScorer:
    """Load an XLNet. Raises :class:`ModelLoadError` with the remedy."""
    model, tokenizer = load_pretrained(identity, AutoModelForCausalLM, _FAMILY, options=options)
    config = unwrapped(model).config
    if config.model_type != "xlnet":
        raise ModelLoadError(f"{identity.name} is a {config.model_type} model, not an XLNet; set family to causal")
    if config.attn_type != "bi" or config.bi_data:
        raise ModelLoadError(
            f"{identity.name}: its config.json does not allow permutation masks; "
            'set attn_type to "bi" and bi_data to false'
        )
    return XlnetScorer(model, tokenizer, conventions, identity.name, options.device)


def load_xlnet_vocabulary(
    identity: ModelIdentity, convention: XlnetConvention, *, own_code: bool
) -> TokenizerVocabulary:
    """Load the tokenizer without weights. Raises :class:`ModelLoadError` with the remedy."""
    return TokenizerVocabulary(load_tokenizer(identity, _FAMILY, own_code=own_code), convention)
