"""The families of scorers, and the loaded model of a process."""

from threading import Lock
from typing import Annotated, Any

from pydantic import Discriminator, Tag

from versebench.models.scorers.contract import Precision, Scorer
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.held import Held
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.masked.settings import Masked
from versebench.models.scorers.one_at_a_time import OneAtATime
from versebench.models.scorers.packed.settings import Causal
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.transformer_xl.settings import TransformerXl
from versebench.models.scorers.xlnet.settings import Xlnet

FAMILIES: dict[str, type[ScorerSettings]] = {
    "causal": Causal,
    "masked": Masked,
    "xlnet": Xlnet,
    "transformer-xl": TransformerXl,
}


def _family(value: Any) -> Any:
    return value.get("family", "causal") if isinstance(value, dict) else getattr(value, "family", None)


AnyScorer = Annotated[
    Annotated[Causal, Tag("causal")]
    | Annotated[Masked, Tag("masked")]
    | Annotated[Xlnet, Tag("xlnet")]
    | Annotated[TransformerXl, Tag("transformer-xl")],
    Discriminator(_family),
]
"""Every family, told apart by ``family``; without one, a causal model is meant."""


_LOADED: dict[tuple[ScorerSettings, ModelIdentity, Precision], OneAtATime] = {}
_LOADING = Lock()


def load_scorer(settings: ScorerSettings, identity: ModelIdentity, precision: Precision) -> Scorer:
    """The loaded model of this process; one that was loaded before it is released.

    Raises ``versebench.models.scorers.contract.ModelLoadError`` with the remedy, and ``ImportError`` without the
    ``score`` extra.
    """
    key = (settings, identity, precision)
    with _LOADING:
        if key not in _LOADED:
            release_scorer()
            _LOADED[key] = OneAtATime(_load(*key))
        return _LOADED[key]


def release_scorer() -> None:
    """Let go of the model of this process."""
    while _LOADED:
        _LOADED.popitem()[1].close()


def _load(settings: ScorerSettings, identity: ModelIdentity, precision: Precision) -> Scorer:
    if isinstance(settings.engine, DeepspeedEngine):
        from versebench.models.scorers.deepspeed.scorer import DeepspeedScorer

        return DeepspeedScorer(settings, identity, precision)
    return settings.load(identity, Held(precision, settings.engine.device, settings.run_code_of_the_model))
