"""Models on the hub without a commit: a server on this machine answers as the hub does."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("huggingface_hub")

from tests.http_serving import serving
from versebench.models.scorers.identity import UnknownModelError
from versebench.pipelines.commands.scoring.hub_commit import commit_of, is_hub_id

COMMIT, TAGGED = "1234567890" * 4, "abcdef0123" * 4
ANSWERS = {
    "/api/models/o/poet": {"id": "o/poet", "sha": COMMIT},
    "/api/models/o/poet/revision/v1": {"id": "o/poet", "sha": TAGGED},
    "/api/models/o/none": {"id": "o/none"},
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = ANSWERS.get(self.path.partition("?")[0])
        body = json.dumps(found or {"error": "Repository not found"}).encode()
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as url:
        monkeypatch.setenv("HF_ENDPOINT", url)
        yield


@pytest.mark.usefixtures("hub")
def test_the_newest_commit_or_that_of_a_tag_is_found() -> None:
    assert commit_of("o/poet", None) == COMMIT
    assert commit_of("o/poet", "v1") == TAGGED


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize("model", ["o/other", "o/none"])
def test_a_model_that_the_hub_does_not_have_is_reported(model: str) -> None:
    with pytest.raises(UnknownModelError, match=r"check the name and the network, or give a full commit \(40 hex"):
        commit_of(model, None)


def test_a_commit_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1")
    assert commit_of("o/poet", COMMIT) == COMMIT


def test_without_a_network_the_remedy_is_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1")
    with pytest.raises(UnknownModelError, match=r"the hub gave no commit for it at v1 .*--revision"):
        commit_of("o/poet", "v1")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("o/poet", True),
        ("distilgpt2", True),
        ("gpt2-verse", False),
        ("gpt2-verses", False),
        ("smollm2-135m", False),
        ("./model", False),
        ("/models/poet", False),
        ("a/b/c", False),
        ("models", False),
    ],
)
def test_what_can_only_be_a_model_on_the_hub(name: str, expected: bool) -> None:
    assert is_hub_id(name) is expected
