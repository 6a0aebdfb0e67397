"""The loaded scorer of a process, with its engine, and with copies if the process may use several cores.

A copy computes in a thread of its own, on one torch thread. The score of a unit depends on no other unit, so that the
number of copies changes no bit.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from threading import Lock

import psutil

from versebench.models.scorers.contract import Precision, Scorer, UnitScores
from versebench.models.scorers.deepspeed.scorer import DeepspeedScorer
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.fallbacks import HALVED
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.settings import ScorerSettings
from versebench.storage.machine import free_memory, given_cores

_LEAST_UNITS = 16
"""Units of a call from which on a second copy is worth its loading."""
_PARTS = 4
"""Parts that a copy computes in a call, so that one copy does not wait for another for long."""
_SPARE = 3
"""A copy is loaded if so many times its memory is free."""
_LEAST_BYTES = 100_000_000
"""What a loaded model takes at least."""


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


class SeveralScorers:
    """A scorer and copies of it that share the units of each call. Copies are loaded when a call has many units.

    Safe for one thread at a time.
    """

    def __init__(self, first: Scorer, load: Callable[[], Scorer], most: int, size: int) -> None:
        """``size`` is the memory that a copy takes, in bytes."""
        self._scorers, self._load, self._most, self._size = [first], load, most, size

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """Return the scores of each unit; a copy that is idle takes the next few units."""
        if len(units) < _LEAST_UNITS:
            return self._scorers[0].score_units(units, tokens=tokens)
        while len(self._scorers) < self._most and free_memory() > _SPARE * self._size:
            self._scorers.append(self._load())
        from versebench.models.scorers.threads import one_thread  # imports torch

        idle = list(self._scorers)

        def score(part: Sequence[Sequence[str]]) -> list[UnitScores]:
            scorer = idle.pop()
            try:
                return scorer.score_units(part, tokens=tokens)
            finally:
                idle.append(scorer)

        length = ceil(len(units) / (_PARTS * len(idle)))
        parts = [units[start : start + length] for start in range(0, len(units), length)]
        # The number of torch's threads is global in part, so it is 1 before the first thread starts.
        with one_thread(), ThreadPoolExecutor(len(idle)) as threads:
            return [scores for part in threads.map(score, parts) for scores in part]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return tokens as the tokenizer spells them."""
        return self._scorers[0].pieces(token_ids)

    def fallbacks(self) -> Mapping[str, int]:
        """Return the fallbacks of all copies: halvings add up, and one that lasts counts once."""
        counts: dict[str, int] = {}
        for scorer in self._scorers:
            for name, times in scorer.fallbacks().items():
                counts[name] = counts.get(name, 0) + times if name == HALVED else times
        return counts


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
    options = LoadOptions(precision, settings.engine.device, settings.run_code_of_the_model)
    process = psutil.Process()
    before = process.memory_info().rss
    first = settings.load(identity, options)
    if options.device != "cpu" or (most := given_cores()) == 1:
        return first
    taken = process.memory_info().rss - before
    return SeveralScorers(first, lambda: settings.load(identity, options), most, max(taken, _LEAST_BYTES))
