"""A Zenodo on this machine: its states, limits and answers as its API documents them, and failures by a plan.

It holds to what its server is known to do where the documents are silent: a new version that exists already is refused,
the answer to a new version is the new draft, a published record is not found where a draft is asked for.
"""

import hashlib
import json
import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.http_serving import serving
from versebench.release.zenodo.client import Access, ZenodoClient

TOKEN = "t0ken-0f-4lice-that-n0body-sees"
OTHER_TOKEN = "t0ken-0f-b0b"
MOST_FILES, MOST_BYTES = 100, 50 * 10**9
_NEEDED = ("title", "upload_type", "description", "creators", "publication_date")


@dataclass
class Fault:
    """What happens to the next requests that it fits, instead of or after what they ask for.

    ``status`` answers with it; ``hang`` waits until the client gives up; ``drop`` cuts the connection after ``after``
    bytes of the body; ``lose`` does what is asked and loses the answer; ``cut`` breaks off the answer's body half-way;
    ``raw`` answers with the message as it is; ``corrupt`` stores other bytes than were sent; ``expire`` makes the token
    invalid from then on.
    """

    kind: str
    method: str = "GET"
    path: str = ""
    times: int = 1
    skip: int = 0
    status: int = 500
    after: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    message: str = "injected"

    def fits(self, method: str, path: str) -> bool:
        """Whether it is this request's turn."""
        if self.times <= 0 or method != self.method or not re.search(self.path, path):
            return False
        self.skip -= 1
        if self.skip >= 0:
            return False
        self.times -= 1
        return True


@dataclass
class Stored:
    """A file of a deposition; ``linked`` says that it came with a new version and was not sent."""

    number: str
    content: bytes
    linked: bool = False

    @property
    def md5(self) -> str:
        return hashlib.md5(self.content).hexdigest()


@dataclass
class Deposit:
    """A draft or a published record."""

    id: int
    concept: int
    owner: str
    metadata: dict[str, Any]
    files: dict[str, Stored] = field(default_factory=dict)
    published: bool = False


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    received: int = 0


@dataclass
class FakeZenodo:
    """The state of the site."""

    url: str = ""
    tokens: dict[str, str] = field(default_factory=lambda: {TOKEN: "alice", OTHER_TOKEN: "bob"})
    deposits: dict[int, Deposit] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    clock_error_s: float = 0.0
    rate: tuple[int, float] | None = None
    ranges: bool = True
    links_to: str | None = None
    released: threading.Event = field(default_factory=threading.Event)
    lock: threading.RLock = field(default_factory=threading.RLock)
    _times: list[float] = field(default_factory=list)
    _next: int = 1000

    def client(self, token: str | None = TOKEN, **access: Any) -> ZenodoClient:
        """A client that does not wait for long."""
        quick = {"timeout_s": 1.0, "answer_timeout_s": 1.0, "attempts": 3, "first_wait_s": 0.01, "longest_wait_s": 2.0}
        return ZenodoClient(Access(**{"url": self.url, "requests_per_minute": 100_000, **quick, **access}), token)

    def number(self) -> int:
        """A number that nothing has yet."""
        self._next += 1
        return self._next

    def count(self, method: str, path: str = "") -> int:
        """How many requests came."""
        return sum(one.method == method and re.search(path, one.path) is not None for one in self.asked)

    @property
    def changes(self) -> int:
        """How many requests came that were to change something."""
        return sum(one.method != "GET" for one in self.asked)

    @property
    def drafts(self) -> list[Deposit]:
        return [one for one in self.deposits.values() if not one.published]

    @property
    def records(self) -> list[Deposit]:
        return [one for one in self.deposits.values() if one.published]

    def latest(self, concept: int) -> Deposit:
        """The newest record of a concept."""
        return max((one for one in self.records if one.concept == concept), key=lambda one: one.id)

    def add_record(self, files: dict[str, bytes], owner: str = "alice", **metadata: Any) -> Deposit:
        """A record that was published before."""
        deposit = Deposit(self.number(), self.number(), owner, {"title": "A record", **metadata}, published=True)
        deposit.files = {name: Stored(str(self.number()), content) for name, content in files.items()}
        self.deposits[deposit.id] = deposit
        return deposit

    def is_over_rate(self) -> bool:
        """Whether too many requests came in the window."""
        if self.rate is None:
            return False
        now, (most, window) = time.monotonic(), self.rate
        self._times = [*(one for one in self._times if now - one < window), now]
        return len(self._times) > most

    def deposition(self, one: Deposit) -> dict[str, Any]:
        """A deposition as its owner sees it."""
        base = f"{self.links_to or self.url}/api/deposit/depositions/{one.id}"
        doi = f"10.5072/zenodo.{one.id}"
        links = {
            "self": base,
            "html": f"{self.url}/deposit/{one.id}",
            "files": f"{base}/files",
            "bucket": f"{self.links_to or self.url}/api/files/bucket-{one.id}",
            "latest_draft": base,
            "publish": f"{base}/actions/publish",
        }
        published = {"doi": doi} if one.published else {}
        return {
            "id": one.id,
            "conceptrecid": str(one.concept),
            "owner": 1,
            "state": "done" if one.published else "unsubmitted",
            "submitted": one.published,
            "title": one.metadata.get("title", ""),
            "metadata": {**one.metadata, "prereserve_doi": {"doi": doi, "recid": one.id}},
            "links": links | ({"record_html": f"{self.url}/record/{one.id}"} if one.published else {}),
            "files": [
                {
                    "id": stored.number,
                    "filename": name,
                    "filesize": len(stored.content),
                    "checksum": stored.md5,
                    "links": {"self": f"{base}/files/{stored.number}"},
                }
                for name, stored in one.files.items()
            ],
            **published,
        }

    def record(self, one: Deposit) -> dict[str, Any]:
        """A record as everybody sees it."""
        base = f"{self.url}/api/records/{one.id}"
        metadata = {name: value for name, value in one.metadata.items() if name != "license"}
        licence = {"license": {"id": one.metadata["license"]}} if "license" in one.metadata else {}
        return {
            "id": one.id,
            "conceptrecid": str(one.concept),
            "doi": f"10.5072/zenodo.{one.id}",
            "metadata": {**metadata, **licence},
            "links": {"self": base, "latest": f"{base}/versions/latest"},
            "files": [
                {
                    "id": stored.number,
                    "key": name,
                    "size": len(stored.content),
                    "checksum": f"md5:{stored.md5}",
                    "links": {"self": f"{base}/files/{stored.number}/content"},
                }
                for name, stored in one.files.items()
            ],
        }


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing if a client went away, as some tests make it."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def running(*faults: Fault) -> Iterator[FakeZenodo]:
    """A site on a free port."""
    fake = FakeZenodo(faults=list(faults))
    with serving(_Server(("127.0.0.1", 0), _handler(fake))) as fake.url:
        try:
            yield fake
        finally:
            fake.released.set()


class _Answered(Exception):  # noqa: N818 (it is no error of the server)
    """An answer that ends the handling of a request."""

    def __init__(self, status: int, value: Any = None) -> None:
        self.status, self.value = status, value


def _refuse(status: int, message: str, errors: Sequence[dict[str, Any]] = ()) -> _Answered:
    return _Answered(status, {"status": status, "message": message, **({"errors": list(errors)} if errors else {})})


class _Handler(BaseHTTPRequestHandler):
    fake: FakeZenodo

    def do_GET(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def do_PUT(self) -> None:
        self._handle()

    def do_DELETE(self) -> None:
        self._handle()

    def _handle(self) -> None:
        address = urlsplit(self.path)
        path = unquote(address.path)
        with self.fake.lock:
            fault = next((one for one in self.fake.faults if one.fits(self.command, path)), None)
            over = self.fake.is_over_rate()
        size = int(self.headers.get("Content-Length") or 0)
        if fault and fault.kind == "drop":
            read = len(self.rfile.read(min(size, fault.after)))
            self.fake.asked.append(Asked(self.command, path, address.query, dict(self.headers), read))
            self._reset()
            return
        # What is declared larger than any record is refused before it is read.
        body = self.rfile.read(size) if size <= MOST_BYTES // 100 else b""
        self.fake.asked.append(Asked(self.command, path, address.query, dict(self.headers), len(body)))
        if len(body) < size <= MOST_BYTES // 100:
            return  # The client went away; nothing is stored.
        if fault and fault.kind == "hang":
            self.fake.released.wait(10)
            self._reset()
            return
        if fault and fault.kind == "status":
            self._answer(fault.status, {"status": fault.status, "message": fault.message}, fault.headers)
            return
        if fault and fault.kind == "raw":
            self._answer(200, fault.message.encode())
            return
        if fault and fault.kind == "expire":
            self.fake.tokens.clear()
        if over:
            self._answer(429, {"status": 429, "message": "Too many requests"}, (("Retry-After", "1"),))
            return
        if fault and fault.kind == "corrupt":
            body = bytes([body[0] ^ 1]) + body[1:]
        try:
            with self.fake.lock:
                self._route(path, parse_qs(address.query), body, size)
        except _Answered as answered:
            if fault and fault.kind == "lose":
                self._reset()
                return
            value = answered.value
            headers = (("Location", value["location"]),) if answered.status == 302 else ()
            self._answer(answered.status, value, headers, cut=bool(fault and fault.kind == "cut"))

    def _route(self, path: str, query: dict[str, list[str]], body: bytes, size: int) -> None:
        match [self.command, *path.strip("/").split("/")]:
            case ["GET", "api", "records", number]:
                self._show_record(int(number))
            case ["GET", "api", "records", number, "versions", "latest"]:
                latest = self.fake.latest(self._record(int(number)).concept)
                raise _Answered(302, {"location": f"{self.fake.url}/api/records/{latest.id}"})
            case ["GET", "api", "records", number, "files", key, "content"]:
                found = self._record(int(number)).files.values()
                self._send_file(next(one for one in found if one.number == key).content)
            case ["GET", "api", "deposit", "depositions"]:
                account = self._account()
                page, most = (int(query[name][0]) for name in ("page", "size"))
                own = [one for one in self.fake.deposits.values() if one.owner == account]
                shown = sorted(own, key=lambda one: -one.id)[(page - 1) * most : page * most]
                raise _Answered(200, [self.fake.deposition(one) for one in shown])
            case ["POST", "api", "deposit", "depositions"]:
                made = Deposit(self.fake.number(), self.fake.number(), self._account(), json.loads(body)["metadata"])
                self.fake.deposits[made.id] = made
                raise _Answered(201, self.fake.deposition(made))
            case [_, "api", "deposit", "depositions", number, *rest]:
                self._on_deposition(self._own(int(number)), rest, body)
            case ["PUT", "api", "files", bucket, key]:
                self._store(self._own(int(bucket.removeprefix("bucket-"))), key, body, size)
            case _:
                raise _refuse(404, "There is no such address")

    def _on_deposition(self, one: Deposit, rest: list[str], body: bytes) -> None:
        match [self.command, *rest]:
            case ["GET"]:
                raise _Answered(200, self.fake.deposition(one))
            case ["POST", "actions", "newversion"]:
                self._new_version(one)
        if one.published:
            raise _refuse(404, "The draft does not exist: the record is published")
        match [self.command, *rest]:
            case ["PUT"]:
                one.metadata = json.loads(body)["metadata"]
                raise _Answered(200, self.fake.deposition(one))
            case ["DELETE"]:
                del self.fake.deposits[one.id]
                raise _Answered(204)
            case ["DELETE", "files", number]:
                name = next((name for name, stored in one.files.items() if stored.number == number), None)
                if name is None:
                    raise _refuse(404, "File not found")
                del one.files[name]
                raise _Answered(204)
            case ["POST", "actions", "publish"]:
                missing = [name for name in _NEEDED if not one.metadata.get(name)]
                if missing or not one.files:
                    errors = [{"field": f"metadata.{name}", "message": "Missing data"} for name in missing]
                    raise _refuse(400, "A validation error occurred", errors)
                one.published = True
                raise _Answered(202, self.fake.deposition(one))

    def _new_version(self, one: Deposit) -> None:
        if not one.published or self.fake.latest(one.concept) is not one:
            raise _refuse(404, "Only of the latest version a new one can be made")
        if any(draft.concept == one.concept for draft in self.fake.drafts):
            error = {"field": "files.enabled", "messages": ["Please remove all files first."]}
            raise _refuse(400, "A validation error occurred", [error])
        inherited = {k: v for k, v in one.metadata.items() if k not in ("version", "publication_date")}
        made = Deposit(self.fake.number(), one.concept, one.owner, inherited)
        made.files = {name: Stored(str(self.fake.number()), had.content, True) for name, had in one.files.items()}
        self.fake.deposits[made.id] = made
        raise _Answered(201, self.fake.deposition(made))

    def _store(self, one: Deposit, key: str, body: bytes, size: int) -> None:
        if one.published:
            raise _refuse(403, "The files of a published record cannot be changed")
        others = [stored for name, stored in one.files.items() if name != key]
        if len(others) + 1 > MOST_FILES:
            raise _refuse(400, f"A record holds at most {MOST_FILES} files")
        if sum(len(stored.content) for stored in others) + size > MOST_BYTES:
            raise _refuse(400, f"A record holds at most {MOST_BYTES} bytes")
        stored = one.files[key] = Stored(str(self.fake.number()), body)
        raise _Answered(201, {"key": key, "size": len(body), "checksum": f"md5:{stored.md5}"})

    def _account(self) -> str:
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or token not in self.fake.tokens:
            raise _refuse(401, f"The server could not verify that you are authorized ({token})")
        return self.fake.tokens[token]

    def _own(self, number: int) -> Deposit:
        account = self._account()
        if number not in self.fake.deposits:
            raise _refuse(404, "The persistent identifier does not exist")
        if self.fake.deposits[number].owner != account:
            raise _refuse(403, "Permission denied")
        return self.fake.deposits[number]

    def _record(self, number: int) -> Deposit:
        if number not in self.fake.deposits or not self.fake.deposits[number].published:
            raise _refuse(404, "The persistent identifier does not exist")
        return self.fake.deposits[number]

    def _show_record(self, number: int) -> None:
        if any(one.concept == number for one in self.fake.records):
            raise _Answered(302, {"location": f"{self.fake.url}/api/records/{self.fake.latest(number).id}"})
        raise _Answered(200, self.fake.record(self._record(number)))

    def _send_file(self, content: bytes) -> None:
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if asked and self.fake.ranges:
            start = int(asked.group(1))
            raise _Answered(206 if start < len(content) else 416, content[start:])
        raise _Answered(200, content)

    def _answer(self, status: int, value: Any, headers: Sequence[tuple[str, str]] = (), *, cut: bool = False) -> None:
        body = value if isinstance(value, bytes) else b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def date_time_string(self, timestamp: float | None = None) -> str:
        return super().date_time_string((timestamp or time.time()) - self.fake.clock_error_s)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is the library's)
        """Stays silent."""


def _handler(fake: FakeZenodo) -> type[BaseHTTPRequestHandler]:
    return type("Handler", (_Handler,), {"fake": fake})
