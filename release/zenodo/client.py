"""Requests to a site that runs Zenodo: politely, patiently, and without telling the token.

The token is sent in the header ``Authorization`` alone, and to the site alone: an address that the server names on
another host is refused.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache, cached_property
from typing import Any, TypeVar

import httpx2
from pyrate_limiter import Duration, Limiter, Rate

from versebench.release.zenodo.errors import RefusedError, ZenodoError
from versebench.storage.http_retry import PassingError, patiently, retry_after_s

T = TypeVar("T")

PRODUCTION = "https://zenodo.org"
SANDBOX = "https://sandbox.zenodo.org"

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_SAID = 300  # Characters of what a server says that are quoted.


@dataclass(frozen=True, slots=True)
class Access:
    """Where the site is and how it is asked.

    Zenodo allows 100 requests a minute to an account. It answers an upload only when it holds the whole file and its
    checksum, so ``answer_timeout_s`` is long; ``timeout_s`` is for connecting and for every piece of a body.
    """

    url: str = PRODUCTION
    timeout_s: float = 60.0
    answer_timeout_s: float = 600.0
    attempts: int = 6
    first_wait_s: float = 1.0
    longest_wait_s: float = 120.0
    requests_per_minute: int = 90

    def __post_init__(self) -> None:
        if not _is_safe(self.url):
            raise ZenodoError(f"{self.url!r} is no address of a site: give one that begins with https://")


def _is_safe(address: str) -> bool:
    """Whether a token may be sent there."""
    try:
        url = httpx2.URL(address)
    except httpx2.InvalidURL:
        return False
    return bool(url.host) and (url.scheme == "https" or (url.scheme == "http" and url.host in _LOCAL))


class ZenodoClient:
    """Asks one site, one request at a time, with the token of one account or with none."""

    def __init__(self, access: Access, token: str | None = None) -> None:
        self.access = access
        self._token = token
        self._base = httpx2.URL(access.url)
        self._server_time: tuple[datetime, float] | None = None

    @property
    def site(self) -> str:
        """The name of the site, for messages."""
        return self._base.host

    @property
    def clock_error_s(self) -> float:
        """How far this machine's clock is ahead of the server's; 0 before the first answer."""
        return 0.0 if self._server_time is None else self._server_time[1]

    @property
    def today(self) -> str:
        """The date by the server's clock, or, before its first answer, by this machine's; in UTC."""
        now = datetime.now(UTC) if self._server_time is None else self._server_time[0]
        return now.date().isoformat()

    def retried(self, work: Callable[[], T]) -> T:
        """The outcome of work that may be done again, after as many attempts as it takes.

        Raises :class:`ZenodoError` when the last attempt failed too.
        """
        try:
            return patiently(work, self.access.attempts, self.access.first_wait_s, self.access.longest_wait_s)
        except PassingError as error:
            raise ZenodoError(f"{error}; {self.access.attempts} attempts were made") from None

    def get(self, path: str, params: Mapping[str, str | int] | None = None) -> Any:
        """The decoded answer, after as many attempts as it takes."""
        return self.retried(lambda: self.ask("GET", path, params=params))

    def ask(self, method: str, path: str, **request: Any) -> Any:
        """The decoded answer of one attempt; ``None`` where it is empty.

        Raises :class:`RefusedError`, or :class:`PassingError` where another attempt may succeed.
        """
        with self.answer(method, path, **request) as response:
            content = response.read()
            try:
                return response.json() if content else None
            except ValueError:
                raise PassingError(f"{self.site} gave an answer that is no JSON: run again later") from None

    @contextmanager
    def answer(self, method: str, path: str, **request: Any) -> Iterator[httpx2.Response]:
        """An answer whose body is not read yet; the path may be an address that the server named."""
        url = self._url(path)
        self._limiter.try_acquire("zenodo")
        try:
            with self._client.stream(method, url, follow_redirects=method == "GET", **request) as response:
                self._note_time(response)
                self._check(response)
                yield response
        except httpx2.RequestError as error:
            raise self._passing(error) from None

    def _url(self, path: str) -> httpx2.URL:
        url = self._base.join(path)
        if (url.scheme, url.host, url.port) != (self._base.scheme, self._base.host, self._base.port):
            raise ZenodoError(f"{self.site} names an address on {url.host}: nothing is sent there; check --site")
        return url

    def _passing(self, error: httpx2.RequestError) -> PassingError:
        return PassingError(f"{self.site} gave no whole answer ({type(error).__name__}): check the network")

    def _note_time(self, response: httpx2.Response) -> None:
        try:
            said = parsedate_to_datetime(response.headers.get("Date", ""))
        except ValueError:
            return
        self._server_time = said, time.time() - said.timestamp()

    def _check(self, response: httpx2.Response) -> None:
        status = response.status_code
        if status < 400 or status == httpx2.codes.RANGE_NOT_SATISFIABLE:
            return
        if status == httpx2.codes.TOO_MANY_REQUESTS:
            asked = retry_after_s(response)
            if asked > self.access.longest_wait_s:
                raise RefusedError(f"{self.site} takes no more requests for {asked:.0f} s: run again then", status)
            raise PassingError(f"{self.site} takes no more requests for now: run again later", asked)
        if status >= 500:
            raise PassingError(f"{self.site} failed (HTTP {status}): run again later")
        raise RefusedError(self._refusal(response), status)

    def _refusal(self, response: httpx2.Response) -> str:
        status = response.status_code
        if status == httpx2.codes.UNAUTHORIZED:
            return (
                f"{self.site} does not accept the token: it may have expired, or be one of the sandbox and not of the "
                "real site; make a new one on this site under Applications"
            )
        said = self._said(response)
        if status == httpx2.codes.FORBIDDEN:
            return (
                f"{self.site} does not allow this to this account ({said}): use a token of the owner, "
                "with the scopes deposit:write and deposit:actions"
            )
        return f"{self.site} refuses {response.request.method} {response.request.url.path} (HTTP {status}): {said}"

    def _said(self, response: httpx2.Response) -> str:
        """What the server says, in one line and without the token, should it repeat that."""
        try:
            response.read()
            value = response.json()
            errors = [f"{one.get('field', '')}: {_messages(one)}" for one in value.get("errors") or []]
            said = "; ".join([str(value.get("message", "")), *errors])
        except (httpx2.RequestError, ValueError, AttributeError):
            said = response.reason_phrase
        return " ".join(self.without_token(said).split())[:_SAID] or "no reason given"

    def without_token(self, text: str) -> str:
        """A text in which the token is hidden."""
        return text.replace(self._token, "[hidden]") if self._token else text

    @cached_property
    def _limiter(self) -> Limiter:
        return Limiter(Rate(self.access.requests_per_minute, Duration.MINUTE))

    @cached_property
    def _client(self) -> httpx2.Client:
        timeout = httpx2.Timeout(self.access.timeout_s, read=self.access.answer_timeout_s)
        auth = None if self._token is None else _Bearer(self._token)
        headers = {"Accept": "application/json"}
        return httpx2.Client(timeout=timeout, auth=auth, headers=headers, verify=_certificates())


class _Bearer(httpx2.Auth):
    """Adds the token to the header of a request as it is sent; a redirect to another host goes without."""

    def __init__(self, token: str) -> None:
        self._token = token

    def auth_flow(self, request: httpx2.Request) -> Iterator[httpx2.Request]:  # type: ignore[override]
        """The request with the token."""
        request.headers["Authorization"] = f"Bearer {self._token}"
        yield request


@cache
def _certificates() -> ssl.SSLContext:
    """Whom to trust; read once, as that takes longer than a request."""
    return httpx2.create_ssl_context()


def _messages(error: Mapping[str, Any]) -> str:
    return ", ".join(map(str, error.get("messages") or [error.get("message", "")]))
