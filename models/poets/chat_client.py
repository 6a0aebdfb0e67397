"""Asks a server that speaks the chat protocol of OpenAI, with retries, and without ever showing the key."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx2

from versebench.models.poets.contract import Answer, PoetError, Request
from versebench.storage.http_retry import TransientError, retry_after_s, with_retries

_FIRST_WAIT_S = 1.0
_MOST_BYTES = 16 << 20
"""Bytes of an answer; a server that sends more is at fault."""
_FILTERS = ("content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation")
"""Codes by which servers say that they refuse a prompt for what it asks."""
_SHOWN = 200
"""Characters of what a server says that a message repeats."""
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
        deadline = time.monotonic() + of.timeout_s
        try:
            with client.stream("POST", f"{of.url.rstrip('/')}/chat/completions", json=body) as response:
                content = self._content(response, deadline)
        except httpx2.RequestError as error:
            raise TransientError(f"the server at {of.url} did not answer ({type(error).__name__})") from None
        if response.status_code != httpx2.codes.OK:
            return self._refused(response, content)
        return read_answer(of.url, content)

    def _content(self, response: httpx2.Response, deadline: float) -> bytes:
        """What the server sends, in time; a read without a byte is ended by the client's own limit."""
        content = bytearray()
        for part in response.iter_bytes():
            content += part
            if time.monotonic() > deadline:
                raise TransientError(
                    f"the server at {self.settings.url} took longer than {self.settings.timeout_s:g} s"
                )
            if len(content) > _MOST_BYTES:
                raise TransientError(f"the server at {self.settings.url} sent more than {_MOST_BYTES >> 20} MiB")
        return bytes(content)

    def _refused(self, response: httpx2.Response, content: bytes) -> Answer:
        """The answer ``refused_by_server`` if the server refuses the prompt. Raises an error for any other status."""
        status, url = response.status_code, self.settings.url
        wait_s = retry_after_s(response)
        if wait_s > self.settings.longest_wait_s:
            raise PoetError(f"the server at {url} takes no requests for {wait_s:.0f} s; {_LATER}")
        if status == httpx2.codes.TOO_MANY_REQUESTS:
            raise TransientError(f"the server at {url} takes no more requests for now", wait_s)
        if status >= 500 or status == httpx2.codes.REQUEST_TIMEOUT:
            raise TransientError(f"the server at {url} failed (HTTP {status})", wait_s)
        codes, message = read_error(content)
        if codes & set(_FILTERS):
            return Answer("", problem="refused_by_server")
        said = f" and says: {self._without_key(message)}" if message else ""
        if status in (httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN):
            raise PoetError(
                f"the server at {url} does not accept the key (HTTP {status}){said}; check the key and key_from"
            )
        raise PoetError(f"the server at {url} answered HTTP {status}{said}; check url and model")

    def _without_key(self, message: str) -> str:
        """The start of what a server says, without the key, which some servers repeat."""
        clean = message if self.key is None else message.replace(self.key, "[key]")
        return "".join(char if char.isprintable() else " " for char in clean)[:_SHOWN]


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


def read_error(content: bytes) -> tuple[frozenset[str], str]:
    """The codes and the message of an error that a server sent; empty if it is not of the chat protocol."""
    try:
        error = json.loads(content)["error"]
        if isinstance(error, str):
            return frozenset(), error
        inner = error.get("innererror") or {}
        codes = (error.get("code"), error.get("type"), inner.get("code"))
        message = error.get("message")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return frozenset(), ""
    return frozenset(code for code in codes if isinstance(code, str)), message if isinstance(message, str) else ""
