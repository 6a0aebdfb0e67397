"""Connections to the database of a study, and its transactions."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, make_url, select
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from versebench.studies.database.tables import STUDY
from versebench.studies.database.turns import Writer
from versebench.studies.errors import StudyError

_MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """The database of one study. A transaction is committed before its block ends without an error."""

    def __init__(self, address: str) -> None:
        self.engine = _engine(address)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._reading = _engine(address, begin="BEGIN") if self.is_sqlite else self.engine
        self._writer = Writer(self.engine)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction; in SQLite, one at a time, in the order in which threads asked."""
        if self.is_sqlite:
            with self._writer.transaction() as connection:
                yield connection
        else:
            with self.engine.begin() as connection:
                yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads and waits for nobody."""
        with (self._reading if self.is_sqlite else self.engine).begin() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A transaction that reads one state of the database, for as long as it takes, while others write."""
        if self.is_sqlite:
            with self._reading.begin() as connection:
                yield connection
        else:
            with self.engine.execution_options(isolation_level="REPEATABLE READ").begin() as connection:
                yield connection

    def prepare(self, study: str) -> None:
        """Migrate the database, and make it that of a study. Raises :class:`StudyError` if it is another's."""
        from alembic import command
        from alembic.config import Config

        with self._alone(), self.engine.begin() as connection:
            if not self.is_sqlite:
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7306)")
            config = Config()
            config.set_main_option("script_location", str(_MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            of = connection.execute(select(STUDY.c.study)).scalar_one_or_none()
            if of is None:
                connection.execute(insert(STUDY).values(study=study, state="open", simulated=None))
            elif of != study:
                raise StudyError(
                    f"the database is of study {of}, not of {study}; name the database of this plan, or an empty one"
                )

    def _alone(self) -> AbstractContextManager[None]:
        return self._writer.alone() if self.is_sqlite else nullcontext()

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        self._reading.dispose()

    @property
    def file(self) -> str | None:
        """The path of a SQLite file; None for PostgreSQL, and for a database in memory."""
        return self.engine.url.database if self.is_sqlite else None

    def scrub(self) -> None:
        """Write a SQLite file anew, without the pages of what was deleted. PostgreSQL does it by itself."""
        if self.is_sqlite:
            with self._writer.alone(), closing(self._reading.raw_connection()) as connection:
                for command in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                    connection.cursor().execute(command)


def _engine(address: str, begin: str = "BEGIN IMMEDIATE") -> Engine:
    try:
        url = make_url(address)
        if url.get_backend_name() == "sqlite":
            return _sqlite(url, begin)
        if url.get_backend_name() == "postgresql":
            return create_engine(
                url.set(drivername="postgresql+psycopg"),
                pool_size=16,
                max_overflow=32,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args={"connect_timeout": 5},
            )
    except (ArgumentError, NoSuchModuleError):
        pass
    except ModuleNotFoundError:
        raise StudyError('PostgreSQL needs psycopg; install "versebench[studies-postgres]"') from None
    raise StudyError("--database is no address; write sqlite:///FILE or postgresql://USER@HOST/NAME")


def _sqlite(url: Any, begin: str) -> Engine:
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": 30, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _configure(connection: Any, _: object) -> None:
        connection.isolation_level = None  # SQLAlchemy's event below begins transactions
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
