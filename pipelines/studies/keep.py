"""Keep a study: back it up, restore it without who withdrew, forget who judged, and read what operators did."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import select

from versebench.pipelines.studies.operate import default_journal, explained, opened, opened_database
from versebench.pipelines.studies.study_folder import open_study
from versebench.studies.database import judges, leave
from versebench.studies.database.backup import Restored, write_backup
from versebench.studies.database.backup import restore as restore_into
from versebench.studies.database.journal import Journal
from versebench.studies.database.tables import AUDIT
from versebench.studies.web.server import only_server


def backup(path: str, database: str | None, out: str) -> dict[str, int]:
    """Write all rows of the database to a file, while the study may be served; how many of each table."""
    with opened(open_study(path), database) as service:
        with service.database.snapshot() as connection:
            counts = write_backup(connection, out)
        with service.database.transaction() as connection:
            judges.record(connection, "backup", f"{sum(counts.values())} rows to {Path(out).name}")
    return counts


def restore(path: str, database: str | None, file: str, journals: Sequence[str]) -> Restored:
    """Fill an empty database from a backup, and take out who withdrew since by the journals."""
    study = open_study(path)
    with explained(), opened_database(study, database) as found, only_server(found):
        found.prepare(study.study)
        named = [Journal(study.study, journal) for journal in journals or [default_journal(study, found)]]
        with found.transaction() as connection:
            restored = restore_into(connection, study.study, file, named)
        found.scrub()
    return restored


def forget(path: str, database: str | None, journal: str | None) -> dict[str, int]:
    """Delete comments, sessions, links and codes once the promised days are over; how many of each."""
    study = open_study(path)
    with opened(study, database, journal) as service:
        day = datetime.fromtimestamp(service.clock.read(), UTC).date().isoformat()
        with service.database.transaction() as connection:
            counts = leave.forget(connection, study.spec.people.retention_days, service.journal, day)
        service.database.scrub()
    return counts


def audit(path: str, database: str | None) -> list[dict[str, str]]:
    """What operators did, on which day, the first act first."""
    with opened(open_study(path), database) as service, service.database.snapshot() as connection:
        rows = select(AUDIT.c.day, AUDIT.c.act, AUDIT.c.detail).order_by(AUDIT.c.entry)
        return [dict(row) for row in connection.execute(rows).mappings()]
