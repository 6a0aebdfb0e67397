"""Random sequences of all transactions, on both databases, against a model that is a few dictionaries."""

import copy
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import func, select

from tests.studies.database.judging import answer, joined, judge_of, opened
from tests.studies.made_up import CONSENT, STUDY, items, spec
from tests.studies.postgresql import PostgreSQL
from versebench.studies.database import judges, leave
from versebench.studies.database.backup import recount, restore, write_backup
from versebench.studies.database.clock import LEASE_SECONDS
from versebench.studies.database.engine import Database
from versebench.studies.database.tables import ASSIGNMENTS, ITEMS, JUDGEMENTS, JUDGES, WITHDRAWALS
from versebench.studies.errors import StudyError
from versebench.studies.export.tables import export_study
from versebench.studies.web.service import make_service

SPEC = spec(judges={"items": 8, "most": 100, "judgements_per_item": 2}, gold={"one_in": 4, "at_least": 0.8})
ROWS = items(SPEC)

Model = dict[str, Any]
"""Of each code of a judge: tokens, answered assignments, and the open one."""


class Study(RuleBasedStateMachine):
    """A study and what must be in its database."""

    new_database: Callable[[], str]
    folder: Path

    @initialize()
    def begin(self) -> None:
        self.now, self.lapses = 0.0, Counter[str]()
        self.model: dict[str, Model] = {}
        self.gone: set[str] = set()
        self.saved: tuple[str, dict[str, Model], Counter[str]] | None = None
        self.service = self.served(self.new_database())

    def served(self, address: str) -> Any:
        journal = str(self.folder / f"{uuid4().hex}.withdrawals") if not hasattr(self, "service") else None
        journal = journal or self.service.journal.path
        return make_service(STUDY, SPEC, CONSENT, ROWS, Database(address), journal=journal)

    def judge(self, data: st.DataObject) -> tuple[str, Model]:
        code = data.draw(st.sampled_from(sorted(self.model)))
        return code, self.model[code]

    def session(self, data: st.DataObject, code: str, judge: Model) -> judges.Joined:
        return judges.Joined(data.draw(st.sampled_from(judge["tokens"])), code)

    @rule()
    def join(self) -> None:
        [made] = joined(self.service)
        self.model[made.code] = {"tokens": [made.token], "answered": {}, "open": None}

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def another_device(self, data: st.DataObject) -> None:
        code, judge = self.judge(data)
        with self.service.database.transaction() as connection:
            token = judges.resume(connection, code.upper())
        assert token is not None
        judge["tokens"].append(token)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), known=st.booleans(), times=st.integers(0, 2))
    def open_and_answer(self, data: st.DataObject, known: bool, times: int) -> None:
        code, judge = self.judge(data)
        shown = opened(self.service, self.session(data, code, judge), self.now)
        if judge["open"] is not None:
            assert shown is not None
            assert shown["assignment"] == judge["open"]["assignment"]
        elif shown is not None:
            self.check_choice(judge, dict(shown))
            judge["open"] = dict(shown)
        for number in range(times if shown is not None else 0):
            session = self.session(data, code, judge)
            stored = answer(self.service, session, judge["open"]["assignment"], self.now, known=known, comment="c")
            assert stored == (number == 0)
        if shown is not None and times:
            judge["answered"][judge["open"]["assignment"]] = {**judge["open"], "known": known}
            judge["open"] = None

    def check_choice(self, judge: Model, shown: Model) -> None:
        """The item is one of the least filled of its kind, at the next place, and of a poem that is new."""
        assert shown["place"] == len(judge["answered"]) + 1
        met = {row["work"] for row in judge["answered"].values()}
        assert shown["work"] not in met
        with self.service.database.transaction() as connection:
            rows = {row["item"]: row for row in connection.execute(select(ITEMS)).mappings()}
        picked = rows[shown["item"]]
        kind = ("protocol", "stratum", "gold", "side")
        fill = picked["answered"] + picked["leased"] - 1
        for row in rows.values():
            same = all(row[name] == picked[name] for name in kind) and row["work"] not in met and row is not picked
            assert not same or fill <= row["answered"] + row["leased"]

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def back(self, data: st.DataObject) -> None:
        code, judge = self.judge(data)
        if judge["answered"]:
            old = data.draw(st.sampled_from(sorted(judge["answered"])))
            assert not answer(self.service, self.session(data, code, judge), old, self.now)

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def late(self, data: st.DataObject) -> None:
        """The answer comes from a page that was open all the time, after its lease."""
        code, judge = self.judge(data)
        if judge["open"] is not None:
            self.wait()
            session = self.session(data, code, judge)
            assert answer(self.service, session, judge["open"]["assignment"], self.now)
            judge["answered"][judge["open"]["assignment"]] = {**judge["open"], "known": False}
            judge["open"] = None

    @rule()
    def wait(self) -> None:
        self.now += LEASE_SECONDS + 1
        self.lapses.update(judge["open"]["item"] for judge in self.model.values() if judge["open"] is not None)

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        code, judge = self.judge(data)
        with self.service.database.transaction() as connection:
            found = judge_of(connection, self.session(data, code, judge))
            leave.withdraw(connection, found["judge"], self.service.journal)
        del self.model[code]
        self.gone.add(code)

    @rule()
    def backup(self) -> None:
        path = str(self.folder / uuid4().hex)
        with self.service.database.snapshot() as connection:
            write_backup(connection, path)
        self.saved = (path, copy.deepcopy(self.model), self.lapses.copy())

    @precondition(lambda self: self.saved is not None)
    @rule()
    def restore(self) -> None:
        assert self.saved is not None
        path, model, self.lapses = self.saved[0], copy.deepcopy(self.saved[1]), self.saved[2].copy()
        self.service.database.close()
        database = Database(address := self.new_database())
        database.prepare(STUDY)
        with database.transaction() as connection:
            restored = restore(connection, STUDY, path, [self.service.journal])
        database.close()
        assert restored.withdrawn == len(model.keys() & self.gone)
        self.model = {code: judge for code, judge in model.items() if code not in self.gone}
        self.service = self.served(address)
        self.lapses.update(judge["open"]["item"] for judge in self.model.values() if judge["open"] is not None)

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        if not hasattr(self, "service"):
            return
        wanted = {key for judge in self.model.values() for key in judge["answered"]}
        unanswered = {judge["open"]["assignment"] for judge in self.model.values() if judge["open"] is not None}
        with self.service.database.transaction() as connection:
            assert set(connection.execute(select(JUDGEMENTS.c.assignment)).scalars()) == wanted
            assert set(connection.execute(select(ASSIGNMENTS.c.assignment)).scalars()) == wanted | unanswered
            assert recount(connection) == 0
            assert connection.execute(select(func.count()).select_from(JUDGES)).scalar_one() == len(self.model)
            for item, gold, answered, leased in connection.execute(
                select(ITEMS.c.item, ITEMS.c.gold, ITEMS.c.answered, ITEMS.c.leased)
            ):
                assert min(answered, leased) >= 0
                assert gold or answered + leased <= 2 + self.lapses[item]
            for code in self.gone:
                assert judges.judge_of_code(connection, code) is None

    @invariant()
    def sides_are_balanced(self) -> None:
        for judge in getattr(self, "model", {}).values():
            counts: dict[str, Counter[int]] = {}
            for row in [*judge["answered"].values(), *filter(None, [judge["open"]])]:
                item = self.service.items[row["item"]]
                if item["protocol"] == "choose_original.v1" and not item["gold"]:
                    counts.setdefault(item["stratum"], Counter())[row["position"]] += 1
            assert all(abs(places[1] - places[2]) <= 2 for places in counts.values())

    def teardown(self) -> None:
        if hasattr(self, "service"):
            self.end()
            self.service.database.close()

    def end(self) -> None:
        """Close, export and forget: all that was answered is exported, and nobody can be found any more."""
        with self.service.database.transaction() as connection:
            leave.close(connection, "end")
            assert recount(connection) == 0
            wanted = sum(len(judge["answered"]) for judge in self.model.values())
            if wanted:
                made = export_study(connection, STUDY, ROWS, self.service.design, SPEC.gold)
                assert made.counts["exported"] == wanted
            with pytest.raises(StudyError, match="judges have 30 days to withdraw"):
                leave.forget(connection, 30, self.service.journal, judges.today())
            leave.forget(connection, 30, self.service.journal, "2999-01-01")
            for code, judge in self.model.items():
                assert judges.judge_of_code(connection, code) is None
                assert judges.judge_of_session(connection, judge["tokens"][0]) is None
            assert connection.execute(select(func.count()).select_from(JUDGEMENTS)).scalar_one() == wanted
            assert connection.execute(select(func.count()).select_from(WITHDRAWALS)).scalar_one() <= len(self.gone)


def explore(new_database: Callable[[], str], folder: Path, examples: int) -> None:
    machine = type("StudyHere", (Study,), {"new_database": staticmethod(new_database), "folder": folder})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_sqlite_keeps_to_the_model(tmp_path: Path) -> None:
    explore(lambda: f"sqlite:///{tmp_path}/{uuid4().hex}.db", tmp_path, 8)


def test_postgresql_keeps_to_the_model(postgres: PostgreSQL, tmp_path: Path) -> None:
    explore(postgres.new_database, tmp_path, 5)
