"""What ends: a judge withdraws, a study is closed, and what identifies judges is forgotten."""

from datetime import date, timedelta

from sqlalchemy import Connection, delete, func, insert, select, update

from versebench.studies.database.journal import FORGOTTEN, WITHDREW, Journal
from versebench.studies.database.judges import record, today
from versebench.studies.database.tables import (
    ASSIGNMENTS,
    AUDIT,
    COMMENTS,
    INVITATIONS,
    ITEMS,
    JUDGEMENTS,
    JUDGES,
    LINE_RATINGS,
    QUESTIONNAIRE,
    SESSIONS,
    STUDY,
    WITHDRAWALS,
)
from versebench.studies.errors import StudyError


def withdraw(connection: Connection, judge: int, journal: Journal | None) -> None:
    """Delete everything about a judge, and give the items back to the others; counts without names remain.

    The journal, if there is one, knows of it before this transaction is committed.
    """
    rows = select(JUDGES.c.pseudonym, INVITATIONS.c.code_hash).join(
        INVITATIONS, INVITATIONS.c.judge == JUDGES.c.judge, isouter=True
    )
    found = connection.execute(rows.where(JUDGES.c.judge == judge).with_for_update(of=JUDGES)).one_or_none()
    if found is None:
        return
    mine = ASSIGNMENTS.c.judge == judge
    connection.execute(select(ASSIGNMENTS.c.assignment).where(mine).order_by(ASSIGNMENTS.c.item).with_for_update())
    states = connection.execute(
        select(ASSIGNMENTS.c.item, ASSIGNMENTS.c.state, JUDGEMENTS.c.known)
        .join(JUDGEMENTS, JUDGEMENTS.c.assignment == ASSIGNMENTS.c.assignment, isouter=True)
        .where(mine)
        .order_by(ASSIGNMENTS.c.item)
    ).all()
    for item, state, known in states:
        answered, leased = int(state == "answered" and not known), int(state == "open")
        connection.execute(
            update(ITEMS)
            .where(ITEMS.c.item == item)
            .values(answered=ITEMS.c.answered - answered, leased=ITEMS.c.leased - leased)
        )
    _delete(connection, judge)
    answered = sum(state == "answered" for _, state, _ in states)
    connection.execute(insert(WITHDRAWALS).values(day=today(), opened=len(states), answered=answered))
    if journal is not None:
        link = None if found.code_hash is None else journal.key(found.code_hash)
        journal.append(WITHDREW, judge=journal.key(found.pseudonym), link=link, day=today())


def _delete(connection: Connection, judge: int) -> None:
    mine = select(ASSIGNMENTS.c.assignment).where(ASSIGNMENTS.c.judge == judge)
    for table in (COMMENTS, LINE_RATINGS, JUDGEMENTS):
        connection.execute(delete(table).where(table.c.assignment.in_(mine)))
    for table in (ASSIGNMENTS, QUESTIONNAIRE, SESSIONS, INVITATIONS, JUDGES):
        connection.execute(delete(table).where(table.c.judge == judge))


def close(connection: Connection, reason: str) -> None:
    """Take no more answers: open items count as expired."""
    connection.execute(update(STUDY).values(state="closed"))
    record(connection, "close", reason)
    connection.execute(update(ASSIGNMENTS).where(ASSIGNMENTS.c.state == "open").values(state="expired"))
    connection.execute(select(ITEMS.c.item).where(ITEMS.c.leased > 0).order_by(ITEMS.c.item).with_for_update())
    connection.execute(update(ITEMS).where(ITEMS.c.leased > 0).values(leased=0))


def forget(connection: Connection, retention_days: int, journal: Journal | None, day: str) -> dict[str, int]:
    """Delete comments, sessions, links and codes; how many of each. Answers remain, and nobody can be asked for.

    Raises :class:`StudyError` if the study is open, or judges may still withdraw by the days that they were promised.
    """
    closed = connection.execute(select(func.max(AUDIT.c.day)).where(AUDIT.c.act == "close")).scalar_one()
    if connection.execute(select(STUDY.c.state)).scalar_one() != "closed" or closed is None:
        raise StudyError("the study is open; close it with `versebench study close` first")
    ends = (date.fromisoformat(closed) + timedelta(days=retention_days)).isoformat()
    if day < ends:
        raise StudyError(
            f"the study was closed on {closed}, and judges have {retention_days} days to withdraw; wait until {ends}"
        )
    counts = erase(connection)
    record(connection, "forget", ", ".join(f"{number} {name}" for name, number in counts.items()))
    if journal is not None:
        journal.append(FORGOTTEN, day=day)
    return counts


def erase(connection: Connection) -> dict[str, int]:
    """Delete what leads from answers to judges; how many of each."""
    counts = {table.name: connection.execute(delete(table)).rowcount for table in (COMMENTS, SESSIONS, INVITATIONS)}
    codes = update(JUDGES).where(JUDGES.c.code_hash.not_like("forgotten %"))
    counts["codes"] = connection.execute(codes.values(code_hash="forgotten " + JUDGES.c.pseudonym)).rowcount
    return counts
