"""How ``causal.v1`` draws tokens: what the recipe says, and what it leaves to the model."""

from typing import Any

from transformers import AutoConfig, GenerationConfig

from versebench.models.poets.causal_settings import FROM_MODEL, CausalPoetModel
from versebench.models.poets.contract import Drawing, PoetError
from versebench.models.scorers.identity import UnknownModelError, identify
from versebench.models.scorers.packed.engine import longest_of
from versebench.models.scorers.pretrained import where


def context_of(config: Any) -> int:
    """Most tokens of a text whose probabilities do not depend on its length."""
    context = int(getattr(config, "max_position_embeddings", 0) or 1 << 30)
    return min(context, longest_of(config) or context)


def used(settings: CausalPoetModel, config: Any, generation: Any) -> tuple[float, int]:
    """The top-p and the most tokens that are used with a model of this configuration and ``generation_config``."""
    top_p = settings.top_p
    if top_p == FROM_MODEL:
        top_p = getattr(generation, "top_p", None) or 1.0
    return float(top_p), min(settings.most_tokens, max(1, context_of(config) * 3 // 4))


def drawing_of(settings: CausalPoetModel) -> Drawing:
    """What is used, by the files of the model, without its weights. Raises :class:`PoetError`."""
    try:
        identity = identify(settings.model, settings.revision)
        config = AutoConfig.from_pretrained(
            identity.location, trust_remote_code=settings.run_code_of_the_model, **where(identity)
        )
    except (UnknownModelError, OSError, ValueError) as error:
        raise PoetError(f"{settings.model}: its configuration cannot be read: {error}") from None
    try:
        generation = GenerationConfig.from_pretrained(identity.location, **where(identity))
    except OSError:
        generation = GenerationConfig.from_model_config(config)  # as transformers does for a model without the file
    return Drawing(settings.temperature, *used(settings, config, generation))
