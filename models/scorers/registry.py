"""Every family of scorers by name, and the loaded model of a process.

To add a family, write its folder, whose settings have the decorator :func:`scorer`, and append the module of the
settings here.
"""

from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from versebench.models.scorers.contract import Precision, Scorer
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.held import Held
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.one_at_a_time import OneAtATime
from versebench.models.scorers.settings import ScorerSettings
from versebench.schemas.registration import Tagged

FAMILIES: Tagged[type[ScorerSettings]] = Tagged(
    "family of scorers",
    "family",
    (
        "versebench.models.scorers.packed.settings",
        "versebench.models.scorers.masked.settings",
        "versebench.models.scorers.xlnet.settings",
        "versebench.models.scorers.transformer_xl.settings",
    ),
)

if TYPE_CHECKING:
    AnyScorer = ScorerSettings

Kind = TypeVar("Kind", bound=type[ScorerSettings])


def scorer(kind: Kind) -> Kind:
    """Register a family of scorers: a decorator of its settings."""
    FAMILIES.register(kind)
    return kind


def __getattr__(name: str) -> Any:
    """``AnyScorer``, the settings of any family, by ``family``; without one a causal model is meant."""
    if name == "AnyScorer":
        return FAMILIES.union(default="causal")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


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
