"""What did not go as planned while a model was asked, and yet gave results: it costs time or may change last bits.

A run counts it, so that it stands in manifest, report and record. The counts depend on the machine, and no data does.
"""

from collections.abc import Sequence

HALVED = "batches halved because memory ran out"

UNLIKE_PLANNED = (AttributeError, IndexError, KeyError, NotImplementedError, RuntimeError, TypeError, ValueError)
"""What a model raises that is built in another way than a faster computation assumes: it lacks an attribute or an
output, refuses an argument or a shape, or has another mask. Whatever else is raised is a defect."""

_LONGEST = 200


class Halvings:
    """How often batches were halved: in all, and since it was last taken."""

    def __init__(self) -> None:
        self.total, self._taken = 0, 0

    def add(self, halvings: int) -> None:
        """Count some more."""
        self.total += halvings

    def take(self) -> dict[str, int]:
        """Those that were not taken before, as a fallback; nothing if there are none."""
        new, self._taken = self.total - self._taken, self.total
        return {HALVED: new} if new else {}


def described(error: Exception) -> str:
    """The type and the first line of what a model raised."""
    first_line = next(iter(str(error).strip().splitlines()), "")
    return f"{type(error).__name__}: {first_line}"[:_LONGEST]


def lasting(reasons: Sequence[str | None]) -> dict[str, int]:
    """Fallbacks that hold as long as the model is loaded, each counted once for whoever asks."""
    return {reason: 1 for reason in reasons if reason is not None}
