"""Judges who work on a database without pages."""

from random import Random
from typing import Any

from sqlalchemy import Connection, RowMapping, func, select

from versebench.studies.database import judges, leave
from versebench.studies.database.answer import assignment_of, keep_answer
from versebench.studies.database.assign import open_item
from versebench.studies.database.tables import ASSIGNMENTS, ITEMS, JUDGEMENTS, WITHDRAWALS
from versebench.studies.protocols.protocol import Answer
from versebench.studies.web.service import Service


def joined(service: Service, number: int = 1) -> list[judges.Joined]:
    """Judges who consented and answered the questionnaire."""
    with service.database.transaction() as connection:
        codes = judges.invite(connection, number, simulated=True)
        made = [judges.join(connection, code, "en", "hash") for code in codes]
        found = [one for one in made if one is not None]
        for one in found:
            judge = judges.judge_of_session(connection, one.token)
            assert judge is not None
            judges.go_on(connection, judge, judges.TASKS)
    return found


def judge_of(connection: Connection, session: judges.Joined) -> RowMapping:
    """The judge of a session, locked."""
    judge = judges.judge_of_session(connection, session.token, lock=True)
    assert judge is not None
    return judge


def opened(service: Service, session: judges.Joined, now: float) -> RowMapping | None:
    """The open item of a judge."""
    with service.database.transaction() as connection:
        return open_item(connection, judge_of(connection, session), service.design, now)


def answer(service: Service, session: judges.Joined, assignment: str, now: float, **values: Any) -> bool:
    """Whether an answer was stored."""
    with service.database.transaction() as connection:
        found = assignment_of(connection, judge_of(connection, session), assignment)
        assert found is not None
        given = {"known": False, "client_ms": None, "comment": "", **values}
        return keep_answer(connection, found, Answer("first", correct=True), now, **given)


def work_through(service: Service, session: judges.Joined, now: float = 0.0) -> list[RowMapping]:
    """All items of a judge, answered one after the other."""
    shown = []
    while (assignment := opened(service, session, now)) is not None:
        shown.append(assignment)
        assert answer(service, session, assignment["assignment"], now)
    return shown


def check(service: Service, opened_in_all: int) -> None:
    """The counters of items agree with the assignments, and nothing that was opened is lost."""
    with service.database.transaction() as connection:
        counted: dict[str, dict[str, int]] = {
            state: dict(
                connection.execute(
                    select(ASSIGNMENTS.c.item, func.count())
                    .join(JUDGEMENTS, JUDGEMENTS.c.assignment == ASSIGNMENTS.c.assignment, isouter=True)
                    .where(ASSIGNMENTS.c.state == state, func.coalesce(JUDGEMENTS.c.known, False).is_(False))
                    .group_by(ASSIGNMENTS.c.item)
                ).all()
            )
            for state in ("answered", "open")
        }
        for item, answered, leased in connection.execute(select(ITEMS.c.item, ITEMS.c.answered, ITEMS.c.leased)):
            assert (answered, leased) == (counted["answered"].get(item, 0), counted["open"].get(item, 0))
        total = connection.execute(select(func.count()).select_from(ASSIGNMENTS)).scalar_one()
        gone = connection.execute(select(func.sum(WITHDRAWALS.c.opened))).scalar_one() or 0
        stored = connection.execute(select(func.count()).select_from(JUDGEMENTS)).scalar_one()
        answered = select(func.count()).select_from(ASSIGNMENTS).where(ASSIGNMENTS.c.state == "answered")
        assert total + gone == opened_in_all
        assert stored == connection.execute(answered).scalar_one()


def walk(service: Service, random: Random, steps: int) -> int:
    """Random acts of many judges at a clock that runs; how many items were opened."""
    sessions, seen, now = joined(service, 4), set(), 0.0
    for _ in range(steps):
        now += random.choice([0.0, 60.0, 1900.0])
        act, session = random.choice(["open", "answer", "answer", "join", "withdraw"]), random.choice(sessions)
        if act == "join":
            sessions += joined(service)
        elif act == "withdraw" and random.random() < 0.2 and len(sessions) > 1:
            with service.database.transaction() as connection:
                leave.withdraw(connection, judge_of(connection, session)["judge"], None)
            sessions.remove(session)
        elif (assignment := opened(service, session, now)) is not None:
            seen.add(assignment["assignment"])
            if act == "answer":
                late = now + random.choice([0.0, 4000.0])
                stored = answer(service, session, assignment["assignment"], late, known=random.random() < 0.2)
                assert stored
                assert not answer(service, session, assignment["assignment"], late)
    return len(seen)
