"""Read a closed study from its database as the tables of an export, and count that nothing is lost."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pyarrow as pa
from sqlalchemy import Connection, RowMapping, func, select

from versebench.schemas.studies import EXPORT_TABLES
from versebench.studies.database import judges as judges_of
from versebench.studies.database.assign import Design
from versebench.studies.database.tables import ASSIGNMENTS, JUDGEMENTS, JUDGES, LINE_RATINGS, QUESTIONNAIRE
from versebench.studies.errors import StudyError
from versebench.studies.spec import Gold

LEAST_JUDGES = 5
"""Judges who must share a combination of answers about themselves; those of fewer are left out."""

LEAST_GOLD = 3
"""Items that check attention which a judge must have answered before the plan can exclude them."""

FAILED_GOLD = "failed the items that check attention"

Row = dict[str, Any]


@dataclass(frozen=True)
class Export:
    """Each table of an export, in the order of its key, and what was counted."""

    tables: dict[str, pa.Table]
    counts: dict[str, int]


def export_study(
    connection: Connection, study: str, items: Sequence[Mapping[str, Any]], design: Design, gold: Gold | None
) -> Export:
    """The tables of an export. Raises :class:`StudyError` if the study is open, or nobody answered.

    Answers are read for some judges at a time, so that those of all need little memory.
    """
    progress = judges_of.progress(connection, design.judgements_per_item)
    if progress["state"] != "closed":
        raise StudyError("the study is open; close it with `versebench study close` before you export it")
    if not progress["answered"]:
        raise StudyError("the study has no answers; there is nothing to export")
    shared = {"study": study, "simulated": progress["simulated"]}
    by_item = {item["item"]: item for item in items}
    people = {row["judge"]: row for row in connection.execute(select(JUDGES).order_by(JUDGES.c.pseudonym)).mappings()}
    judge_answers, suppressed = anonymous(_questionnaire(connection, people))
    rows = {
        "items": [{**item, **shared} for item in items],
        "judges": [],
        "judge_answers": [{**shared, **row} for row in judge_answers],
    }
    parts: dict[str, list[pa.Table]] = {"judgements": [], "line_ratings": []}
    pending = iter(people)
    while some := list(islice(pending, _JUDGES)):
        answers = _answers(connection, some)
        ratings = connection.execute(_RATINGS.where(ASSIGNMENTS.c.judge.in_(some))).mappings()
        parts["judgements"].append(
            _built("judgements", [_judgement(shared, row, people, by_item) for of in answers.values() for row in of])
        )
        parts["line_ratings"].append(_built("line_ratings", [_rating(shared, row, people, by_item) for row in ratings]))
        rows["judges"] += [_judge(shared, people[key], answers[key], by_item, design, gold) for key in some]
    tables = {name: pa.concat_tables(of_judges).combine_chunks() for name, of_judges in parts.items()}
    tables |= {name: _built(name, of_table) for name, of_table in rows.items()}
    counts = _counts(progress, len(tables["judgements"]), suppressed)
    counts["extensions"] = connection.execute(select(func.coalesce(func.sum(ASSIGNMENTS.c.extensions), 0))).scalar_one()
    return Export({name: tables[name] for name in EXPORT_TABLES}, counts)


_JUDGES = 200
"""Judges whose answers are read at a time."""

_RATINGS = select(LINE_RATINGS, ASSIGNMENTS.c.judge, ASSIGNMENTS.c.item).join(
    ASSIGNMENTS, ASSIGNMENTS.c.assignment == LINE_RATINGS.c.assignment
)


def _built(name: str, rows: list[Row]) -> pa.Table:
    """A table in the order of its key; judges come by their names, so tables of some may be joined in turn."""
    table = EXPORT_TABLES[name]
    return table.build_rows(sorted(rows, key=lambda row: tuple(row[column] for column in table.key)))


def _answers(connection: Connection, some: Sequence[int]) -> dict[int, list[RowMapping]]:
    """The answers of some judges."""
    joined = select(ASSIGNMENTS, JUDGEMENTS).join(JUDGEMENTS, JUDGEMENTS.c.assignment == ASSIGNMENTS.c.assignment)
    answers: dict[int, list[RowMapping]] = {judge: [] for judge in some}
    for row in connection.execute(joined.where(ASSIGNMENTS.c.judge.in_(some))).mappings():
        answers[row["judge"]].append(row)
    return answers


def _questionnaire(connection: Connection, people: Mapping[int, RowMapping]) -> list[Row]:
    return [
        {"judge": people[row["judge"]]["pseudonym"], "question": row["question"], "answer": row["answer"]}
        for row in connection.execute(select(QUESTIONNAIRE)).mappings()
    ]


def _counts(progress: Mapping[str, Any], exported: int, suppressed: int) -> dict[str, int]:
    """What was opened and where it went. Raises :class:`StudyError` if an item or an answer is unaccounted for."""
    withdrawn_unanswered = progress["withdrawn_opened"] - progress["withdrawn_answered"]
    counts = {
        "opened": progress["answered"] + progress["open"] + progress["expired"] + progress["withdrawn_opened"],
        "answered": progress["answered"] + progress["withdrawn_answered"],
        "expired": progress["expired"],
        "withdrawn_unanswered": withdrawn_unanswered,
        "withdrawn_answers": progress["withdrawn_answered"],
        "withdrawn_judges": progress["withdrawn_judges"],
        "exported": exported,
        "suppressed": suppressed,
    }
    whole = counts["answered"] + counts["expired"] + withdrawn_unanswered
    if counts["opened"] != whole or counts["answered"] != exported + counts["withdrawn_answers"]:
        raise StudyError(
            f"the database does not add up: {counts}; restore a backup, or ask for help with these numbers"
        )
    return counts


def _judgement(
    shared: Row, row: RowMapping, people: Mapping[int, RowMapping], items: Mapping[str, Mapping[str, Any]]
) -> Row:
    item, judge = items[row["item"]], people[row["judge"]]
    kept = ("place", "position", "chosen_text_id", "answer", "probability", "correct", "known", "late", "client_ms")
    return {
        **shared,
        "judge": judge["pseudonym"],
        **{name: item[name] for name in ("item", "protocol", "task", "pair_id", "work_id")},
        **{name: row[name] for name in (*kept, "server_ms")},
        "language": judge["language"],
        "excluded": None,
    }


def _rating(
    shared: Row, row: RowMapping, people: Mapping[int, RowMapping], items: Mapping[str, Mapping[str, Any]]
) -> Row:
    kept = {name: row[name] for name in ("item", "line", "fluency", "coherence", "ruled")}
    work = items[row["item"]]["work_id"]
    return {**shared, "judge": people[row["judge"]]["pseudonym"], "work_id": work, **kept}


def _judge(
    shared: Row,
    judge: RowMapping,
    mine: Sequence[RowMapping],
    items: Mapping[str, Mapping[str, Any]],
    design: Design,
    gold: Gold | None,
) -> Row:
    checks = [bool(row["correct"]) for row in mine if items[row["item"]]["gold"]]
    failed = gold is not None and len(checks) >= LEAST_GOLD and sum(checks) < gold.at_least * len(checks)
    return {
        **shared,
        "judge": judge["pseudonym"],
        "items": design.places,
        "answered": len(mine),
        "gold_asked": len(checks),
        "gold_right": sum(checks),
        "known": sum(row["known"] for row in mine),
        "looked_up": judge["looked_up"],
        "language": judge["language"],
        "excluded": FAILED_GOLD if failed else None,
        "finished": judge["state"] == judges_of.FINISHED,
    }


def anonymous(rows: Sequence[Row]) -> tuple[list[Row], int]:
    """Answers of judges about themselves, without combinations that fewer than five share; and how many that are."""
    combinations: dict[str, list[tuple[str, str | None]]] = {}
    for row in sorted(rows, key=lambda row: (row["judge"], row["question"])):
        combinations.setdefault(row["judge"], []).append((row["question"], row["answer"]))
    shared = Counter(map(tuple, combinations.values()))
    rare = {judge for judge, answers in combinations.items() if shared[tuple(answers)] < LEAST_JUDGES}
    suppressed = sum(row["judge"] in rare and row["answer"] is not None for row in rows)
    return [{**row, "answer": None if row["judge"] in rare else row["answer"]} for row in rows], suppressed
