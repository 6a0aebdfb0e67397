"""Requests to a site that runs Zenodo, with rate limits and retries, and without leaking the token.

The token is sent only in the header ``Authorization`` and only to the site. If the server names an address on another
host, the request is refused; if it redirects to another host, that host must be listed. Answers are bounded.
"""

from __future__ import annotations

import json
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
from versebench.storage.http_retry import TransientError, retry_after_s, with_retries
from versebench.storage.secrets import remember, without_secrets

T = TypeVar("T")

PRODUCTION = "https://zenodo.org"
SANDBOX = "https://sandbox.zenodo.org"

_PIECE = 1 << 16
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_MOST_ANSWER_BYTES = 1 << 24
"""Bytes of the largest answer that is not a file; a list of a hundred records has less than one megabyte."""
_QUOTED = 300  # Longest quotation of a server's message, in characters.


@dataclass(frozen=True, slots=True)
class Access:
    """The address of the site, and timeouts and limits of requests.

    Zenodo allows 100 requests per minute and account. It answers an upload only after it has stored the whole file and
    computed the checksum, so ``answer_timeout_s`` is long; ``timeout_s`` is for connecting and each piece of a body.
    ``redirect_hosts`` are the hosts, as ``host`` or ``host:port``, to which the site may redirect besides itself.
    """

    url: str = PRODUCTION
    timeout_s: float = 60.0
    answer_timeout_s: float = 600.0
    attempts: int = 6
    first_wait_s: float = 1.0
    longest_wait_s: float = 120.0
    requests_per_minute: int = 90
    redirect_hosts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not _is_safe(self.url):
            raise ZenodoError(f"{self.url!r} is not the address of a site: give an address that begins with https://")


def _is_safe(address: str) -> bool:
    """Whether a token may be sent there."""
    try:
        url = httpx2.URL(address)
    except httpx2.InvalidURL:
        return False
    return bool(url.host) and (url.scheme == "https" or (url.scheme == "http" and url.host in _LOCAL))


class ZenodoClient:
    """Sends requests to one site, one at a time, with the token of one account or without."""

    def __init__(self, access: Access, token: str | None = None) -> None:
        self.access = access
        self._token = token if token is None else remember(token)
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
        """The result of ``work``, which is repeated until it succeeds.

        Raises :class:`ZenodoError` if the last attempt fails too.
        """
        try:
            return with_retries(work, self.access.attempts, self.access.first_wait_s, self.access.longest_wait_s)
        except TransientError as error:
            raise ZenodoError(f"{error}; gave up after {self.access.attempts} attempts") from None

    def get(self, path: str, params: Mapping[str, str | int] | None = None) -> Any:
        """The decoded answer to a GET request, which is repeated until it succeeds."""
        return self.retried(lambda: self.ask("GET", path, params=params))

    def ask(self, method: str, path: str, **request: Any) -> Any:
        """The decoded answer of one attempt; ``None`` if it is empty.

        Raises :class:`RefusedError`, or :class:`TransientError` if another attempt may succeed.
        """
        with self.answer(method, path, **request) as response:
            content = self._content(response)
            try:
                return json.loads(content) if content else None
            except (ValueError, RecursionError):
                raise TransientError(f"{self.site} gave an answer that is not JSON: run again later") from None

    def _content(self, response: httpx2.Response) -> bytes:
        """The body of an answer that is not a file. Raises :class:`ZenodoError` if it is too large or too slow."""
        content, end = bytearray(), time.monotonic() + self.access.answer_timeout_s
        for piece in response.iter_bytes(_PIECE):
            content += piece
            if len(content) > _MOST_ANSWER_BYTES:
                raise ZenodoError(f"{self.site} sends more than {_MOST_ANSWER_BYTES} bytes as an answer; check --site")
            if time.monotonic() > end:
                raise TransientError(f"{self.site} took too long to answer: run again later")
        return bytes(content)

    @contextmanager
    def answer(self, method: str, path: str, **request: Any) -> Iterator[httpx2.Response]:
        """An answer whose body is not read yet. ``path`` may be an address from an earlier answer."""
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
        if not self._is_site(url):
            raise ZenodoError(
                f"{self.site} refers to an address on another host, {url.host}: no request was sent; check --site"
            )
        return url

    def _passing(self, error: httpx2.RequestError) -> TransientError:
        return TransientError(f"{self.site} gave no complete answer ({type(error).__name__}): check the network")

    def _note_time(self, response: httpx2.Response) -> None:
        try:
            date = parsedate_to_datetime(response.headers.get("Date", ""))
        except ValueError:
            return
        self._server_time = date, time.time() - date.timestamp()

    def _check(self, response: httpx2.Response) -> None:
        status = response.status_code
        if status < 400 or status == httpx2.codes.RANGE_NOT_SATISFIABLE:
            return
        if status == httpx2.codes.TOO_MANY_REQUESTS:
            wait_s = retry_after_s(response)
            if wait_s > self.access.longest_wait_s:
                raise RefusedError(f"{self.site} accepts no requests for {wait_s:.0f} s: run again after that", status)
            raise TransientError(f"{self.site} accepts no requests for now: run again later", wait_s)
        if status >= 500:
            raise TransientError(f"{self.site} failed (HTTP {status}): run again later")
        raise RefusedError(self._refusal(response), status)

    def _refusal(self, response: httpx2.Response) -> str:
        status = response.status_code
        if status == httpx2.codes.UNAUTHORIZED:
            return (
                f"{self.site} does not accept the token: it may have expired, or belong to the sandbox instead of "
                "the real site, or the reverse; create a new token on this site under Applications"
            )
        reason = self._reason(response)
        if status == httpx2.codes.FORBIDDEN:
            return (
                f"{self.site} does not allow this account to do this ({reason}): use a token of the owner, "
                "with the scopes deposit:write and deposit:actions"
            )
        return f"{self.site} refused {response.request.method} {response.request.url.path} (HTTP {status}): {reason}"

    def _reason(self, response: httpx2.Response) -> str:
        """The server's message in one line, without the token, which it might repeat."""
        try:
            value = json.loads(self._content(response))
            errors = [f"{error.get('field', '')}: {_messages(error)}" for error in value.get("errors") or []]
            reason = "; ".join([str(value.get("message", "")), *errors])
        except (httpx2.RequestError, ZenodoError, TransientError, ValueError, RecursionError, AttributeError):
            reason = response.reason_phrase
        return " ".join(without_secrets(reason).split())[:_QUOTED] or "no reason given"

    @cached_property
    def _limiter(self) -> Limiter:
        return Limiter(Rate(self.access.requests_per_minute, Duration.MINUTE))

    @cached_property
    def _client(self) -> httpx2.Client:
        timeout = httpx2.Timeout(self.access.timeout_s, read=self.access.answer_timeout_s)
        auth = None if self._token is None else _Bearer(self._token)
        headers = {"Accept": "application/json"}
        hooks: dict[str, list[Callable[..., Any]]] = {"request": [self._check_host]}
        certificates = _certificates()
        return httpx2.Client(timeout=timeout, auth=auth, headers=headers, verify=certificates, event_hooks=hooks)

    def _check_host(self, request: httpx2.Request) -> None:
        """Refuse a redirect to a host that is not listed, before anything is sent there."""
        url = request.url
        if self._is_site(url) or (_is_safe(str(url)) and url.netloc.decode() in self.access.redirect_hosts):
            return
        raise ZenodoError(
            f"{self.site} redirects to another host, {url.netloc.decode()}: no request was sent there; if you trust "
            f"that host, add --redirect-host {url.netloc.decode()}"
        )

    def _is_site(self, url: httpx2.URL) -> bool:
        return (url.scheme, url.host, url.port) == (self._base.scheme, self._base.host, self._base.port)


class _Bearer(httpx2.Auth):
    """Adds the token to the header of a request when it is sent. A redirect to another host does not get it."""

    def __init__(self, token: str) -> None:
        self._token = token

    def auth_flow(self, request: httpx2.Request) -> Iterator[httpx2.Request]:  # type: ignore[override]
        """The request with the token."""
        request.headers["Authorization"] = f"Bearer {self._token}"
        yield request


@cache
def _certificates() -> ssl.SSLContext:
    """The trusted certificates. They are read once, because reading takes longer than a request."""
    return httpx2.create_ssl_context()


def _messages(error: Mapping[str, Any]) -> str:
    return ", ".join(map(str, error.get("messages") or [error.get("message", "")]))
