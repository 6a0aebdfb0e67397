import gzip
import json
import os
import stat
from pathlib import Path

import pytest
from sqlalchemy import func, select

from tests.studies.database.judging import answer, check, joined, opened, work_through
from tests.studies.made_up import STUDY, service, spec
from versebench.studies.database import judges, leave
from versebench.studies.database.backup import Restored, restore, write_backup
from versebench.studies.database.engine import Database
from versebench.studies.database.journal import WITHDREW, Journal
from versebench.studies.database.tables import COMMENTS, INVITATIONS, JUDGEMENTS, JUDGES, METADATA
from versebench.studies.errors import StudyError
from versebench.studies.web.service import Service


def saved(made: Service, path: Path) -> str:
    with made.database.snapshot() as connection:
        write_backup(connection, str(path))
    return str(path)


def restored(address: str, path: str, *journals: Journal, study: str = STUDY) -> Restored:
    database = Database(address)
    database.prepare(study)
    with database.transaction() as connection:
        done = restore(connection, study, path, list(journals))
    database.close()
    return done


def rows_of(address: str) -> dict[str, list[tuple[object, ...]]]:
    database = Database(address)
    with database.snapshot() as connection:
        rows = {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in METADATA.sorted_tables
        }
    database.close()
    return rows


def test_either_database_is_restored_from_a_backup_of_the_other(address: str, tmp_path: Path) -> None:
    made = service(spec(gold={"one_in": 4, "at_least": 0.8}), f"sqlite:///{tmp_path}/first.db")
    first, second = joined(made, 2)
    shown = len(work_through(made, first))
    assert opened(made, second, 0.0) is not None
    path = saved(made, tmp_path / "saved")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    done = restored(address, path, made.journal)
    assert (done.withdrawn, done.links, done.forgotten) == (0, 0, False)
    before, after = rows_of(f"sqlite:///{tmp_path}/first.db"), rows_of(address)
    assert after.pop("audit")[:-1] == before.pop("audit")
    assert after == before
    again = service(spec(gold={"one_in": 4, "at_least": 0.8}), address)
    work_through(again, second)
    joined(again)  # new judges get numbers that are free
    check(again, shown + 10)


def test_who_withdrew_after_a_backup_is_not_brought_back(address: str, tmp_path: Path) -> None:
    made = service(spec(), f"sqlite:///{tmp_path}/first.db")
    stays, leaves = joined(made, 2)
    work_through(made, leaves)
    with made.database.transaction() as connection:
        [unused] = judges.invite(connection, 1, simulated=True)
    path = saved(made, tmp_path / "saved")
    with made.database.transaction() as connection:
        later = judges.join(connection, unused, "en", "hash")
        assert later is not None
        for session in (leaves, later):
            judge = judges.judge_of_code(connection, session.code)
            assert judge is not None
            leave.withdraw(connection, judge, made.journal)
    assert restored(address, path, made.journal) == Restored(
        rows=restored(f"sqlite:///{tmp_path}/all.db", path).rows, withdrawn=1, links=1, forgotten=False
    )
    again = service(spec(), address)
    with again.database.transaction() as connection:
        assert judges.judge_of_code(connection, leaves.code) is None
        assert judges.judge_of_code(connection, stays.code) is not None
        assert judges.invitation(connection, unused) is None
        assert connection.execute(select(func.count()).select_from(JUDGEMENTS)).scalar_one() == 0
        assert connection.execute(select(func.count()).select_from(INVITATIONS)).scalar_one() == 1
    check(again, 8)


def test_what_was_forgotten_stays_forgotten(address: str, tmp_path: Path) -> None:
    made = service(spec(), f"sqlite:///{tmp_path}/first.db")
    [session] = joined(made)
    work_through(made, session)
    path = saved(made, tmp_path / "saved")
    with made.database.transaction() as connection:
        with pytest.raises(StudyError, match="the study is open"):
            leave.forget(connection, 30, made.journal, "2999-01-01")
        leave.close(connection, "complete")
        assert leave.forget(connection, 30, made.journal, "2999-01-01")["codes"] == 1
    assert restored(address, path, made.journal).forgotten
    again = service(spec(), address)
    with again.database.transaction() as connection:
        assert judges.judge_of_code(connection, session.code) is None
        assert connection.execute(select(func.count()).select_from(COMMENTS)).scalar_one() == 0
        assert connection.execute(select(func.count()).select_from(JUDGES)).scalar_one() == 1
        assert connection.execute(select(func.count()).select_from(JUDGEMENTS)).scalar_one() == 8
        assert not judges.is_open(connection)


def test_a_backup_is_refused_if_it_is_damaged_foreign_or_the_database_is_in_use(tmp_path: Path) -> None:
    made = service(spec(), f"sqlite:///{tmp_path}/first.db")
    work_through(made, joined(made)[0])
    path = saved(made, tmp_path / "saved")
    with pytest.raises(StudyError, match="saved exists"):
        saved(made, tmp_path / "saved")
    with pytest.raises(StudyError, match="is not empty"):
        restored(f"sqlite:///{tmp_path}/first.db", path)
    with pytest.raises(StudyError, match=f"a backup of study {STUDY}, not of f00d"):
        restored(f"sqlite:///{tmp_path}/foreign.db", path, study="f00d")
    with pytest.raises(StudyError, match="does not exist"):
        restored(f"sqlite:///{tmp_path}/new.db", f"{path}.gone")
    lines = gzip.decompress(Path(path).read_bytes()).splitlines(keepends=True)
    number = next(place for place, line in enumerate(lines) if line.startswith(b'["judgements"'))
    changed = lines[number].replace(b"first", b"other")
    newer = json.dumps({**json.loads(lines[0]), "revision": "9999"}).encode() + b"\n"
    contents = {
        "cut": Path(path).read_bytes()[:-20],
        "no end": gzip.compress(b"".join(lines[:-1])),
        "row lost": gzip.compress(b"".join(lines[:number] + lines[number + 1 :])),
        "row changed": gzip.compress(b"".join([*lines[:number], changed, *lines[number + 1 :]])),
        "no backup": b"something else",
        "no json": gzip.compress(b"{}\n"),
        "newer": gzip.compress(b"".join([newer, *lines[1:]])),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(StudyError, match=r"is damaged|update versebench"):
            restored(f"sqlite:///{tmp_path}/new.db", str(tmp_path / name))
    assert restored(f"sqlite:///{tmp_path}/new.db", path).rows["judgements"] == 8


def test_a_withdrawal_whose_journal_cannot_be_written_is_none(tmp_path: Path) -> None:
    made = service(spec(), f"sqlite:///{tmp_path}/first.db")
    [session] = joined(made)
    work_through(made, session)
    with pytest.raises(OSError, match="directory"), made.database.transaction() as connection:
        leave.withdraw(connection, 1, Journal(STUDY, str(tmp_path)))
    check(made, 8)
    with made.database.transaction() as connection:
        assert judges.judge_of_code(connection, session.code) is not None


def test_a_line_of_the_journal_that_was_cut_is_written_over_and_any_other_damage_is_refused(tmp_path: Path) -> None:
    journal = Journal(STUDY, str(tmp_path / "journal"))
    assert list(journal.entries()) == []
    journal.append(WITHDREW, judge="first")
    Journal("other", journal.path).append(WITHDREW, judge="of another study")
    with open(journal.path, "ab") as file:
        file.write(b'{"act": "withdr')
    assert [entry["judge"] for entry in journal.entries()] == ["first"]
    journal.append(WITHDREW, judge="second")
    assert [entry["judge"] for entry in journal.entries()] == ["first", "second"]
    content = Path(journal.path).read_bytes()
    for damage in (b"\0" * 20 + b"\n", b"[]\n", b"{}\n", b"\xff\n"):
        Path(journal.path).write_bytes(damage + content)
        with pytest.raises(StudyError, match="line 1: no entry of a journal"):
            list(journal.entries())


def test_deleted_rows_leave_no_bytes_in_a_sqlite_file(tmp_path: Path) -> None:
    made = service(spec(), f"sqlite:///{tmp_path}/first.db")
    [session] = joined(made)
    shown = opened(made, session, 0.0)
    assert shown is not None
    assert answer(made, session, shown["assignment"], 0.0, comment="a name that gives me away")
    made.database.scrub()
    assert b"gives me away" in (tmp_path / "first.db").read_bytes()
    with made.database.transaction() as connection:
        leave.withdraw(connection, 1, made.journal)
    made.database.scrub()
    assert b"gives me away" not in b"".join(path.read_bytes() for path in tmp_path.glob("first.db*"))
