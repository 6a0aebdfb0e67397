"""As much of Hugging Face's hub as its own client asks when a folder becomes a data set, on this machine."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.http_serving import serving

TOKEN = "hf_t0ken-0f-4lice"


@dataclass
class FakeHub:
    """One data set and its files.

    Whether all may see it: ``private`` now, ``shown`` at each commit. ``refuse`` is the status of every answer.
    """

    url: str = ""
    exists: bool = False
    private: bool = True
    files: dict[str, bytes] = field(default_factory=dict)
    commits: list[str] = field(default_factory=list)
    shown: list[bool] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    refuse: int | None = None

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, Any]:
        """What the hub answers."""
        if self.refuse:
            return self.refuse, {"error": "refused"}
        match method, path.removeprefix("/api/datasets/o/n"):
            case "POST", "/api/repos/create":
                if self.exists:
                    return 409, {"error": "exists", "url": f"{self.url}/datasets/o/n"}
                self.exists, self.private = True, json.loads(body)["visibility"] == "private"
                return 200, {"url": f"{self.url}/datasets/o/n"}
            case "GET", "":
                return 200, {"id": "o/n", "private": self.private, "siblings": [], "tags": [], "sha": "0" * 40}
            case "PUT", "/settings":
                self.private = json.loads(body)["visibility"] == "private"
                return 200, {}
            case "GET", "/tree/main":
                return 200, [{"type": "file", "path": name, "size": 1, "oid": "0"} for name in self.files]
            case "POST", "/preupload/main":
                asked = [one["path"] for one in json.loads(body)["files"]]
                mode = {"uploadMode": "regular", "shouldIgnore": False}
                return 200, {"files": [{"path": name, **mode} for name in asked]}
            case "POST", "/commit/main":
                self._commit([json.loads(line) for line in body.splitlines()])
                return 200, {"commitUrl": f"{self.url}/datasets/o/n/commit/0", "commitOid": "0" * 40, "success": True}
        return 200, {}

    def _commit(self, lines: list[dict[str, Any]]) -> None:
        for line in lines:
            value = line["value"]
            if line["key"] == "header":
                self.commits.append(value["summary"])
                self.shown.append(not self.private)
            elif line["key"] == "deletedFile":
                self.files.pop(value["path"])
            else:
                self.files[value["path"]] = base64.b64decode(value["content"])


@contextmanager
def running() -> Iterator[FakeHub]:
    """A hub on a free port."""
    hub = FakeHub()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def do_PUT(self) -> None:
            self._answer()

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = self.path.partition("?")[0]
            hub.asked.append(f"{self.command} {path}")
            status, value = hub.answer(self.command, path, body)
            content = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is the library's)
            """Stays silent."""

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as hub.url:
        yield hub
