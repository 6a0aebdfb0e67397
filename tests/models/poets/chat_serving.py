"""A chat server on 127.0.0.1 that answers as it is told, and counts what it was asked."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

POEM = "铁轨穿云去，孤灯接夜明。\n一声长笛后，千里是归程。"


@dataclass
class Served:
    """What the server does next, and what it was asked. ``plan`` is used up first; then every answer is ``text``."""

    url: str = ""
    text: Callable[[dict[str, Any]], str] = lambda _: POEM
    plan: list[str] = field(default_factory=list)
    """``400``: that status. ``slow``, ``cut`` and so on: an answer with this trouble."""
    refusal: bytes = b"{}"
    """The content of an answer with another status than 200."""
    wait: str = "0"
    """``Retry-After`` of such an answer."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)


def answer(text: str | None, finish: str = "stop") -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return json.dumps({"choices": [choice], "usage": {"completion_tokens": 24}}, ensure_ascii=False).encode()


def refusal(error: Any) -> bytes:
    """An error as OpenAI's protocol has it."""
    return json.dumps({"error": error}, ensure_ascii=False).encode()


@contextmanager
def serving() -> Iterator[Served]:
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            served.asked.append({"path": self.path, **body})
            served.keys.append(self.headers.get("Authorization"))
            what = served.plan.pop(0) if served.plan else "answer"
            content = answer(served.text(body))
            if what.isdigit():
                self.send_response(int(what))
                self.send_header("Retry-After", served.wait)
                self.send_header("Content-Length", str(len(served.refusal)))
                self.end_headers()
                self.wfile.write(served.refusal)
                return
            if what in ("drips", "drips headers"):
                self._drip(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n", in_headers=what == "drips headers")
                return
            if what == "flood":
                self._flood()
                return
            if what == "slow":
                time.sleep(1.5)
            if what == "malformed":
                content = b"<html>busy</html>"
            if what == "other":
                content = b'{"choices": []}'
            if what == "withheld":
                content = answer(None)
            if what == "endless":
                content = answer("一" * 900, "length")
            if what == "filtered":
                content = answer(served.text(body)[:7], "content_filter")
            self.send_response(200)
            self.send_header("Content-Length", str(len(content) + (100 if what == "cut" else 0)))
            self.end_headers()
            self.wfile.write(content)

        def _drip(self, start: bytes, *, in_headers: bool) -> None:
            """A byte every tenth of a second, never the last one, until the client goes."""
            self.wfile.write(start + (b"X-Long: " if in_headers else b"\r\n"))
            with suppress(OSError):
                for _ in range(99):
                    self.wfile.write(b" ")
                    self.wfile.flush()
                    time.sleep(0.1)

        def _flood(self) -> None:
            """An answer without an end, until the client goes."""
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            with suppress(OSError):
                for _ in range(1 << 10):
                    self.wfile.write(b" " * (1 << 16))

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
