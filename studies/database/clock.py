"""The clock of a study, which never runs back, whatever the clock of the machine does."""

import threading
import time
from collections.abc import Callable

LEASE_SECONDS = 30 * 60.0


class StudyClock:
    """Seconds since 1970, at least those of any earlier reading and of what the database holds."""

    def __init__(self, at_least: float = 0.0, now: Callable[[], float] = time.time) -> None:
        self._last, self._now, self._guard = at_least, now, threading.Lock()

    def read(self) -> float:
        """The time."""
        with self._guard:
            self._last = max(self._last, self._now())
            return self._last
