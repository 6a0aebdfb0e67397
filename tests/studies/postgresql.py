"""A PostgreSQL server of its own, from the binaries of the system, which may be killed and started again."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

ACCOUNT = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return int(opened.getsockname()[1])


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None if there are none."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


class PostgreSQL:
    """A server in a temporary folder, on the loopback address."""

    def __init__(self) -> None:
        found = programs()
        assert found is not None
        self._programs, self.port = found, free_port()
        self._folder = mkdtemp(prefix="versebench-postgres-")
        self._account = []
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self._folder, "postgres")
            self._account = ACCOUNT
        data = f"{self._folder}/data"
        self._run("initdb", "-D", data, "-A", "trust", "-U", "versebench", "--no-locale", "-E", "UTF8", "-N")
        self.start()

    def start(self) -> None:
        """Start the server; it recovers from its log."""
        options = f"-k {self._folder} -h 127.0.0.1 -p {self.port}"
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-w", "-o", options, "-l", f"{self._folder}/log", "start")

    def kill(self) -> None:
        """kill -9 of the server, and start it as soon as its children have noticed."""
        os.kill(int(Path(f"{self._folder}/data/postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        for _ in range(100):
            time.sleep(0.2)
            try:
                return self.start()
            except subprocess.CalledProcessError:  # the lock file is still there
                continue
        raise AssertionError("PostgreSQL did not start again")

    def halt(self) -> None:
        """Stop the server at once, and keep its data."""
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-m", "immediate", "stop")

    def stop(self) -> None:
        """Stop the server and delete it."""
        self.halt()
        shutil.rmtree(self._folder)

    @property
    def address(self) -> str:
        """The address of the server, without the name of a database."""
        return f"postgresql://versebench@127.0.0.1:{self.port}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"study_{uuid4().hex}"
        with psycopg.connect(f"{self.address}/postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"{self.address}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._account, str(self._programs / program), *arguments]
        subprocess.run(command, cwd=self._folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
