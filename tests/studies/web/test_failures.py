"""What judges see while the database is gone, and what a server writes to its log."""

import socket
import subprocess
import sys
from pathlib import Path

from sqlalchemy import func, select, text

from tests.missing import missing
from tests.pipelines.studies.plans import committed_plan
from tests.studies.made_up import service, spec
from tests.studies.postgresql import PostgreSQL, free_port, programs
from tests.studies.web.serving import Judge, answers, invited, serving
from versebench.studies.database import judges
from versebench.studies.database.engine import Database
from versebench.studies.database.tables import JUDGEMENTS
from versebench.studies.simulate import read_page, wait_for


def test_while_postgresql_is_gone_the_answer_stays_on_the_page() -> None:
    if programs() is None:
        missing("there is no PostgreSQL: apt install postgresql")
    server = PostgreSQL()
    try:
        made = service(spec(), server.new_database())
        with serving(made) as url:
            judge = Judge(url)
            page = judge.join(*invited(made))
            server.halt()
            failed = judge.send(page, **answers(page), comment="kept", known="yes")
            for refused in (failed, judge.client.get("/study"), judge.client.get("/j/unknown")):
                assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
            assert 'name="comment" value="kept"' in failed.text
            server.start()
            assert judge.send(read_page(failed.text)).status_code == 200
            assert judge.get().hidden["assignment"] != page.hidden["assignment"]
        with made.database.transaction() as connection:
            assert connection.execute(select(func.count()).select_from(JUDGEMENTS)).scalar_one() == 1
        made.database.close()
    finally:
        server.stop()


def test_no_code_session_or_answer_is_ever_logged(tmp_path: Path) -> None:
    plan, port = committed_plan(tmp_path), free_port()
    address, url = f"sqlite:///{tmp_path}/study.db", f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "versebench", "study", "serve", plan, "--port", str(port), "--database", address]
    with open(tmp_path / "log", "wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for(url, 60)
        database = Database(address)
        with database.transaction() as connection:
            link, unused = judges.invite(connection, 2, simulated=False)
        judge = Judge(url)
        page = judge.join(link)
        session = judge.client.cookies["judge"]
        judge.send(page, **answers(page), comment="a private remark").raise_for_status()
        judge.client.post("/resume", data={"code": judge.code}).raise_for_status()
        for path in (f"/j/{unused}", f"/{judge.code}", f"/study?code={judge.code}", f"/j/{judge.code}"):
            judge.client.get(path)
        with database.transaction() as connection:
            connection.execute(text("ALTER TABLE judgements RENAME TO gone"))
        page = judge.get()
        assert judge.send(page, **answers(page), comment="a private remark").status_code == 503
        with database.transaction() as connection:
            connection.execute(text("ALTER TABLE gone RENAME TO judgements"))
        _broken_request(port, judge.code)
        judge.client.post("/withdraw", data={"code": judge.code}).raise_for_status()
        database.close()
    finally:
        server.terminate()
        server.wait()
    written = (tmp_path / "log").read_text()
    assert url in written  # the log is that of the server
    for secret in (link, unused, judge.code, judge.code.replace("-", ""), session, "a private remark"):
        assert secret not in written


def _broken_request(port: int, code: str) -> None:
    """A request that the server cannot read."""
    with socket.create_connection(("127.0.0.1", port)) as opened:
        opened.sendall(f"GET /j/{code} HTTP/1.1\r\nHost: {code}\r\nContent-Length: many\r\n\r\n".encode())
        assert b"400" in opened.recv(1000)
