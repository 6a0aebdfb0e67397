"""Faults of the server, database, disk, clock and network of a study while judges answer."""

import contextlib
import json
import resource
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import urlencode, urlsplit

import httpx2
from sqlalchemy import text

from tests.faults.studies.served import BACK_SECONDS, JUDGES, Served, postgresql, served
from tests.pipelines.running import REPOSITORY
from tests.studies.postgresql import programs
from tests.studies.web.serving import answers
from versebench.studies.database import judges
from versebench.studies.simulate import read_page


def kill_the_server(folder: Path, random: Random) -> int:
    """kill -9 of the server; it is started again."""
    with served(folder) as study:
        crowd = study.crowd()
        time.sleep(random.random())
        study.kill()
        study.start()
        crowd.wait_for_answers(JUDGES, BACK_SECONDS)
        crowd.stop()
        return study.lost(crowd)


def kill_the_database(folder: Path, random: Random) -> int:
    """kill -9 of PostgreSQL; the server of the study goes on by itself once it is back."""
    with postgresql() as server, served(folder, database=server.new_database()) as study:
        crowd = study.crowd()
        time.sleep(random.random())
        server.kill()
        crowd.wait_for_answers(JUDGES, BACK_SECONDS)
        crowd.stop()
        return study.lost(crowd)


def fill_the_disk(folder: Path, random: Random) -> int:
    """A disk of a random size fills up; once there is room, the same server goes on."""
    disk = folder / "disk"
    disk.mkdir()
    size = random.randint(8_000, 12_000)
    mount = ["unshare", "-m", "sh", "-c", f'mount -t tmpfs -o size={size}k none {disk} && exec "$@"', "sh"]
    with served(folder, *mount, database=f"sqlite:///{disk}/study.db") as study:
        assert study.process is not None
        seen = Path(f"/proc/{study.process.pid}/root{disk}")
        inside = ["nsenter", "-t", str(study.process.pid), "-m", sys.executable, "-m", "versebench", "study", "invite"]
        asked = [*inside, study.plan, "-n", str(JUDGES), "--database", study.database, "--json"]
        ran = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=True)
        crowd = study.crowd([link.rpartition("/")[2] for link in json.loads(ran.stdout)["links"]])
        with contextlib.suppress(OSError), open(seen / "filler", "wb", buffering=0) as filler:
            while filler.write(b"0" * 1024):
                pass
        _wait_until(lambda: crowd.refused)
        (seen / "filler").unlink()
        crowd.wait_for_answers(JUDGES, BACK_SECONDS)
        crowd.stop()
        for path in seen.glob("study.db*"):
            shutil.copy(path, folder / path.name)
        return study.lost(crowd, f"sqlite:///{folder}/study.db")


def read_only(folder: Path, random: Random) -> int:
    """The database takes no writes for a while."""
    with postgresql() as server, served(folder, database=server.new_database()) as study:
        crowd = study.crowd()
        time.sleep(random.random() / 2)
        _set_read_only(study, "on")
        _wait_until(lambda: crowd.refused)
        _set_read_only(study, "off")
        crowd.wait_for_answers(JUDGES, BACK_SECONDS)
        crowd.stop()
        return study.lost(crowd)


def no_writes_to_the_file(folder: Path, random: Random) -> int:
    """The file system of a SQLite file takes no writes for a while; on a read-only one, no server starts."""
    with served(folder) as study:
        crowd = study.crowd()
        time.sleep(random.random() / 2)
        assert study.process is not None
        _, most = resource.prlimit(study.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(study.process.pid, resource.RLIMIT_FSIZE, (0, most))
        _wait_until(lambda: crowd.refused)
        resource.prlimit(study.process.pid, resource.RLIMIT_FSIZE, (most, most))
        crowd.wait_for_answers(JUDGES, BACK_SECONDS)
        study.kill()
        bound = f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder} && exec"
        command = [sys.executable, "-m", "versebench", "study", "serve", study.plan, "--port", "0"]
        refused = subprocess.run(
            ["unshare", "-m", "sh", "-c", f'{bound} "$@"', "sh", *command, "--database", study.database],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert refused.returncode == 1, refused.stderr
        assert "Traceback" not in refused.stderr
        assert "cannot be used" in refused.stderr
        study.start()
        crowd.wait_for_answers(JUDGES, BACK_SECONDS)
        crowd.stop()
        return study.lost(crowd)


def _set_read_only(study: Served, value: str) -> None:
    database = study.opened()
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("SET default_transaction_read_only = off"))
        connection.execute(text(f"ALTER SYSTEM SET default_transaction_read_only = {value}"))
        connection.execute(text("SELECT pg_reload_conf()"))
    database.close()


def clock_off(folder: Path, random: Random) -> int:
    """The clock of the machine jumps two hours, forth and back: no open item changes, and none is lost."""
    with served(folder) as study:
        crowd = study.crowd()
        jumps = [7200, -7200]
        random.shuffle(jumps)
        for jump in jumps:
            study.kill()
            study.start(clock_off=jump)
            crowd.wait_for_answers(JUDGES, BACK_SECONDS)
        crowd.stop()
        return study.lost(crowd)


def cut_connections(folder: Path, random: Random) -> int:
    """The connection ends before the answer comes; the judge sends the form again."""
    with served(folder) as study:
        crowd = study.crowd()
        crowd.stop()
        database = study.opened()
        with database.transaction() as connection:
            [code] = judges.invite(connection, 1, simulated=True)
        with httpx2.Client(base_url=study.url, timeout=10) as client:
            client.post("/study", data=read_page(client.post(f"/j/{code}", data={"agree": "yes"}).text).hidden)
            for _ in range(12):
                page = read_page(client.get("/study").text)
                form = {**page.hidden, **answers(page)}
                _send_and_leave(study.url, client.cookies["judge"], form, random.random() / 20)
                assert client.post("/study", data=form).status_code in (200, 303)  # practice gives a page
                if form["step"] == "item":
                    crowd.acknowledged.add(form["assignment"])
        database.close()
        return study.lost(crowd)


def _send_and_leave(url: str, cookie: str, form: dict[str, str], seconds: float) -> None:
    body, place = urlencode(form).encode(), urlsplit(url)
    head = (
        f"POST /study HTTP/1.1\r\nHost: {place.netloc}\r\nCookie: judge={cookie}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((place.hostname, place.port)) as opened:
        opened.sendall(head.encode() + body)
        time.sleep(seconds)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset, no farewell


def two_servers(folder: Path, random: Random) -> int:
    """A second server of one SQLite file is refused, and the first goes on."""
    with served(folder) as study:
        crowd = study.crowd()
        time.sleep(random.random() / 2)
        command = [sys.executable, "-m", "versebench", "study", "serve", study.plan, "--port", "0"]
        second = subprocess.run(
            [*command, "--database", study.database], cwd=REPOSITORY, capture_output=True, text=True, timeout=60
        )
        assert second.returncode == 1, second.stderr
        assert "another server uses" in second.stderr
        crowd.wait_for_answers(JUDGES, BACK_SECONDS)
        crowd.stop()
        return study.lost(crowd)


def _wait_until(come: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not come():
        assert time.monotonic() < end, "the fault was never noticed"
        time.sleep(0.02)


def missing(name: str) -> str | None:
    """What a fault needs and this machine lacks."""
    if name in ("study: kill -9 of PostgreSQL", "study: read-only") and programs() is None:
        return "needs PostgreSQL: apt install postgresql"
    return None


FAULTS = {
    "study: kill -9 of the server": kill_the_server,
    "study: kill -9 of PostgreSQL": kill_the_database,
    "study: full disk": fill_the_disk,
    "study: read-only": read_only,
    "study: no writes to the SQLite file": no_writes_to_the_file,
    "study: clock two hours off": clock_off,
    "study: connections cut": cut_connections,
    "study: two servers on one file": two_servers,
}
"""Each gives the acknowledged judgements that were lost, and raises if anything else is wrong."""
