"""What protects judges: headers, origins, tokens of forms, sizes of bodies, and limits of rates."""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 1024
"""Bytes of the largest body of a form of a study."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "same-origin",  # with no-referrer, browsers would send the origin of forms as null
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Shield:
    """Middleware that adds the headers, and refuses bodies that are too large, of any transfer.

    ``refuse`` makes the page that is sent in their place.
    """

    def __init__(self, app: ASGIApp, refuse: Callable[[Request], ASGIApp], most_bytes: int = MOST_BYTES) -> None:
        self._app, self._refuse, self._most_bytes = app, refuse, most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_shielded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        body = b""
        more = True
        while more:
            part = await receive()
            if part["type"] == "http.disconnect":
                return
            body += part.get("body", b"")
            more = part.get("more_body", False)
            if len(body) > self._most_bytes:
                await self._refuse(Request(scope))(scope, receive, send_shielded)
                return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_whole() -> Message:
            return whole.pop() if whole else await receive()

        await self._app(scope, receive_whole, send_shielded)


def is_own_origin(request: Request) -> bool:
    """Whether a form was sent by a page of this server, as far as the browser tells."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


def form_token(session: str) -> str:
    """The token of the forms of a session. It ends with the session and at no other time."""
    return hmac.new(session.encode(), b"versebench form", hashlib.sha256).hexdigest()


def has_token(form: Mapping[str, str], session: str) -> bool:
    """Whether a form has the token of a session."""
    return hmac.compare_digest(form.get("token", "").encode(), form_token(session).encode())


class RateLimit:
    """A limit on tries of each address. Addresses are hashed with a salt of the process, and never stored."""

    def __init__(self, tries: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._tries, self._seconds, self._now = tries, seconds, now
        self._salt = secrets.token_bytes(16)
        self._guard = threading.Lock()
        self._begun = now()
        self._counts: dict[bytes, int] = {}

    def allows(self, address: str) -> bool:
        """Count a try, and return whether the address may have it."""
        key = hashlib.blake2b(address.encode(), key=self._salt, digest_size=16).digest()
        with self._guard:
            if self._now() - self._begun >= self._seconds:
                self._begun, self._counts = self._now(), {}
            self._counts[key] = self._counts.get(key, 0) + 1
            return self._counts[key] <= self._tries
