"""Queries Merriam-Webster's Collegiate Thesaurus API with rate limits and retries, without exposing the key.

The API accepts its key only in the address. So the transport adds the key, below everything that logs addresses or puts
them into exceptions. Answers of the service are never quoted either.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote
from urllib.request import getproxies, proxy_bypass

import httpx2
from pyrate_limiter import Duration, Limiter, Rate

from versebench.models.thesaurus.contract import ThesaurusError
from versebench.storage.http_retry import TransientError, retry_after_s, with_retries

KEY_VARIABLE = "MERRIAM_WEBSTER_KEY"
_REGISTER = "get one for the Collegiate Thesaurus at dictionaryapi.com"
_LATER = "what was fetched is kept, so run again tomorrow, or with a key that allows more queries a day"


@dataclass(frozen=True, slots=True)
class Access:
    """The address of the service and how to query it. ``requests_per_second`` applies to one process."""

    base_url: str = "https://www.dictionaryapi.com/api/v3/references/thesaurus/json"
    timeout_s: float = 10.0
    attempts: int = 5
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0
    requests_per_second: int = 5

    def __post_init__(self) -> None:
        if httpx2.URL(self.base_url).scheme not in {"http", "https"}:
            raise ValueError(f"{self.base_url!r} is not the address of a service; use one that begins with https://")


class WebsterClient:
    """Fetches decoded answers, one request at a time."""

    def __init__(self, key: str | None, access: Access) -> None:
        self._key = (key or "").strip()
        self._access = access

    def fetch(self, word: str) -> Any:
        """Return the decoded JSON for the word. Raises ``ThesaurusError`` if all attempts fail."""
        if not self._key:
            raise ThesaurusError(f"Merriam-Webster's thesaurus needs a key: {_REGISTER}, and set {KEY_VARIABLE}")
        try:
            access = self._access
            return with_retries(
                lambda: self._fetch_once(word), access.attempts, access.first_wait_s, access.longest_wait_s
            )
        except TransientError as error:
            raise ThesaurusError(f"{error} ({self._access.attempts} attempts for {word!r})") from None

    def _fetch_once(self, word: str) -> Any:
        self._limiter.try_acquire("merriam-webster")
        try:
            response = self._client.get(f"{self._access.base_url.rstrip('/')}/{quote(word, safe='')}")
        except httpx2.RequestError as error:
            message = (
                f"Merriam-Webster's thesaurus sent an incomplete answer ({type(error).__name__}): check the network"
            )
            raise TransientError(message) from None
        self._check_status(response)
        return _decode(response)

    def _check_status(self, response: httpx2.Response) -> None:
        status = response.status_code
        if status == httpx2.codes.TOO_MANY_REQUESTS:
            asked = retry_after_s(response)
            if asked > self._access.longest_wait_s:
                raise ThesaurusError(f"Merriam-Webster's limit for this key is reached: {_LATER}")
            raise TransientError(f"Merriam-Webster's thesaurus refuses more queries for now: {_LATER}", asked)
        if status in {httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN}:
            raise ThesaurusError(_invalid_key())
        if status >= 500:
            raise TransientError(f"Merriam-Webster's thesaurus failed (HTTP {status}): run again later")
        if status != httpx2.codes.OK:
            raise ThesaurusError(f"Merriam-Webster's thesaurus answered HTTP {status}: check the service's address")

    @cached_property
    def _limiter(self) -> Limiter:
        return Limiter(Rate(self._access.requests_per_second, Duration.SECOND))

    @cached_property
    def _client(self) -> httpx2.Client:
        transport = _KeyTransport(self._key, _proxy(self._access.base_url))
        return httpx2.Client(transport=transport, timeout=self._access.timeout_s)


class _KeyTransport(httpx2.BaseTransport):
    """Adds the key to the address of every request."""

    def __init__(self, key: str, proxy: str | None) -> None:
        self._key = key
        self._transport = httpx2.HTTPTransport(proxy=proxy)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a copy of the request with the key."""
        url = request.url.copy_merge_params({"key": self._key})
        keyed = httpx2.Request(
            request.method, url, headers=request.headers, stream=request.stream, extensions=request.extensions
        )
        return self._transport.handle_request(keyed)

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()


def _proxy(address: str) -> str | None:
    """Return the environment's proxy for this address, which a client with a custom transport ignores."""
    url = httpx2.URL(address)
    return None if proxy_bypass(url.host) else getproxies().get(url.scheme)


def _decode(response: httpx2.Response) -> Any:
    """Decode JSON. Raise for one of the plain sentences that the service sends with HTTP 200."""
    try:
        return json.loads(response.content)
    except ValueError:
        said = response.text[:200].lower()
    if "key" in said:
        raise ThesaurusError(_invalid_key())
    if "limit" in said or "exceeded" in said:
        raise ThesaurusError(f"Merriam-Webster's limit for this key is reached: {_LATER}")
    raise TransientError("Merriam-Webster's thesaurus sent an answer that is not JSON: run again later")


def _invalid_key() -> str:
    return f"Merriam-Webster does not accept the key in {KEY_VARIABLE} for its Collegiate Thesaurus: {_REGISTER}"
