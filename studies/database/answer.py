"""Store the answer to an open item: once, whatever is sent twice."""

import math

from sqlalchemy import Connection, Integer, RowMapping, bindparam, insert, select, update

from versebench.studies.database.tables import ASSIGNMENTS, COMMENTS, ITEMS, JUDGEMENTS, LINE_RATINGS
from versebench.studies.protocols.protocol import Answer

MOST_CLIENT_MS = 7 * 24 * 3600 * 1000


# Statements are made once: to make one takes longer than to run it.
_ASSIGNMENT = (
    select(ASSIGNMENTS)
    .where(ASSIGNMENTS.c.assignment == bindparam("of"), ASSIGNMENTS.c.judge == bindparam("by"))
    .with_for_update()
)
_KEEP, _GRADE, _COMMENT = insert(JUDGEMENTS), insert(LINE_RATINGS), insert(COMMENTS)
_ANSWERED = update(ASSIGNMENTS).where(ASSIGNMENTS.c.assignment == bindparam("of")).values(state="answered")
_EXTEND = (
    update(ASSIGNMENTS)
    .where(ASSIGNMENTS.c.assignment == bindparam("of"))
    .values(extensions=ASSIGNMENTS.c.extensions + bindparam("more", type_=Integer))
)
_FILL = (
    update(ITEMS)
    .where(ITEMS.c.item == bindparam("of"))
    .values(
        answered=ITEMS.c.answered + bindparam("counting", type_=Integer),
        leased=ITEMS.c.leased - bindparam("open", type_=Integer),
    )
)


def assignment_of(connection: Connection, judge: RowMapping, assignment: str) -> RowMapping | None:
    """An assignment of the judge, locked; None if it is another's, or there is none."""
    return connection.execute(_ASSIGNMENT, {"of": assignment, "by": judge["judge"]}).mappings().one_or_none()


def seconds_left(assignment: RowMapping, seconds: float, now: float) -> float:
    """What is left of a time limit; below 0 once it is over."""
    return float(assignment["sent"] + seconds * (1 + assignment["extensions"]) - now)


def extend(connection: Connection, assignment: RowMapping, seconds: float, now: float) -> None:
    """Give more time to an unanswered item: the time limit once more from now on, at least."""
    if assignment["state"] != "answered":
        over = max(-seconds_left(assignment, seconds, now), 0.0)
        more = 1 + math.ceil(over / seconds)
        values = {"of": assignment["assignment"], "more": more}
        connection.execute(_EXTEND, values)


def keep_answer(
    connection: Connection,
    assignment: RowMapping,
    answer: Answer,
    now: float,
    *,
    known: bool,
    client_ms: int | None,
    comment: str,
    seconds: float | None = None,
) -> bool:
    """Store an answer; False, and nothing changes, if the item was answered before: the first answer stands.

    ``seconds`` is the time limit.

    The caller holds the lock of the judge. A judgement of a poem that the judge knows does not fill the item.
    """
    if assignment["state"] == "answered":
        return False
    key = assignment["assignment"]
    late = assignment["state"] == "expired" or assignment["lease"] < now
    late = late or (seconds is not None and seconds_left(assignment, seconds, now) < 0)
    values = {
        "assignment": key,
        "answer": answer.answer,
        "chosen_text_id": answer.chosen_text_id,
        "probability": answer.probability,
        "correct": answer.correct,
        "known": known,
        "late": late,
        "client_ms": client_ms,
        "server_ms": round(1000 * max(now - assignment["sent"], 0)),
    }
    connection.execute(_KEEP, values)
    if answer.lines:
        connection.execute(_GRADE, [{"assignment": key, **vars(grade)} for grade in answer.lines])
    if comment:
        connection.execute(_COMMENT, {"assignment": key, "comment": comment})
    connection.execute(_ANSWERED, {"of": key})
    was_open = int(assignment["state"] == "open")
    connection.execute(_FILL, {"of": assignment["item"], "counting": int(not known), "open": was_open})
    return True
