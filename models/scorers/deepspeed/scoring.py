"""What a rank process of a scorer does."""

from functools import partial

from versebench.models.scorers.contract import Scorer
from versebench.models.scorers.deepspeed import scores
from versebench.models.scorers.deepspeed.messages import Message
from versebench.models.scorers.deepspeed.start import Answering
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions


def load(settings: str, identity: ModelIdentity, options: LoadOptions) -> Answering:
    """Load the scorer, which the parent asks for scores, for the spelling of tokens, or for its fallbacks."""
    from pydantic import TypeAdapter

    from versebench.models.scorers.registry import AnyScorer
    from versebench.models.scorers.settings import ScorerSettings

    named: ScorerSettings = TypeAdapter(AnyScorer).validate_json(settings)
    return partial(_answer, named.load(identity, options))


def _answer(scorer: Scorer, request: Message) -> Message:
    if "pieces" in request:
        return {"pieces": scorer.pieces(request["pieces"])}
    if "fallbacks" in request:
        return {"fallbacks": dict(scorer.fallbacks())}
    return {"scores": scores.to_json(scorer.score_units(request["units"], tokens=request["tokens"]))}
