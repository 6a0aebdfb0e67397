"""Operate a study: serve it, invite judges, follow it, close it, and export it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from versebench.pipelines.errors import DataError
from versebench.pipelines.studies.folder import write_tables
from versebench.pipelines.studies.study_folder import Study, open_study
from versebench.pipelines.studies.validate_export import validate_export
from versebench.schemas.studies import EXPORT_TABLES
from versebench.storage.content_hash import content_hash
from versebench.studies import simulate
from versebench.studies.database import judges, leave
from versebench.studies.database.codes import plain
from versebench.studies.database.engine import Database
from versebench.studies.errors import StudyError
from versebench.studies.export.sides import uneven_answers
from versebench.studies.export.tables import export_study
from versebench.studies.web.server import serve
from versebench.studies.web.service import Service, make_service

LOOPBACK = ("127.0.0.1", "::1", "localhost")
EXPORT_VERSION = 2
"""Version of the export: a change of what is written from the same answers needs a new one."""


@dataclass(frozen=True)
class ExportedStudy:
    """A committed export, how many rows each table has, and what was counted."""

    directory: str
    rows: dict[str, int]
    counts: dict[str, int]


@contextmanager
def explained() -> Iterator[None]:
    """Report what an operator can fix as one message."""
    try:
        yield
    except StudyError as error:
        raise DataError(str(error)) from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise DataError(f"the database cannot be used: {reason}; check --database, and that it is running") from None
    except OSError as error:
        raise DataError(
            f"{error.filename or 'a file'} cannot be used: {error.strerror or error}; make room for it, or name another"
        ) from None


@contextmanager
def opened(
    study: Study, database: str | None, journal: str | None = None, *, behind_proxy: bool = False
) -> Iterator[Service]:
    """A study with its database, whose connections are closed at the end of the block."""
    with explained(), opened_database(study, database) as found:
        yield make_service(
            study.study,
            study.spec,
            study.consent,
            study.items,
            found,
            journal=journal or default_journal(study, found),
            behind_proxy=behind_proxy,
        )


@contextmanager
def opened_database(study: Study, database: str | None) -> Iterator[Database]:
    """The database of a study, which may be empty."""
    found = Database(database or study.default_database)
    try:
        yield found
    finally:
        found.close()


def default_journal(study: Study, database: Database) -> str:
    """The journal of withdrawals: beside a SQLite file, or else beside the folder of the plan."""
    return f"{database.file or os.path.abspath(study.directory)}.withdrawals"


def serve_study(
    path: str,
    database: str | None,
    journal: str | None,
    host: str,
    port: int,
    *,
    behind_proxy: bool,
    started: Callable[[str], None],
) -> None:
    """Serve a study until the process is stopped. Plain HTTP leaves this machine only behind a proxy with HTTPS."""
    if host not in LOOPBACK and not behind_proxy:
        raise DataError(
            f"--host {host} would send codes unencrypted; serve on 127.0.0.1 behind a proxy with HTTPS, and name "
            "--behind-proxy"
        )
    with opened(open_study(path), database, journal, behind_proxy=behind_proxy) as service:
        serve(service, host, port, started)


def invite(path: str, database: str | None, number: int) -> list[str]:
    """Codes of secret links for people."""
    with opened(open_study(path), database) as service, service.database.transaction() as connection:
        return judges.invite(connection, number, simulated=False)


def status(path: str, database: str | None) -> dict[str, Any]:
    """How far a study is; never what was answered."""
    study = open_study(path)
    with opened(study, database) as service, service.database.transaction() as connection:
        return {"study": study.study, **judges.progress(connection, service.design.judgements_per_item)}


def simulate_judges(path: str, database: str | None, url: str, number: int, wait: float) -> dict[str, Any]:
    """Invite programs, and let them answer over HTTP; the server and this command use the same database."""
    study = open_study(path)
    with opened(study, database) as service:
        simulate.wait_for(url, wait)
        with service.database.transaction() as connection:
            codes = judges.invite(connection, number, simulated=True)
        done = simulate.simulate(url, codes, study.items, study.spec.seed)
    return {
        "judges": len(done),
        "finished": sum(judge.finished for judge in done),
        "answered": sum(judge.answered for judge in done),
    }


def close(path: str, database: str | None, reason: str) -> None:
    """Take no more answers."""
    with opened(open_study(path), database) as service, service.database.transaction() as connection:
        leave.close(connection, reason)


def withdraw(path: str, database: str | None, journal: str | None, code: str) -> None:
    """Delete all about the judge with a code, at the judge's request."""
    with opened(open_study(path), database, journal) as service, service.database.transaction() as connection:
        letters = plain(code)
        judge = judges.judge_of_code(connection, letters) if letters is not None else None
        if judge is None:
            raise DataError("no judge of this study has this code; compare it with what the judge was given")
        leave.withdraw(connection, judge, service.journal)
        judges.record(connection, "withdraw", "one judge, by the operator")


def export(path: str, database: str | None, out: str) -> ExportedStudy:
    """Write the tables of a closed study to ``out/study-export/ID``, if their suites and that of its counts hold."""
    study = open_study(path)
    with opened(study, database) as service:
        with service.database.snapshot() as connection:
            exported = export_study(connection, study.study, study.items, service.design, study.spec.gold)
        with service.database.transaction() as connection:
            judges.record(connection, "export", f"{exported.counts['exported']} judgements")
    tables = exported.tables
    validate_export(study.study, tables, exported.counts)
    uneven = uneven_answers(tables["judgements"], tables["items"])
    counts = {**exported.counts, "uneven_answers": uneven}
    made_of = {
        "version": EXPORT_VERSION,
        "study": study.study,
        "counts": counts,
        "content": {name: content_hash(rows) for name, rows in tables.items()},
    }
    run, _ = write_tables(out, "study-export", {EXPORT_TABLES[name]: [rows] for name, rows in tables.items()}, made_of)
    return ExportedStudy(run.directory, {name: len(rows) for name, rows in tables.items()}, counts)
