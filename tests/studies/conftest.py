"""Databases for the tests: SQLite, and PostgreSQL from the binaries of the system."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import pytest

from tests.missing import missing

ACCOUNT = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return int(opened.getsockname()[1])


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of these tests, without the name of a database."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not programs:
        missing("there is no PostgreSQL: apt install postgresql")
    folder = mkdtemp(prefix="versebench-postgres-")
    as_account = []
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
        as_account = ACCOUNT
    port = free_port()

    def run(program: str, *arguments: str) -> None:
        command = [*as_account, str(programs[-1] / program), *arguments]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "versebench", "--no-locale", "-E", "UTF8", "-N")
    options = f"-k {folder} -h 127.0.0.1 -p {port}"
    run("pg_ctl", "-D", f"{folder}/data", "-w", "-o", options, "-l", f"{folder}/log", "start")
    try:
        yield f"postgresql://versebench@127.0.0.1:{port}"
    finally:
        run("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/study.db"
    import psycopg

    server, name = request.getfixturevalue("postgres"), f"study_{uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{server}/{name}"
