"""A served study, impatient judges who answer it, and what must be true afterwards."""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx2
from sqlalchemy import func, select

from tests.pipelines.running import REPOSITORY
from tests.pipelines.studies.plans import committed_plan
from tests.studies.postgresql import PostgreSQL, free_port
from tests.studies.web.serving import answers
from versebench.studies.database import judges
from versebench.studies.database.backup import recount
from versebench.studies.database.engine import Database
from versebench.studies.database.tables import ASSIGNMENTS, JUDGEMENTS
from versebench.studies.simulate import read_page

JUDGES = 8
BACK_SECONDS = 10.0
"""Seconds within which answers are taken again."""

_START_SECONDS = 60.0
_PROGRAM = """
import time
real = time.time
time.time = lambda: real() + {seconds}
from versebench.__main__ import main
main()
"""


class Crowd:
    """Judges who answer without a pause, send every form twice, and go on whatever happens."""

    def __init__(self, url: str, codes: list[str]) -> None:
        self.url, self.acknowledged, self.refused = url, set[str](), 0
        self._stop, self._guard = threading.Event(), threading.Lock()
        self._threads = [threading.Thread(target=self._judge, args=[code], daemon=True) for code in codes]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let every judge end."""
        self._stop.set()
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive()

    def wait_for_answers(self, number: int, seconds: float) -> float:
        """Wait for so many more acknowledged answers; how long that took."""
        begun, wanted = time.monotonic(), len(self.acknowledged) + number
        while len(self.acknowledged) < wanted:
            assert time.monotonic() - begun < seconds, f"no answer was taken within {seconds} seconds"
            time.sleep(0.02)
        return time.monotonic() - begun

    def _judge(self, code: str) -> None:
        with httpx2.Client(base_url=self.url, timeout=10) as client:
            joined = self._persist(lambda: client.post(f"/j/{code}", data={"agree": "yes"}))
            if joined is not None:
                hidden = read_page(joined.text).hidden
                self._persist(lambda: client.post("/study", data=hidden))
            while not self._stop.is_set():
                shown = self._persist(lambda: client.get("/study"))
                page = read_page(shown.text) if shown is not None else None
                if page is None or page.action is None:
                    return
                form = {**page.hidden, **answers(page)}
                for _ in range(2):
                    sent = self._persist(partial(client.post, "/study", data=form))
                    if sent is not None and sent.status_code == 303 and form.get("step") == "item":
                        with self._guard:
                            self.acknowledged.add(form["assignment"])

    def _persist(self, send: Callable[[], httpx2.Response]) -> httpx2.Response | None:
        """Send until an answer comes that is not 503; None if the judge was stopped before."""
        while not self._stop.is_set():
            with contextlib.suppress(httpx2.HTTPError):
                answer = send()
                if answer.status_code != 503:
                    assert answer.status_code < 400, answer.text
                    return answer
                assert answer.headers["Retry-After"]
                with self._guard:
                    self.refused += 1
            time.sleep(0.05)
        return None


class Served:
    """A plan, its database, and the command that serves it."""

    def __init__(self, folder: Path, database: str | None = None, port: int | None = None) -> None:
        self.folder, self.plan = folder, committed_plan(folder, poems=800, items_of_each=400, judge_items=100, most=100)
        self.database, self.port = database or f"sqlite:///{folder}/study.db", port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self, *prefix: str, clock_off: int = 0) -> None:
        """Start the server with a clock that is so many seconds off, and wait until it answers."""
        program = [sys.executable, "-c", _PROGRAM.format(seconds=clock_off)]
        command = ["study", "serve", self.plan, "--port", str(self.port)]
        with open(self.folder / "server.err", "ab") as messages:
            whole = [*prefix, *program, *command, "--database", self.database]
            self.process = subprocess.Popen(whole, cwd=REPOSITORY, stderr=messages, text=True)
        end = time.monotonic() + _START_SECONDS
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                if httpx2.get(f"{self.url}/alive", timeout=5).status_code == 200:
                    return
            assert self.process.poll() is None, (self.folder / "server.err").read_text()
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.05)

    def kill(self) -> None:
        """kill -9 of the server."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def opened(self, address: str | None = None) -> Database:
        """The database."""
        return Database(address or self.database)

    def invited(self) -> list[str]:
        """Codes of new links."""
        database = self.opened()
        with database.transaction() as connection:
            codes = judges.invite(connection, JUDGES, simulated=True)
        database.close()
        return codes

    def crowd(self, codes: list[str] | None = None) -> Crowd:
        """Judges who begin now; the first of them has answered."""
        codes = codes or self.invited()
        crowd = Crowd(self.url, codes)
        crowd.wait_for_answers(1, 30)
        return crowd

    def lost(self, crowd: Crowd, address: str | None = None) -> int:
        """Acknowledged judgements that are not stored. Fails if one is doubled, or a counter is wrong."""
        database = self.opened(address)
        with database.transaction() as connection:
            stored = connection.execute(select(JUDGEMENTS.c.assignment)).scalars().all()
            answered = select(ASSIGNMENTS.c.assignment).where(ASSIGNMENTS.c.state == "answered")
            assert sorted(stored) == sorted(connection.execute(answered).scalars())
            twice = select(func.count()).select_from(ASSIGNMENTS).group_by(ASSIGNMENTS.c.judge, ASSIGNMENTS.c.work)
            assert set(connection.execute(twice).scalars()) == {1}
            assert recount(connection) == 0, "counters are wrong"
        database.close()
        return len(crowd.acknowledged - set(stored))


@contextlib.contextmanager
def served(folder: Path, *prefix: str, database: str | None = None) -> Iterator[Served]:
    """A study that is served until the end of the block."""
    study = Served(folder, database)
    try:
        study.start(*prefix)
        yield study
    finally:
        if study.process is not None:
            study.kill()


@contextlib.contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server until the end of the block."""
    server = PostgreSQL()
    try:
        yield server
    finally:
        server.stop()
