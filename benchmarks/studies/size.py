"""A database of many items and judgements: how long an assignment takes, and the export with its memory."""

import multiprocessing
import resource
import secrets
import time

from sqlalchemy import insert, update

from benchmarks.studies.made import made_items, made_spec, write_plan
from versebench.pipelines.studies.operate import close, export, opened
from versebench.pipelines.studies.study_folder import open_study
from versebench.studies.database import judges
from versebench.studies.database.assign import open_item
from versebench.studies.database.tables import ASSIGNMENTS, ITEMS, JUDGEMENTS, JUDGES
from versebench.studies.web.service import Service

_OF_JUDGE = 50
_TRIES = 300


def measure(root: str, database: str, items: int, judgements: int) -> dict[str, float]:
    """Fill a database, assign items to new judges, close the study and export it."""
    spec = made_spec(items, _OF_JUDGE, judgements // _OF_JUDGE + _TRIES, judgements // items + 2)
    plan = write_plan(root, spec, made_items(spec, items))
    with opened(open_study(plan), database) as service:
        _fill(service, judgements // _OF_JUDGE)
        p99 = _assignment_p99(service)
    close(plan, database, "a benchmark")
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        seconds, memory = pool.apply(_export, (plan, database, root))
    return {"assignment_p99_ms": p99, "export_seconds": seconds, "export_MiB": memory}


def _fill(service: Service, people: int) -> None:
    keys = [key for key, item in service.items.items() if not item["gold"]]
    begun = 0
    while begun < people:
        some = range(begun + 1, min(begun + 200, people) + 1)
        begun = some[-1]
        with service.database.transaction() as connection:
            connection.execute(insert(JUDGES), [_judge(judge) for judge in some])
            rows = [_assignment(service, judge, place, keys) for judge in some for place in range(1, _OF_JUDGE + 1)]
            connection.execute(insert(ASSIGNMENTS), rows)
            connection.execute(insert(JUDGEMENTS), [_judgement(row["assignment"]) for row in rows])
    with service.database.transaction() as connection:
        connection.execute(update(ITEMS).values(answered=people * _OF_JUDGE // len(keys)))
        if not service.database.is_sqlite:
            connection.exec_driver_sql("SELECT setval('judges_judge_seq', (SELECT max(judge) FROM judges))")
    if not service.database.is_sqlite:
        with service.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("ANALYZE")


def _judge(judge: int) -> dict[str, object]:
    return {
        "judge": judge,
        "pseudonym": secrets.token_hex(6),
        "code_hash": secrets.token_hex(32),
        "salt": judge,
        "language": "en",
        "consent_hash": "",
        "consent_day": "2026-01-01",
        "state": judges.FINISHED,
        "practised": 0,
        "simulated": True,
    }


def _assignment(service: Service, judge: int, place: int, keys: list[str]) -> dict[str, object]:
    item = keys[(judge * _OF_JUDGE + place) % len(keys)]
    return {
        "assignment": secrets.token_hex(12),
        "judge": judge,
        "item": item,
        "work": service.items[item]["work_id"],
        "place": place,
        "position": place % 2 + 1,
        "state": "answered",
        "sent": 0.0,
        "lease": 0.0,
    }


def _judgement(assignment: object) -> dict[str, object]:
    given = {"answer": "first", "correct": True, "known": False, "late": False, "client_ms": 900, "server_ms": 1000}
    return {"assignment": assignment, **given}


def _assignment_p99(service: Service) -> float:
    with service.database.transaction() as connection:
        codes = judges.invite(connection, _TRIES, simulated=True)
        joined = [judges.join(connection, code, "en", "") for code in codes]
    seconds = []
    for of in joined:
        assert of is not None
        begun = time.perf_counter()
        with service.database.transaction() as connection:
            judge = judges.judge_of_session(connection, of.token, lock=True)
            assert judge is not None
            assert open_item(connection, judge, service.design, service.clock.read()) is not None
        seconds.append(time.perf_counter() - begun)
    return 1000 * sorted(seconds)[int(0.99 * (len(seconds) - 1))]


def _export(plan: str, database: str, out: str) -> tuple[float, float]:
    begun = time.perf_counter()
    export(plan, database, out)
    return time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
