"""Retries of HTTP requests after errors that may be transient."""

from collections.abc import Callable
from typing import TypeVar

import httpx2
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

T = TypeVar("T")


class TransientError(Exception):
    """A failure that may not recur. ``retry_after_s`` is the wait in seconds that the service asked for."""

    def __init__(self, message: str, retry_after_s: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


def with_retries(work: Callable[[], T], attempts: int, first_wait_s: float, longest_wait_s: float) -> T:
    """Call ``work`` until it succeeds, and return its result. Raises the last :class:`TransientError` otherwise.

    ``work`` must be safe to repeat. The wait doubles with each attempt, plus a random part of up to ``first_wait_s``
    seconds. It is longer if the service asks for more.
    """
    backoff = wait_exponential_jitter(multiplier=first_wait_s, max=longest_wait_s, jitter=first_wait_s)

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        return max(getattr(error, "retry_after_s", 0.0), backoff(state))

    retried = retry_if_exception_type(TransientError)
    return Retrying(retry=retried, stop=stop_after_attempt(attempts), wait=wait, reraise=True)(work)


def retry_after_s(response: httpx2.Response) -> float:
    """The wait that the service asks for, in seconds; 0 if it gives none or a date."""
    seconds = response.headers.get("Retry-After", "")
    return float(seconds) if seconds.strip().isdecimal() else 0.0
