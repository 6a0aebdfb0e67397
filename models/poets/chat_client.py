"""Asks a server that speaks the chat protocol of OpenAI, with retries, and without ever showing the key."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx2

from versebench.models.poets.contract import Answer, PoetError, Request
from versebench.storage.http_retry import TransientError, retry_after_s, with_retries
from versebench.storage.secrets import without_secrets

REFUSED = "refused_by_server"
"""The problem of an answer that a content filter of the server refuses."""

MOST_ANSWER_BYTES = 1 << 24
"""Bytes of the largest answer that is read; a poem with what the protocol adds has a few thousand."""

_FIRST_WAIT_S = 1.0
_KEPT = "the answers so far are kept, so run again"
_FILTERS = frozenset({"content_filter", "content_policy_violation", "responsibleaipolicyviolation"})
"""Codes, in small letters, by which servers say that a content filter refuses a prompt."""
_QUOTED = 200  # Longest quotation of a server's message, in characters.


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
        """Answer each request, one after the other; the problem ``refused_by_server`` if a content filter refuses it.

        Raises :class:`PoetError` if the server cannot be used.
        """
        return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Answer:
        of = self.settings
        first_wait_s = min(_FIRST_WAIT_S, of.longest_wait_s)
        try:
            return with_retries(lambda: self._once(request), of.tries, first_wait_s, of.longest_wait_s)
        except TransientError as error:
            raise PoetError(f"{error} ({of.tries} tries); {_KEPT} later") from None

    def _once(self, request: Request) -> Answer:
        of = self.settings
        body: dict[str, Any] = {
            "model": of.model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            "max_tokens": of.most_tokens,
        }
        body |= {name: value for name in ("temperature", "top_p") if (value := getattr(of, name)) is not None}
        try:
            response, content = asyncio.run(self._posted(body))
        except TimeoutError:
            raise TransientError(f"the server at {of.url} did not answer within {of.timeout_s:g} s") from None
        except httpx2.RequestError as error:
            raise TransientError(f"the server at {of.url} did not answer ({type(error).__name__})") from None
        if response.status_code == httpx2.codes.BAD_REQUEST and _is_filter(read_error(content)):
            return Answer("", problem=REFUSED)
        self._check(response, content)
        return read_answer(of.url, content)

    async def _posted(self, body: dict[str, Any]) -> tuple[httpx2.Response, bytes]:
        """The response to a prompt, and its content. Raises :class:`TimeoutError` if all of it takes too long."""
        of = self.settings
        headers = {"Authorization": f"Bearer {self.key}"} if self.key is not None else {}
        url, content = f"{of.url.rstrip('/')}/chat/completions", bytearray()
        async with (
            asyncio.timeout(of.timeout_s),  # a timeout of the client would begin anew with each byte
            httpx2.AsyncClient(headers=headers, timeout=None) as client,
            client.stream("POST", url, json=body) as response,
        ):
            async for piece in response.aiter_bytes():
                content += piece
                if len(content) > MOST_ANSWER_BYTES:
                    raise PoetError(
                        f"the server at {of.url} sends more than {MOST_ANSWER_BYTES} bytes as an answer; check url"
                    )
        return response, bytes(content)

    def _check(self, response: httpx2.Response, content: bytes) -> None:
        status, url = response.status_code, self.settings.url
        if status == httpx2.codes.TOO_MANY_REQUESTS:
            raise self._transient(f"the server at {url} takes no more requests for now", response)
        if status >= 500 or status == httpx2.codes.REQUEST_TIMEOUT:
            raise self._transient(f"the server at {url} failed (HTTP {status})", response)
        said = _said(read_error(content))
        if status in (httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN):
            raise PoetError(
                f"the server at {url} does not accept the key (HTTP {status}{said}); check the key and key_from"
            )
        if status != httpx2.codes.OK:
            raise PoetError(f"the server at {url} answered HTTP {status}{said}; check url and model")

    def _transient(self, message: str, response: httpx2.Response) -> TransientError:
        """An error after which the prompt is sent again. Raises :class:`PoetError` if the wait for that is too long."""
        wait_s, longest_s = retry_after_s(response), self.settings.longest_wait_s
        if wait_s > longest_s:
            raise PoetError(
                f"{message}, and asks to wait {wait_s:.0f} s, which is more than longest_wait_s ({longest_s:g}); "
                f"{_KEPT} after that, or raise longest_wait_s"
            )
        return TransientError(message, wait_s)


def read_error(content: bytes) -> dict[str, Any]:
    """The error in the JSON of a server; empty if it has none."""
    try:
        error = json.loads(content)["error"]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return {}
    return error if isinstance(error, dict) else {"message": error}


def _is_filter(error: dict[str, Any]) -> bool:
    """Whether an error is that of a content filter, as OpenAI's protocol and Azure's say it."""
    inner = error.get("innererror")
    codes = [error.get("code"), inner.get("code") if isinstance(inner, dict) else None]
    return any(isinstance(code, str) and code.lower() in _FILTERS for code in codes)


def _said(error: dict[str, Any]) -> str:
    """What an error says in one line, after a colon, without the key, which it might repeat; empty if nothing."""
    message = error.get("message")
    text = " ".join(message.split()) if isinstance(message, str) else ""
    shown = without_secrets("".join(filter(str.isprintable, text)))[:_QUOTED]
    return f": {shown}" if shown else ""


def read_answer(url: str, content: bytes) -> Answer:
    """The answer in the JSON of a server.

    A text that the server withholds is the problem ``no_content``, one that its content filter stopped is
    ``refused_by_server``. Raises :class:`TransientError` for content that is not of the chat protocol.
    """
    try:
        value = json.loads(content)
        choice = value["choices"][0]
        text, finish = choice["message"]["content"], choice.get("finish_reason")
        tokens = (value.get("usage") or {}).get("completion_tokens")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise TransientError(f"the server at {url} sent an answer that is not of the chat protocol") from None
    if finish == "content_filter":
        return Answer("", problem=REFUSED)
    if not isinstance(text, str):
        return Answer("", problem="no_content")
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # half characters cannot be stored
    known = isinstance(tokens, int) and 0 <= tokens < 1 << 31
    return Answer(text, tokens if known else None, finish != "length")
