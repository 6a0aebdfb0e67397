"""Backups: every row of the database of a study in one file, which either kind of database can be restored from."""

import gzip
import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any

from sqlalchemy import Connection, Table, case, func, insert, select, text, update

from versebench.studies.database.journal import FORGOTTEN, Journal
from versebench.studies.database.judges import record
from versebench.studies.database.leave import erase, withdraw
from versebench.studies.database.tables import (
    ASSIGNMENTS,
    AUDIT,
    INVITATIONS,
    ITEMS,
    JUDGEMENTS,
    JUDGES,
    METADATA,
    STUDY,
    WITHDRAWALS,
)
from versebench.studies.errors import StudyError

FORMAT = 1
_ROWS = 1000
_SERIALS = {"judges": "judge", "withdrawals": "withdrawal", "audit": "entry"}


@dataclass(frozen=True)
class Restored:
    """What a restored backup held, and what the journal took out again."""

    rows: dict[str, int]
    withdrawn: int
    links: int
    forgotten: bool


def revision(connection: Connection) -> str:
    """The version of the tables."""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def write_backup(connection: Connection, path: str) -> dict[str, int]:
    """Write all rows of a transaction that sees one state; how many of each table.

    The file has its name once it is whole and on the disk. Only its owner may read it: it holds comments. Raises
    :class:`StudyError` if there is a file of this name.
    """
    if os.path.exists(path):
        raise StudyError(f"{path} exists; name another file")
    unfinished = f"{path}.{secrets.token_hex(4)}.tmp"
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            counts = _write(connection, file)
            file.flush()
            os.fsync(file.fileno())
        os.link(unfinished, path)
    except FileExistsError:
        raise StudyError(f"{path} exists; name another file") from None
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
    return counts


def _write(connection: Connection, file: IO[bytes]) -> dict[str, int]:
    digest, counts = hashlib.sha256(), {table.name: 0 for table in METADATA.sorted_tables}
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0, filename="") as packed:

        def line(value: object) -> None:
            content = json.dumps(value, separators=(",", ":")).encode() + b"\n"
            digest.update(content)
            packed.write(content)

        study = connection.execute(select(STUDY.c.study)).scalar_one()
        line({"format": FORMAT, "study": study, "revision": revision(connection)})
        for table in METADATA.sorted_tables:
            rows = connection.execution_options(yield_per=_ROWS).execute(select(table).order_by(*table.primary_key))
            for row in rows.mappings():
                line([table.name, dict(row)])
                counts[table.name] += 1
        packed.write(json.dumps({"counts": counts, "sha256": digest.hexdigest()}).encode() + b"\n")
    return counts


def restore(connection: Connection, study: str, path: str, journals: list[Journal]) -> Restored:
    """Fill an empty database from a backup, and take out again who withdrew since.

    Raises :class:`StudyError` if the database is not empty, the file is damaged, or a backup of another study.
    """
    if any(connection.execute(select(table).limit(1)).first() for table in (INVITATIONS, JUDGES, WITHDRAWALS, AUDIT)):
        raise StudyError("the database is not empty; restore into a new one, and serve that with --database")
    for table in reversed(METADATA.sorted_tables):
        connection.execute(table.delete())
    counts = _fill(connection, study, path)
    if wrong := recount(connection):
        raise StudyError(f"{path}: the counters of {wrong} items do not agree with their answers; use another backup")
    if connection.dialect.name == "postgresql":
        for table, column in _SERIALS.items():
            connection.exec_driver_sql(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), "
                f"(SELECT coalesce(max({column}), 0) + 1 FROM {table}), false)"
            )
    withdrawn, links, forgotten = _replay(connection, journals)
    record(connection, "restore", f"{withdrawn} withdrawn and {links} links taken out by the journal")
    return Restored(counts, withdrawn, links, forgotten)


def _fill(connection: Connection, study: str, path: str) -> dict[str, int]:
    tables = {table.name: table for table in METADATA.sorted_tables}
    counts = dict.fromkeys(tables, 0)
    for table, rows in _batches(study, path, tables, revision(connection)):
        connection.execute(insert(table), rows)
        counts[table.name] += len(rows)
    return counts


def _batches(
    study: str, path: str, tables: Mapping[str, Table], newest: str
) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """The rows of a file by table. The file is read whole before its check is known; the caller rolls back."""
    try:
        with gzip.open(path, "rb") as packed:
            first = next(packed, b"")
            header = json.loads(first)
            if header.get("format") != FORMAT:
                raise StudyError(f"{path} is no backup that this version reads; update versebench")
            if header["study"] != study:
                raise StudyError(f"{path} is a backup of study {header['study']}, not of {study}; name that study")
            if header["revision"] > newest:
                raise StudyError(f"{path} was written by a newer version; update versebench")
            digest, counts, last = hashlib.sha256(first), dict.fromkeys(tables, 0), {}
            while lines := list(islice(packed, _ROWS)):
                by_table: dict[str, list[dict[str, Any]]] = {}
                for line in lines:
                    value = json.loads(line)
                    if isinstance(value, dict):
                        last = value
                        break
                    digest.update(line)
                    by_table.setdefault(value[0], []).append(value[1])
                for name, rows in by_table.items():
                    counts[name] += len(rows)
                    yield tables[name], rows
            if last.get("sha256") != digest.hexdigest() or last.get("counts") != counts:
                raise ValueError("it is not whole")
    except FileNotFoundError:
        raise StudyError(f"{path} does not exist; name a file that `versebench study backup` wrote") from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, EOFError, gzip.BadGzipFile, OSError) as error:
        raise StudyError(f"{path} is damaged ({error}); use another backup") from None


def recount(connection: Connection) -> int:
    """How many items have a counter that does not agree with their assignments and judgements."""
    counts = (
        select(
            ASSIGNMENTS.c.item,
            func.sum(case((ASSIGNMENTS.c.state == "open", 1), else_=0)).label("leased"),
            func.sum(case((JUDGEMENTS.c.known.is_(False), 1), else_=0)).label("answered"),
        )
        .join(JUDGEMENTS, JUDGEMENTS.c.assignment == ASSIGNMENTS.c.assignment, isouter=True)
        .group_by(ASSIGNMENTS.c.item)
        .subquery()
    )
    right_leased, right_answered = func.coalesce(counts.c.leased, 0), func.coalesce(counts.c.answered, 0)
    rows = select(func.count()).select_from(ITEMS.join(counts, counts.c.item == ITEMS.c.item, isouter=True))
    wrong = (ITEMS.c.leased != right_leased) | (ITEMS.c.answered != right_answered)
    return int(connection.execute(rows.where(wrong)).scalar_one())


def _replay(connection: Connection, journals: list[Journal]) -> tuple[int, int, bool]:
    """Take out who withdrew, and their links; a study that was forgotten is forgotten again."""
    withdrawn = links = 0
    forgotten = False
    for journal in journals:
        entries = list(journal.entries())
        gone = {entry.get("judge") for entry in entries}
        for judge, pseudonym in connection.execute(select(JUDGES.c.judge, JUDGES.c.pseudonym)).all():
            if journal.key(pseudonym) in gone:
                withdraw(connection, judge, None)
                withdrawn += 1
        dead = {entry.get("link") for entry in entries}
        for [code_hash] in connection.execute(select(INVITATIONS.c.code_hash)).all():
            if journal.key(code_hash) in dead:
                connection.execute(INVITATIONS.delete().where(INVITATIONS.c.code_hash == code_hash))
                links += 1
        forgotten = forgotten or any(entry["act"] == FORGOTTEN for entry in entries)
    if forgotten:
        erase(connection)
        connection.execute(update(STUDY).values(state="closed"))
    return withdrawn, links, forgotten
