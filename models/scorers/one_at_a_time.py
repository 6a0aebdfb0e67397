"""Makes a scorer safe for several threads. Calls run one after another, because its buffers are shared."""

from collections.abc import Mapping, Sequence
from threading import Lock

from versebench.models.scorers.contract import Scorer, UnitScores


class OneAtATime:
    """A scorer behind a lock."""

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
