"""Judges: invitations, consent, sessions, and coming back."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, func, insert, select, update

from versebench.studies.database.codes import hash_of, new_code
from versebench.studies.database.fill import RANKS
from versebench.studies.database.tables import (
    ASSIGNMENTS,
    AUDIT,
    INVITATIONS,
    ITEMS,
    JUDGES,
    QUESTIONNAIRE,
    SESSIONS,
    STUDY,
    WITHDRAWALS,
)
from versebench.studies.errors import StudyError

CODE, QUESTIONS, TASKS, LOOKUP, FINISHED = "code", "questions", "items", "lookup", "finished"
"""The states of a judge in order: has the code to read, answers the questionnaire, practice and items, the last
question, and is done."""


@dataclass(frozen=True)
class Joined:
    """What a judge gets on consent: a token for the cookie, and the code to come back with."""

    token: str
    code: str


def today() -> str:
    """The day, without the time."""
    return datetime.now(UTC).date().isoformat()


def record(connection: Connection, act: str, detail: str) -> None:
    """Write an act of the operator to the audit log."""
    connection.execute(insert(AUDIT).values(day=today(), act=act, detail=detail))


def is_open(connection: Connection, *, lock: bool = True) -> bool:
    """Whether the study still takes answers; with ``lock``, it is not closed before the transaction ends."""
    return bool(connection.execute(_STATE_LOCKED if lock else _STATE).scalar_one() == "open")


def invite(connection: Connection, number: int, *, simulated: bool) -> list[str]:
    """Codes of new secret links. Raises :class:`StudyError` if people and programs would be mixed."""
    if not is_open(connection):
        raise StudyError("the study is closed; it invites nobody any more")
    kind = connection.execute(select(STUDY.c.simulated)).scalar_one()
    if kind is not None and kind != simulated:
        whom = ("people", "simulated judges") if simulated else ("simulated judges", "people")
        raise StudyError(f"this database is one of {whom[0]}, and takes no {whom[1]}; use another --database for these")
    connection.execute(update(STUDY).values(simulated=simulated))
    codes = [new_code() for _ in range(number)]
    connection.execute(insert(INVITATIONS), [{"code_hash": hash_of(code), "simulated": simulated} for code in codes])
    record(connection, "invite", f"{number} {'simulated judges' if simulated else 'people'}")
    return codes


def invitation(connection: Connection, code: str) -> RowMapping | None:
    """An invitation and the state of the judge who took it; None if there is no such code."""
    rows = select(INVITATIONS, JUDGES.c.state).join(JUDGES, JUDGES.c.judge == INVITATIONS.c.judge, isouter=True)
    return connection.execute(rows.where(INVITATIONS.c.code_hash == hash_of(code))).mappings().one_or_none()


def join(connection: Connection, code: str, language: str, consent_hash: str) -> Joined | None:
    """Take an invitation: a judge who consents. None if there is no such code, or it was used.

    A judge who has not gone on from the page with the code may consent again, and gets a new code: the first answer may
    have been lost on its way.
    """
    locked = select(INVITATIONS.c.judge).where(INVITATIONS.c.code_hash == hash_of(code)).with_for_update()
    connection.execute(locked)
    found = invitation(connection, code)
    if found is None or found["state"] not in (None, CODE):
        return None
    back = new_code()
    if found["judge"] is None:
        values = {
            "pseudonym": secrets.token_hex(6),
            "salt": secrets.randbelow(RANKS - 1) + 1,
            "language": language,
            "consent_hash": consent_hash,
            "consent_day": today(),
            "state": CODE,
            "practised": 0,
            "simulated": found["simulated"],
            "code_hash": hash_of(back),
        }
        judge = connection.execute(insert(JUDGES).values(values).returning(JUDGES.c.judge)).scalar_one()
        connection.execute(update(INVITATIONS).where(INVITATIONS.c.code_hash == hash_of(code)).values(judge=judge))
    else:
        judge = found["judge"]
        connection.execute(update(JUDGES).where(JUDGES.c.judge == judge).values(code_hash=hash_of(back)))
    return Joined(_new_session(connection, judge), back)


def resume(connection: Connection, code: str) -> str | None:
    """A token of a new session of the judge with a code; None if there is none."""
    judge = judge_of_code(connection, code)
    return None if judge is None else _new_session(connection, judge)


def judge_of_code(connection: Connection, code: str) -> int | None:
    """The judge who was given a code."""
    return connection.execute(select(JUDGES.c.judge).where(JUDGES.c.code_hash == hash_of(code))).scalar_one_or_none()


def _new_session(connection: Connection, judge: int) -> str:
    token = secrets.token_urlsafe(32)
    connection.execute(insert(SESSIONS).values(token_hash=hash_of(token), judge=judge))
    return token


_OF_SESSION = (
    select(JUDGES).join(SESSIONS, SESSIONS.c.judge == JUDGES.c.judge).where(SESSIONS.c.token_hash == bindparam("token"))
)
_OF_SESSION_LOCKED = _OF_SESSION.with_for_update(of=JUDGES)
_STATE = select(STUDY.c.state)
_STATE_LOCKED = _STATE.with_for_update(read=True)


def judge_of_session(connection: Connection, token: str, *, lock: bool = False) -> RowMapping | None:
    """The judge of a session; with ``lock``, no other transaction of this judge runs until this one ends."""
    rows = _OF_SESSION_LOCKED if lock else _OF_SESSION
    return connection.execute(rows, {"token": hash_of(token)}).mappings().one_or_none()


def go_on(connection: Connection, judge: RowMapping, state: str, **values: Any) -> None:
    """Bring a judge to a state."""
    connection.execute(update(JUDGES).where(JUDGES.c.judge == judge["judge"]).values(state=state, **values))


def keep_questionnaire(connection: Connection, judge: RowMapping, answers: dict[str, str | None]) -> None:
    """Store the answers to the questionnaire, and go on; of two such forms the first stands."""
    if judge["state"] == QUESTIONS:
        rows = [{"judge": judge["judge"], "question": name, "answer": answer} for name, answer in answers.items()]
        if rows:
            connection.execute(insert(QUESTIONNAIRE), rows)
        go_on(connection, judge, TASKS)


def progress(connection: Connection, judgements_per_item: int) -> dict[str, Any]:
    """How far the study is, without any outcome."""
    count = func.count()
    by_state = select(JUDGES.c.state, count).group_by(JUDGES.c.state)
    states: dict[str, int] = dict(connection.execute(by_state).all())
    by_state = select(ASSIGNMENTS.c.state, count).group_by(ASSIGNMENTS.c.state)
    assigned: dict[str, int] = dict(connection.execute(by_state).all())
    gone = connection.execute(select(count, func.sum(WITHDRAWALS.c.opened), func.sum(WITHDRAWALS.c.answered))).one()
    main = select(count).select_from(ITEMS).where(ITEMS.c.gold.is_(False))
    return {
        "state": connection.execute(select(STUDY.c.state)).scalar_one(),
        "simulated": connection.execute(select(STUDY.c.simulated)).scalar_one(),
        "invited": connection.execute(select(count).select_from(INVITATIONS)).scalar_one(),
        "judges": sum(states.values()),
        "finished": states.get(FINISHED, 0),
        "items": connection.execute(main).scalar_one(),
        "filled_items": connection.execute(main.where(ITEMS.c.answered >= judgements_per_item)).scalar_one(),
        "answered": assigned.get("answered", 0),
        "open": assigned.get("open", 0),
        "expired": assigned.get("expired", 0),
        "withdrawn_judges": gone[0],
        "withdrawn_opened": gone[1] or 0,
        "withdrawn_answered": gone[2] or 0,
    }
