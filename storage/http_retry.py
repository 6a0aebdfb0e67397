"""Requests to a service over HTTP that are made again if the next answer may be another."""

from collections.abc import Callable
from typing import TypeVar

import httpx2
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

T = TypeVar("T")


class PassingError(Exception):
    """A failure that may be gone at the next attempt; ``retry_after_s`` is what the service asked to wait."""

    def __init__(self, message: str, retry_after_s: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


def patiently(work: Callable[[], T], attempts: int, first_wait_s: float, longest_wait_s: float) -> T:
    """The outcome of work that may be done again. Raises the last :class:`PassingError` after all attempts.

    Waits double with each attempt, and some seconds are added by chance; a service may ask for longer ones.
    """
    backoff = wait_exponential_jitter(multiplier=first_wait_s, max=longest_wait_s, jitter=first_wait_s)

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        return max(getattr(error, "retry_after_s", 0.0), backoff(state))

    retried = retry_if_exception_type(PassingError)
    return Retrying(retry=retried, stop=stop_after_attempt(attempts), wait=wait, reraise=True)(work)


def retry_after_s(response: httpx2.Response) -> float:
    """What the service asks to wait, in seconds; a date counts as not given."""
    seconds = response.headers.get("Retry-After", "")
    return float(seconds) if seconds.strip().isdecimal() else 0.0
