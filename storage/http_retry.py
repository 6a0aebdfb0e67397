"""Asking a service over HTTP again where it may answer the next time."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import httpx2
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

T = TypeVar("T")


class PassingError(Exception):
    """A failure that may be gone at the next attempt; ``retry_after_s`` is what the service asked to wait."""

    def __init__(self, message: str, retry_after_s: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class Patience(Protocol):
    """How often a service is asked, and how long is waited before."""

    @property
    def attempts(self) -> int:
        """All attempts, the first one included."""
        ...

    @property
    def first_wait_s(self) -> float:
        """Seconds before the second attempt; they double with each that follows, and some are added by chance."""
        ...

    @property
    def longest_wait_s(self) -> float:
        """The most seconds between two attempts, unless the service asks for more."""
        ...


def patiently(work: Callable[[], T], patience: Patience) -> T:
    """The outcome of work that may be done again. Raises the last :class:`PassingError` after all attempts."""
    backoff = wait_exponential_jitter(
        multiplier=patience.first_wait_s, max=patience.longest_wait_s, jitter=patience.first_wait_s
    )

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.retry_after_s if isinstance(error, PassingError) else 0.0
        return max(asked, backoff(state))

    passing, stop = retry_if_exception_type(PassingError), stop_after_attempt(patience.attempts)
    return Retrying(retry=passing, stop=stop, wait=wait, reraise=True)(work)


def retry_after_s(response: httpx2.Response) -> float:
    """What the service asks to wait, in seconds; a date counts as not given."""
    said = response.headers.get("Retry-After", "")
    return float(said) if said.strip().isdecimal() else 0.0
