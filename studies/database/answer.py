"""Store the answer to an open item: once, whatever is sent twice."""

from sqlalchemy import Connection, RowMapping, insert, select, update

from versebench.studies.database.tables import ASSIGNMENTS, COMMENTS, ITEMS, JUDGEMENTS, LINE_RATINGS
from versebench.studies.protocols.protocol import Answer

MOST_CLIENT_MS = 7 * 24 * 3600 * 1000


def assignment_of(connection: Connection, judge: RowMapping, assignment: str) -> RowMapping | None:
    """An assignment of the judge, locked; None if it is another's, or there is none."""
    rows = select(ASSIGNMENTS).where(ASSIGNMENTS.c.assignment == assignment, ASSIGNMENTS.c.judge == judge["judge"])
    return connection.execute(rows.with_for_update()).mappings().one_or_none()


def keep_answer(
    connection: Connection,
    assignment: RowMapping,
    answer: Answer,
    now: float,
    *,
    known: bool,
    client_ms: int | None,
    comment: str,
) -> bool:
    """Store an answer; False, and nothing changes, if the item was answered before: the first answer stands.

    The caller holds the lock of the judge. A judgement of a poem that the judge knows does not fill the item.
    """
    if assignment["state"] == "answered":
        return False
    key = assignment["assignment"]
    late = assignment["state"] == "expired" or assignment["lease"] < now
    connection.execute(
        insert(JUDGEMENTS).values(
            assignment=key,
            answer=answer.answer,
            chosen_text_id=answer.chosen_text_id,
            probability=answer.probability,
            correct=answer.correct,
            known=known,
            late=late,
            client_ms=client_ms,
            server_ms=round(1000 * max(now - assignment["sent"], 0)),
        )
    )
    if answer.lines:
        connection.execute(insert(LINE_RATINGS), [{"assignment": key, **vars(grade)} for grade in answer.lines])
    if comment:
        connection.execute(insert(COMMENTS).values(assignment=key, comment=comment))
    connection.execute(update(ASSIGNMENTS).where(ASSIGNMENTS.c.assignment == key).values(state="answered"))
    leased = int(assignment["state"] == "open")
    connection.execute(
        update(ITEMS)
        .where(ITEMS.c.item == assignment["item"])
        .values(answered=ITEMS.c.answered + int(not known), leased=ITEMS.c.leased - leased)
    )
    return True
