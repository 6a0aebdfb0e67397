from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from tests.studies.made_up import ITEM_PROTOCOLS, STUDY, service, spec
from tests.studies.web.serving import serving
from versebench.schemas.studies import EXPORT_TABLES
from versebench.studies.database import judges, leave
from versebench.studies.database.tables import WITHDRAWALS
from versebench.studies.errors import StudyError
from versebench.studies.export.tables import FAILED_GOLD, Export, anonymous, export_study
from versebench.studies.simulate import simulate
from versebench.studies.web.service import Service
from versebench.transforms.judgements.analyse import analyse


def exported(made: Service, *, close: bool = True) -> Export:
    with made.database.transaction() as connection:
        if close:
            leave.close(connection, "complete")
        items = [*made.items.values(), *made.practice]
        return export_study(connection, STUDY, items, made.design, made.spec.gold)


def answered(made: Service, number: int) -> None:
    with made.database.transaction() as connection:
        codes = judges.invite(connection, number, simulated=True)
    with serving(made) as url:
        done = simulate(url, codes, list(made.items.values()), seed=1)
    assert all(judge.finished for judge in done)


def test_what_simulated_judges_answer_can_be_analysed(address: str) -> None:
    pairs = [
        {"protocol": "choose_original.v1", "tasks": ["swap_lines.v1", "swap_end_words.v1"], "items": 8},
        {"protocol": "altered_or_not.v1", "tasks": ["swap_lines.v1"], "items": 8},
    ]
    parts = [*pairs, *({"protocol": name, "items": 4} for name in ITEM_PROTOCOLS)]
    numbers = {"items": 14, "most": 9, "judgements_per_item": 9}
    made = service(spec(parts, judges=numbers, gold={"one_in": 4, "at_least": 0.5}), address)
    answered(made, 6)
    export = exported(made)
    rows = {name: table.to_pylist() for name, table in export.tables.items()}
    assert len(rows["judgements"]) == 6 * (14 + 3) == export.counts["exported"] == export.counts["opened"]
    assert all(row["simulated"] for table in rows.values() for row in table)
    assert Counter(row["gold_asked"] for row in rows["judges"]) == {3: 6}
    for row in rows["judgements"]:
        item = made.items[row["item"]]
        if row["answer"] == "rated":  # the grades are in another table
            assert (row["correct"] is None) == (not item["gold"])
        else:
            assert row["correct"] == (None if item["answer"] is None else row["answer"] == item["answer"])
        assert (row["probability"] is None) == (row["protocol"] != "probability_human.v1")
    places: dict[str, list[int]] = {judge["judge"]: [] for judge in rows["judges"]}
    for row in rows["judgements"]:
        places[row["judge"]].append(row["place"])
    assert all(sorted(of_judge) == list(range(1, 18)) for of_judge in places.values())
    tables = {
        name: table.build_rows(sorted(rows[name], key=lambda row: tuple(row[key] for key in table.key)))
        for name, table in EXPORT_TABLES.items()
    }
    figures = analyse(tables, None)["human_results"].to_pylist()
    assert {row["protocol"] for row in figures} == {part["protocol"] for part in parts}
    [accuracy] = [
        row["value"]
        for row in figures
        if (row["measure"], row["group"], row["protocol"], row["with_excluded"], row["task"])
        == ("accuracy", "all", "altered_or_not.v1", True, "swap_lines.v1")
    ]
    assert accuracy > 0.7  # programs mean to be right on nine of ten


def test_an_open_study_is_not_exported(tmp_path: Path) -> None:
    made = service(spec(), f"sqlite:///{tmp_path}/study.db")
    with pytest.raises(StudyError, match="close it"):
        exported(made, close=False)
    with pytest.raises(StudyError, match="no answers"):
        exported(made)


def test_who_withdrew_is_counted_and_not_exported(tmp_path: Path) -> None:
    made = service(spec(), f"sqlite:///{tmp_path}/study.db")
    answered(made, 3)
    with made.database.transaction() as connection:
        leave.withdraw(connection, 1, None)
    export = exported(made)
    assert (export.counts["opened"], export.counts["answered"], export.counts["exported"]) == (24, 24, 16)
    assert (export.counts["withdrawn_judges"], export.counts["withdrawn_answers"]) == (1, 8)
    assert len(export.tables["judges"]) == 2


def test_a_database_that_does_not_add_up_is_refused(tmp_path: Path) -> None:
    made = service(spec(), f"sqlite:///{tmp_path}/study.db")
    answered(made, 2)
    with made.database.transaction() as connection:
        connection.execute(insert(WITHDRAWALS).values(day="2026-01-01", opened=-3, answered=-1))
        connection.exec_driver_sql("DELETE FROM judgements WHERE rowid = (SELECT min(rowid) FROM judgements)")
    with pytest.raises(StudyError, match="does not add up"):
        exported(made)


def test_who_fails_the_attention_checks_is_excluded(tmp_path: Path) -> None:
    of = spec(gold={"one_in": 4, "at_least": 1}, judges={"items": 12, "most": 9, "judgements_per_item": 9})
    made = service(of, f"sqlite:///{tmp_path}/study.db")
    answered(made, 12)
    for judge in exported(made).tables["judges"].to_pylist():
        assert judge["gold_asked"] == 3
        assert judge["excluded"] == (FAILED_GOLD if judge["gold_right"] < 3 else None)


def test_combinations_of_fewer_than_five_judges_are_left_out() -> None:
    def told(judge: str, age: str) -> list[dict[str, Any]]:
        answers = {"age": age, "native": "yes"}
        return [{"judge": judge, "question": name, "answer": answer} for name, answer in answers.items()]

    rows = [row for number in range(9) for row in told(f"j{number}", "old" if number < 5 else "young")]
    kept, suppressed = anonymous(rows)
    assert suppressed == 8
    assert {row["judge"] for row in kept if row["answer"] is not None} == {"j0", "j1", "j2", "j3", "j4"}
    assert len(kept) == 18
