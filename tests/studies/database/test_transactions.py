from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import func, select

from tests.studies.database.judging import answer, check, joined, opened, walk, work_through
from tests.studies.made_up import STUDY, service, spec
from versebench.studies.database import judges, leave
from versebench.studies.database.clock import LEASE_SECONDS, StudyClock
from versebench.studies.database.codes import hash_of, new_code, plain
from versebench.studies.database.engine import Database
from versebench.studies.database.tables import ASSIGNMENTS, ITEMS, JUDGEMENTS, JUDGES
from versebench.studies.errors import StudyError


def test_every_judge_gets_equal_shares_balanced_sides_and_no_poem_twice(address: str) -> None:
    made = service(spec(gold={"one_in": 4, "at_least": 0.8}), address)
    for session in joined(made, 8):
        shown = work_through(made, session)
        assert [row["place"] for row in shown] == list(range(1, 11))
        assert len({row["work"] for row in shown}) == 10
        kinds = [made.items[row["item"]] for row in shown]
        gold = [row["place"] for row, item in zip(shown, kinds, strict=True) if item["gold"]]
        assert len(gold) == 2
        assert not {1, 10} & set(gold)
        main = [(row, item) for row, item in zip(shown, kinds, strict=True) if not item["gold"]]
        assert Counter((item["protocol"], item["task"]) for _, item in main) == {
            ("choose_original.v1", "swap_lines.v1"): 2,
            ("choose_original.v1", "swap_end_words.v1"): 2,
            ("altered_or_not.v1", "swap_lines.v1"): 4,
        }
        sides = Counter(item["answer"] for _, item in main if item["protocol"] == "altered_or_not.v1")
        assert sides == {"yes": 2, "no": 2}
        assert {row["position"] for row, item in main if item["protocol"] == "altered_or_not.v1"} == {0}
    check(made, 80)


def test_items_are_filled_evenly_and_never_beyond_what_is_wanted(address: str) -> None:
    made = service(spec(), address)
    for session in joined(made, 6):
        work_through(made, session)
    with made.database.transaction() as connection:
        fills = Counter(connection.execute(select(ITEMS.c.answered)).scalars())
    assert set(fills) <= {1, 2}
    for session in joined(made, 20):
        work_through(made, session)
    with made.database.transaction() as connection:
        assert connection.execute(select(func.max(ITEMS.c.answered))).scalar_one() == 3


def test_the_open_item_stays_until_it_is_answered(address: str) -> None:
    made = service(spec(), address)
    [session] = joined(made)
    first = opened(made, session, 0)
    assert first is not None
    for now in (10, LEASE_SECONDS - 1, 3 * LEASE_SECONDS, 10 * LEASE_SECONDS):
        again = opened(made, session, now)
        assert again is not None
        assert again["assignment"] == first["assignment"]
    check(made, 1)


def test_a_lease_that_ran_out_gives_the_item_to_others_and_a_late_answer_counts(address: str) -> None:
    made = service(spec(judges={"items": 8, "most": 100, "judgements_per_item": 1}), address)
    away, *others = joined(made, 5)
    kept = opened(made, away, 0)
    assert kept is not None
    for session in others:
        work_through(made, session, LEASE_SECONDS + 1)
    with made.database.transaction() as connection:
        taken = select(func.count()).select_from(ASSIGNMENTS).where(ASSIGNMENTS.c.item == kept["item"])
        assert connection.execute(taken).scalar_one() == 2
    assert answer(made, away, kept["assignment"], LEASE_SECONDS + 2)
    with made.database.transaction() as connection:
        late = select(JUDGEMENTS.c.late).where(JUDGEMENTS.c.assignment == kept["assignment"])
        assert connection.execute(late).scalar_one()


def test_the_first_of_many_answers_at_once_is_stored(address: str) -> None:
    made = service(spec(), address)
    [session] = joined(made)
    assignment = opened(made, session, 0)
    assert assignment is not None
    with ThreadPoolExecutor(8) as pool:
        stored = list(pool.map(lambda _: answer(made, session, assignment["assignment"], 1), range(16)))
    assert stored.count(True) == 1
    check(made, 1)


def test_judges_at_once_do_not_overfill(address: str) -> None:
    made = service(spec(judges={"items": 8, "most": 100, "judgements_per_item": 1}), address)
    with ThreadPoolExecutor(8) as pool:
        shown = sum(map(len, pool.map(lambda session: work_through(made, session), joined(made, 8))))
    with made.database.transaction() as connection:
        assert connection.execute(select(func.max(ITEMS.c.answered))).scalar_one() == 1
    check(made, shown)


@pytest.mark.parametrize("seed", range(3))
def test_random_acts_lose_and_double_nothing(address: str, seed: int) -> None:
    made = service(spec(gold={"one_in": 4, "at_least": 0.8}), address)
    check(made, walk(made, Random(seed), 150))


def test_who_withdraws_leaves_nothing_and_the_items_are_asked_again(address: str) -> None:
    made = service(spec(), address)
    [session] = joined(made)
    shown = work_through(made, session)
    with made.database.transaction() as connection:
        judge = judges.judge_of_code(connection, session.code)
        assert judge is not None
        leave.withdraw(connection, judge, None)
        for table in (JUDGES, ASSIGNMENTS, JUDGEMENTS):
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 0
        assert connection.execute(select(func.sum(ITEMS.c.answered))).scalar_one() == 0
        assert judges.judge_of_session(connection, session.token) is None
    check(made, len(shown))


def test_a_database_serves_one_plan_and_either_people_or_programs(address: str) -> None:
    made = service(spec(), address)
    joined(made)
    with pytest.raises(StudyError, match="takes no people"), made.database.transaction() as connection:
        judges.invite(connection, 1, simulated=False)
    made.database.close()
    Database(address).prepare(STUDY)
    with pytest.raises(StudyError, match=f"of study {STUDY}, not of f00d"):
        Database(address).prepare("f00d")


def test_an_invitation_is_taken_once(address: str) -> None:
    made = service(spec(), address)
    with made.database.transaction() as connection:
        [code] = judges.invite(connection, 1, simulated=False)
        first = judges.join(connection, code, "en", "hash")
        again = judges.join(connection, code, "en", "hash")  # the answer to the first was lost
        assert first is not None
        assert again is not None
        assert judges.judge_of_code(connection, first.code) is None
        assert judges.judge_of_code(connection, again.code) is not None
        judge = judges.judge_of_session(connection, again.token)
        assert judge is not None
        judges.go_on(connection, judge, judges.QUESTIONS)
        assert judges.join(connection, code, "en", "hash") is None
        assert connection.execute(select(func.count()).select_from(JUDGES)).scalar_one() == 1


def test_the_clock_never_runs_back() -> None:
    readings = iter([100.0, 50.0, 120.0])
    clock = StudyClock(90.0, lambda: next(readings))
    assert [clock.read() for _ in range(3)] == [100.0, 100.0, 120.0]


def test_a_code_is_read_however_it_is_typed_and_a_slip_is_noticed() -> None:
    code = new_code()
    typed = code.upper().replace("-", " ").replace("0", "O").replace("1", "l")
    assert hash_of(typed) == hash_of(code)
    letters = plain(code)
    assert letters is not None
    for place in range(20):
        for letter in set("0123456789abcdefghjkmnpqrstvwxy") - {letters[place]}:
            assert plain(letters[:place] + letter + letters[place + 1 :]) is None


@pytest.mark.parametrize("wrong", ["study.db", "mysql://host/name", "nonsense://x", ""])
def test_an_address_that_names_no_database_is_refused(wrong: str) -> None:
    with pytest.raises(StudyError, match="sqlite:///FILE or postgresql"):
        Database(wrong)
