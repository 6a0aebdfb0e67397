"""Databases for the tests: SQLite, and PostgreSQL from the binaries of the system."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.missing import missing
from tests.studies.postgresql import PostgreSQL, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    """A PostgreSQL server of these tests."""
    if programs() is None:
        missing("there is no PostgreSQL: apt install postgresql")
    server = PostgreSQL()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/study.db"
    server: PostgreSQL = request.getfixturevalue("postgres")
    return server.new_database()
