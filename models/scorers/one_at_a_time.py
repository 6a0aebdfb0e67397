"""A scorer that several threads may ask: it answers one after the other, as its buffers are shared."""

from collections.abc import Mapping, Sequence
from threading import Lock

from versebench.models.scorers.contract import Scorer, UnitScores


class OneAtATime:
    """The scorer that it holds, behind a lock."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer, self._lock = scorer, Lock()

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """As the scorer's own."""
        with self._lock:
            return self._scorer.score_units(units, tokens=tokens)

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """As the scorer's own."""
        with self._lock:
            return self._scorer.pieces(token_ids)

    def fallbacks(self) -> Mapping[str, int]:
        """As the scorer's own."""
        with self._lock:
            return self._scorer.fallbacks()

    def close(self) -> None:
        """Let go of what the scorer holds beside memory, such as processes."""
        close = getattr(self._scorer, "close", None)
        if close is not None:
            with self._lock:  # What another thread asked is answered first.
                close()
