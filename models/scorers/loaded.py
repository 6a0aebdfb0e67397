"""The loaded scorer of a process, with its engine."""

from threading import Lock

from versebench.models.scorers.contract import Precision, Scorer
from versebench.models.scorers.deepspeed.scorer import DeepspeedScorer
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.one_at_a_time import OneAtATime
from versebench.models.scorers.settings import ScorerSettings

_LOADED: dict[tuple[ScorerSettings, ModelIdentity, Precision], OneAtATime] = {}
_LOADING = Lock()


def load_scorer(settings: ScorerSettings, identity: ModelIdentity, precision: Precision) -> Scorer:
    """Return the scorer, loaded once per process. A scorer that was loaded before is released.

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
    """Release the scorer of this process, if one is loaded."""
    while _LOADED:
        _LOADED.popitem()[1].close()


def _load(settings: ScorerSettings, identity: ModelIdentity, precision: Precision) -> Scorer:
    if isinstance(settings.engine, DeepspeedEngine):
        return DeepspeedScorer(settings, identity, precision)
    return settings.load(identity, LoadOptions(precision, settings.engine.device, settings.run_code_of_the_model))
