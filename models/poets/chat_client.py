"""Asks a server that speaks the chat protocol of OpenAI, with retries, and without ever showing the key."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx2

from versebench.models.poets.contract import Answer, PoetError, Request
from versebench.storage.http_retry import TransientError, retry_after_s, with_retries

_FIRST_WAIT_S = 1.0
_LATER = "the answers so far are kept, so run again later"


class Asked(Protocol):
    """What the client needs of the settings of a server."""

    @property
    def url(self) -> str:
        """Address of the protocol."""

    @property
    def model(self) -> str:
        """Model as the server calls it."""

    @property
    def temperature(self) -> float | None:
        """Temperature, or null for the server's own."""

    @property
    def top_p(self) -> float | None:
        """top_p, or null for the server's own."""

    @property
    def most_tokens(self) -> int:
        """Most tokens of an answer."""

    @property
    def timeout_s(self) -> float:
        """Seconds that an answer may take."""

    @property
    def tries(self) -> int:
        """How often a prompt is sent."""

    @property
    def longest_wait_s(self) -> float:
        """Most seconds between two tries."""


@dataclass(frozen=True)
class ChatClient:
    """A server, and the key that it accepts."""

    settings: Asked
    key: str | None = field(repr=False)

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """Answer each request, one after the other. Raises :class:`PoetError` if the server cannot be used."""
        headers = {"Authorization": f"Bearer {self.key}"} if self.key is not None else {}
        with httpx2.Client(headers=headers, timeout=self.settings.timeout_s) as client:
            return [self._answer(client, request) for request in requests]

    def _answer(self, client: httpx2.Client, request: Request) -> Answer:
        of = self.settings
        try:
            return with_retries(
                lambda: self._once(client, request), of.tries, min(_FIRST_WAIT_S, of.longest_wait_s), of.longest_wait_s
            )
        except TransientError as error:
            raise PoetError(f"{error} ({of.tries} tries); {_LATER}") from None

    def _once(self, client: httpx2.Client, request: Request) -> Answer:
        of = self.settings
        body: dict[str, Any] = {
            "model": of.model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            "max_tokens": of.most_tokens,
        }
        body |= {name: value for name in ("temperature", "top_p") if (value := getattr(of, name)) is not None}
        try:
            response = client.post(f"{of.url.rstrip('/')}/chat/completions", json=body)
        except httpx2.RequestError as error:
            raise TransientError(f"the server at {of.url} did not answer ({type(error).__name__})") from None
        self._check(response)
        return read_answer(of.url, response.content)

    def _check(self, response: httpx2.Response) -> None:
        status, url = response.status_code, self.settings.url
        if status == httpx2.codes.TOO_MANY_REQUESTS:
            raise TransientError(f"the server at {url} takes no more requests for now", retry_after_s(response))
        if status >= 500 or status == httpx2.codes.REQUEST_TIMEOUT:
            raise TransientError(f"the server at {url} failed (HTTP {status})", retry_after_s(response))
        if status in (httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN):
            raise PoetError(f"the server at {url} does not accept the key (HTTP {status}); check the key and key_from")
        if status != httpx2.codes.OK:
            raise PoetError(f"the server at {url} answered HTTP {status}; check url and model")


def read_answer(url: str, content: bytes) -> Answer:
    """The answer in the JSON of a server; a text that the server withholds is the problem ``no_content``.

    Raises :class:`TransientError` for content that is not of the chat protocol.
    """
    try:
        value = json.loads(content)
        choice = value["choices"][0]
        text, ended = choice["message"]["content"], choice.get("finish_reason") != "length"
        tokens = (value.get("usage") or {}).get("completion_tokens")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise TransientError(f"the server at {url} sent an answer that is not of the chat protocol") from None
    if not isinstance(text, str):
        return Answer("", problem="no_content")
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # half characters cannot be stored
    return Answer(text, tokens if isinstance(tokens, int) and 0 <= tokens < 1 << 31 else None, ended)
