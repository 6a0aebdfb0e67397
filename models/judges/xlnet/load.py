"""How an XLNet judge is loaded."""

from transformers import AutoModelForCausalLM

from models.judges.contract import ModelLoadError
from models.judges.identity import ModelIdentity
from models.judges.pretrained import load_pretrained
from models.judges.xlnet.convention import XlnetConvention
from models.judges.xlnet.judge import XlnetJudge


def load_xlnet(identity: ModelIdentity, convention: XlnetConvention) -> XlnetJudge:
    """Load an XLNet. Raises :class:`ModelLoadError` with the remedy."""
    model, tokenizer = load_pretrained(identity, AutoModelForCausalLM, "an XLNet")
    if model.config.model_type != "xlnet":
        raise ModelLoadError(
            f"{identity.name} is of the family {model.config.model_type} and no XLNet; name it as a causal model"
        )
    if model.config.attn_type != "bi" or model.config.bi_data:
        raise ModelLoadError(
            f"{identity.name}: its config.json allows no masks of who sees whom; "
            'set attn_type to "bi" and bi_data to false'
        )
    return XlnetJudge(model, tokenizer, convention, identity.name)
