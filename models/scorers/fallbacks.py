"""Fallbacks: what did not go as planned but still gave results. A fallback costs time or may change last bits.

A run counts fallbacks in its manifest, report and record. The counts depend on the machine; the data does not.
"""

from collections.abc import Sequence

HALVED = "batches halved because memory ran out"

UNLIKE_PLANNED = (AttributeError, IndexError, KeyError, NotImplementedError, RuntimeError, TypeError, ValueError)
"""Errors of a model that is not built as a faster computation assumes: it lacks an attribute or an output, refuses an
argument or a shape, or has another mask. Any other error is a defect."""

_LONGEST = 200


class Halvings:
    """Counts halved batches: in total, and since the last ``take``."""

    def __init__(self) -> None:
        self.total, self._taken = 0, 0

    def add(self, halvings: int) -> None:
        """Add to the count."""
        self.total += halvings

    def take(self) -> dict[str, int]:
        """Return the halvings since the last call as a fallback; empty if there were none."""
        new, self._taken = self.total - self._taken, self.total
        return {HALVED: new} if new else {}


def described(error: Exception) -> str:
    """Return the type and the first line of an error."""
    first_line = next(iter(str(error).strip().splitlines()), "")
    return f"{type(error).__name__}: {first_line}"[:_LONGEST]


def lasting(reasons: Sequence[str | None]) -> dict[str, int]:
    """Return fallbacks that last as long as the model is loaded, each counted once per call."""
    return {reason: 1 for reason in reasons if reason is not None}
