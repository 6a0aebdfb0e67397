"""Serve a study over HTTP until the process is stopped."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from versebench.studies.database.engine import Database
from versebench.studies.errors import StudyError
from versebench.studies.web.app import make_app
from versebench.studies.web.listen import listen
from versebench.studies.web.service import Service


def serve(service: Service, host: str, port: int, started: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or a signal of termination; open requests are answered first."""
    with only_server(service.database):
        answered = listen(make_app(service), host, port, started)
    if not answered:
        raise StudyError(f"port {port} of {host} cannot be opened; name a free one with --port")


@contextmanager
def only_server(database: Database) -> Iterator[None]:
    """Hold the lock of a SQLite file, which one server may use. Raises :class:`StudyError` if another does."""
    file = database.engine.url.database if database.is_sqlite else None
    if not file:
        yield
        return
    with open(f"{file}.lock", "wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StudyError(f"another server uses {file}; stop it, or use PostgreSQL for several servers") from None
        yield
