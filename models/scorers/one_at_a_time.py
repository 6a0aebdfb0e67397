"""A judge that several threads may ask: it answers one after the other, as its buffers are shared."""

from collections.abc import Sequence
from threading import Lock

from versebench.models.scorers.contract import Judge, UnitScores


class OneAtATime:
    """The judge that it holds, behind a lock."""

    def __init__(self, judge: Judge) -> None:
        self._judge, self._lock = judge, Lock()

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """As the judge's own."""
        with self._lock:
            return self._judge.score_units(units, tokens=tokens)

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """As the judge's own."""
        with self._lock:
            return self._judge.pieces(token_ids)

    def close(self) -> None:
        """Let go of what the judge holds beside memory, such as processes."""
        close = getattr(self._judge, "close", None)
        if close is not None:
            with self._lock:  # What another thread asked is answered first.
                close()
