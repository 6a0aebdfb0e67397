"""The loaded scorer of a process, with its engine."""

from collections.abc import Mapping, Sequence
from threading import Lock

from versebench.models.scorers.contract import Precision, Scorer, UnitScores
from versebench.models.scorers.deepspeed.scorer import DeepspeedScorer
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.settings import ScorerSettings


class OneAtATime:
    """A scorer that is safe for several threads. Calls run one after another, because its buffers are shared."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer, self._lock = scorer, Lock()

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Return the scores of each unit."""
        with self._lock:
            return self._scorer.score_units(units, tokens=tokens)

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return tokens as the tokenizer spells them."""
        with self._lock:
            return self._scorer.pieces(token_ids)

    def fallbacks(self) -> Mapping[str, int]:
        """Return the scorer's fallbacks since the last call."""
        with self._lock:
            return self._scorer.fallbacks()

    def close(self) -> None:
        """Release the scorer's resources, such as processes."""
        close = getattr(self._scorer, "close", None)
        if close is not None:
            with self._lock:  # Wait for calls of other threads.
                close()


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
