"""A thesaurus service on this machine that answers as Merriam-Webster documents its own, with its failures."""

import json
import socket
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.http_serving import serving

KEY = "s3cret-k3y-0f-the-t3st"
INVALID_KEY = b"Invalid API key. Not subscribed for this reference."


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer; ``cut`` bytes of the body are kept back, ``hang`` waits for the client to give up."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    cut: int = 0
    hang: bool = False
    drop: bool = False


def entry(id_: str, fl: str, syns: Sequence[Sequence[str]], stems: Sequence[str] = ()) -> dict[str, Any]:
    """An entry with the members that the service documents."""
    headword = id_.split(":")[0]
    senses = [
        [["sense", {"dt": [["text", "what it means"]], "syn_list": [[{"wd": one} for one in words]]}]] for words in syns
    ]
    return {
        "meta": {
            "id": id_,
            "uuid": "95702747-e10f-4738-895c-c04301c0799b",
            "src": "coll_thes",
            "section": "alpha",
            "stems": list(stems or [headword]),
            "syns": [list(words) for words in syns],
            "ants": [],
            "offensive": False,
        },
        "hwi": {"hw": headword},
        "fl": fl,
        "def": [{"sseq": senses}],
        "shortdef": ["what it means"],
    }


def said(*entries: Any) -> Answer:
    """The answer that holds these entries or suggestions."""
    return Answer(json.dumps(entries).encode(), headers=(("Content-Type", "application/json"),))


EYE = (
    entry("eye:1", "noun", [["ring", "circle"], ["scrutiny", "navel"], ["vision"]], ["eye", "eyes"]),
    entry(
        "eye:2",
        "verb",
        [["deliberate", "sight"], ["watch", "wrestle (with)", "look at"]],
        ["eye", "eyed", "eyeing", "eyes"],
    ),
    entry("private eye", "noun", [["detective"]], ["private eye"]),
)
RUN = entry("run", "verb", [["flee", "go"], ["drive"]], ["ran", "run", "running", "runs"])


@dataclass
class Service:
    """What is to be answered, in order, the last for ever; and what was asked."""

    answers: list[Answer]
    asked: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    url: str = ""
    released: threading.Event = field(default_factory=threading.Event)

    def next(self) -> Answer:
        """The answer whose turn it is."""
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def running(*answers: Answer) -> Iterator[Service]:
    """A service on a free port that gives these answers."""
    service = Service(list(answers))
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _handler(service))) as address:
        service.url = f"{address}/api/v3/references/thesaurus/json"
        try:
            yield service
        finally:
            service.released.set()


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            service.asked.append(unquote(address.path.rsplit("/", 1)[1]))
            service.keys.extend(parse_qs(address.query).get("key", []))
            answer = service.next()
            if answer.hang:
                service.released.wait(10)
            if answer.hang or answer.drop:
                reset = struct.pack("ii", 1, 0)  # closing sends a reset
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
                self.close_connection = True
                return
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body[: len(answer.body) - answer.cut])
            self.close_connection = bool(answer.cut)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is the library's)
            """Stays silent."""

    return Handler
