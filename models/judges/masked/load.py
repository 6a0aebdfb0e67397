"""How a masked judge is loaded."""

from transformers import AutoModelForMaskedLM

from models.judges.contract import ModelLoadError
from models.judges.identity import ModelIdentity
from models.judges.masked.convention import MaskedConvention
from models.judges.masked.judge import MaskedJudge
from models.judges.pretrained import load_pretrained


def load_masked(identity: ModelIdentity, convention: MaskedConvention) -> MaskedJudge:
    """Load a masked model: BERT, RoBERTa, DistilBERT, ModernBERT and their kin.

    Raises :class:`ModelLoadError` with the remedy.
    """
    model, tokenizer = load_pretrained(identity, AutoModelForMaskedLM, "a masked model")
    if getattr(model.config, "is_decoder", False) or getattr(model.config, "is_encoder_decoder", False):
        raise ModelLoadError(
            f"{identity.name}: its config.json makes it a decoder, which does not see the tokens on both sides; "
            "name an encoder, or set is_decoder to false"
        )
    return MaskedJudge(model, tokenizer, convention, identity.name)
