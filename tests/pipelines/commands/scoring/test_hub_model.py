"""Scoring with a model of the hub whose commit nobody named, from a server on this machine that answers as the hub."""

import hashlib
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.http_serving import serving
from tests.models.scorers import saved
from tests.pipelines.conftest import Sample
from tests.pipelines.running import versebench

COMMIT = "1234567890" * 4
MODEL = "o/poet"


class Hub(BaseHTTPRequestHandler):
    """Answers about the files of one folder, as the model :data:`MODEL`."""

    folder: Path

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        start = f"/{MODEL}/resolve/{COMMIT}/"
        files = sorted(path for path in self.folder.iterdir() if path.is_file())
        if path.startswith("/api/models/" + MODEL):
            listed = [{"rfilename": file.name} for file in files]
            tree = [{"type": "file", "path": file.name, "size": file.stat().st_size, "oid": "0"} for file in files]
            answer = tree if "/tree/" in path else {"id": MODEL, "sha": COMMIT, "siblings": listed}
            self._answer(200, json.dumps(answer).encode())
        elif path.startswith(start) and (self.folder / path.removeprefix(start)).is_file():
            self._answer(200, (self.folder / path.removeprefix(start)).read_bytes())
        else:
            self._answer(404, b"{}", {"X-Error-Code": "EntryNotFound"})

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        etag = f'"{hashlib.sha256(body).hexdigest()}"'
        for name, value in {"X-Repo-Commit": COMMIT, "ETag": etag, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    Hub.folder = saved.causal(tmp_path / "poet", context=400)
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Hub)) as url:
        monkeypatch.setenv("HF_ENDPOINT", url)
        monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
        for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_TOKEN"):
            monkeypatch.delenv(name, raising=False)
        yield


@pytest.mark.usefixtures("hub")
def test_the_commit_is_found_printed_and_recorded(scored: Sample, tmp_path: Path) -> None:
    arguments = ("score", scored.release, "--root", tmp_path / "root", "--model", MODEL, "--task", "swap_lines")
    ran = versebench(*arguments, "--limit", "3", "--out", tmp_path / "mine.html")
    assert ran.code == 0, ran.err
    assert f"{MODEL}: commit {COMMIT} of the hub; --revision {COMMIT} gives the same scores again" in ran.err
    assert f"<code>{COMMIT}</code> (commit on the hub)" in (tmp_path / "mine.html").read_text(encoding="utf-8")
    again = versebench(*arguments, "--limit", "3", "--revision", COMMIT, "--json")
    assert again.code == 0, again.err
    (scores,) = json.loads(again.out)["scores"]
    assert scores["revision"] == COMMIT
    assert scores["directory"] in ran.err
    assert COMMIT in (Path(scores["directory"]) / "manifest.json").read_text(encoding="utf-8")
