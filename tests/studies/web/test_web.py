import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select, text, update

from tests.studies.made_up import ITEM_PROTOCOLS, service, spec
from tests.studies.web.serving import Judge, answers, invited, serving
from versebench.studies.database import leave
from versebench.studies.database.clock import StudyClock
from versebench.studies.database.tables import ASSIGNMENTS, COMMENTS, INVITATIONS, ITEMS, JUDGEMENTS, JUDGES, STUDY
from versebench.studies.errors import StudyError
from versebench.studies.plan.design import minutes_of_judge
from versebench.studies.simulate import read_page
from versebench.studies.web.security import RateLimit, form_token
from versebench.studies.web.server import only_server
from versebench.studies.web.service import Service


@pytest.fixture
def study(tmp_path: Path) -> Service:
    return service(spec(), f"sqlite:///{tmp_path}/study.db")


@pytest.fixture
def url(study: Service) -> Iterator[str]:
    with serving(study) as address:
        yield address


def count(study: Service, table: object = JUDGEMENTS) -> int:
    with study.database.transaction() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())  # type: ignore[arg-type]


def test_a_judge_goes_from_the_link_to_the_end(study: Service, url: str) -> None:
    judge = Judge(url)
    judge.join(*invited(study))
    assert judge.finish() == 8
    assert "You have answered everything" in judge.client.get("/study").text
    assert count(study) == 8


def test_all_protocols_in_one_study(address: str) -> None:
    pairs = [{"protocol": "choose_original.v1", "tasks": ["swap_lines.v1"], "items": 4}]
    of = spec([*pairs, *({"protocol": name, "items": 4} for name in ITEM_PROTOCOLS)])
    made = service(of, address)
    with serving(made) as url:
        judge = Judge(url)
        judge.join(*invited(made))
        assert judge.finish() == 8
    with made.database.transaction() as connection:
        stored = connection.execute(select(JUDGEMENTS.c.answer)).scalars().all()
    assert {"50", "rated"} < set(stored)


def test_opening_a_link_takes_nothing(study: Service, url: str) -> None:
    [code] = invited(study)
    for _ in range(3):
        assert "I agree to take part" in Judge(url).client.get(f"/j/{code}").text
    assert Judge(url).client.post(f"/j/{code}").status_code == 422
    assert count(study, JUDGES) == 0
    assert Judge(url).client.get("/j/unknown").status_code == 404


def test_the_consent_says_what_it_must_and_runs_no_html(study: Service, url: str) -> None:
    page = Judge(url).client.get(f"/j/{invited(study)[0]}").text
    for words in ("A. Editor", "editor@example.org", "none required", "CC-BY-4.0", "30 days", "18 years", "withdraw"):
        assert words in page
    questions, minutes = len(study.practice) + study.design.places, math.ceil(minutes_of_judge(study.spec))
    assert f"Questions: {questions}. Time: about {minutes} minutes." in page
    assert "<strong>Answers</strong>" in page
    assert "<script>alert" not in page


def test_an_answer_sent_many_times_at_once_is_stored_once(study: Service, url: str) -> None:
    judge = Judge(url)
    page = judge.join(*invited(study))
    with ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(lambda _: judge.send(page, **answers(page)).status_code, range(12)))
    assert set(sent) == {200}
    assert count(study) == 1
    changed = judge.send(page, **{**answers(page), "answer": "second" if "first" in answers(page).values() else "no"})
    assert changed.status_code == 200
    assert count(study) == 1


def test_two_devices_see_the_same_open_item(study: Service, url: str) -> None:
    judge, phone = Judge(url), Judge(url)
    page = judge.join(*invited(study))
    phone.client.post("/resume", data={"code": judge.code.upper().replace("-", "")}).raise_for_status()
    assert phone.get().hidden["assignment"] == page.hidden["assignment"]
    phone.send(phone.get(), **answers(page))
    judge.send(page, **answers(page))
    assert count(study) == 1
    assert judge.get().hidden["assignment"] == phone.get().hidden["assignment"] != page.hidden["assignment"]


def test_a_forged_stale_or_foreign_form_is_refused(study: Service, url: str) -> None:
    judge, other = Judge(url), Judge(url)
    [first, second] = invited(study, 2)
    page, foreign = judge.join(first), other.join(second)
    given = answers(page)
    for hidden in ({"token": ""}, {"token": "é"}, {"token": foreign.hidden["token"]}):
        assert judge.send(page, **given, **hidden).status_code == 403
    again = {**page.hidden, "step": "practice", "number": str(len(study.practice))}  # there is no further practice
    assert judge.client.post("/study", data={**again, **given}).status_code == 200
    for assignment in ("", "unknown", foreign.hidden["assignment"]):
        assert judge.send(page, **given, assignment=assignment).status_code == 403
    form = {**page.hidden, **given}
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert judge.client.post("/study", data=form, headers=headers).status_code == 403
    assert count(study) == 0
    assert judge.client.post("/study", data=form, headers={"Origin": url}).status_code == 200
    assert count(study) == 1


def test_an_incomplete_answer_gives_the_page_again_with_what_was_answered(study: Service, url: str) -> None:
    judge = Judge(url)
    page = judge.join(*invited(study))
    again = judge.send(page, comment="a <b>comment</b>", known="yes")
    assert again.status_code == 422
    assert "a &lt;b&gt;comment" in again.text
    assert 'role="alert"' in again.text
    assert judge.get().hidden["assignment"] == page.hidden["assignment"]


def test_a_known_poem_does_not_fill_its_item_and_a_comment_is_kept(study: Service, url: str) -> None:
    judge = Judge(url)
    page = judge.join(*invited(study))
    judge.send(page, **answers(page), known="yes", comment="x" * 2000, client_ms="1234")
    with study.database.transaction() as connection:
        [row] = connection.execute(select(JUDGEMENTS)).mappings()
        assert (row["known"], row["client_ms"]) == (True, 1234)
        assert connection.execute(select(func.sum(ITEMS.c.answered))).scalar_one() == 0
        assert connection.execute(select(COMMENTS.c.comment)).scalar_one() == "x" * 1000


@pytest.mark.parametrize("client_ms", ["", "-5", "NaN", "9" * 30, "1.5", "٣"])
def test_a_time_that_is_none_is_left_out(study: Service, url: str, client_ms: str) -> None:
    judge = Judge(url)
    page = judge.join(*invited(study))
    judge.send(page, **answers(page), client_ms=client_ms).raise_for_status()
    with study.database.transaction() as connection:
        assert connection.execute(select(JUDGEMENTS.c.client_ms)).scalar_one() is None


def test_who_withdraws_leaves_nothing(study: Service, url: str) -> None:
    judge = Judge(url)
    judge.join(*invited(study))
    judge.finish()
    assert "deleted" in judge.client.post("/withdraw", data={"code": judge.code}).text
    assert (count(study), count(study, JUDGES), count(study, INVITATIONS)) == (0, 0, 0)
    assert str(judge.client.get("/study").url).endswith("/resume")
    assert judge.client.post("/withdraw", data={"code": judge.code}).status_code == 422


def test_nothing_is_answered_once_the_study_is_closed(study: Service, url: str) -> None:
    judge = Judge(url)
    page = judge.join(*invited(study))
    with study.database.transaction() as connection:
        leave.close(connection, "a test")
    assert judge.send(page, **answers(page)).status_code == 410
    assert count(study) == 0
    with study.database.transaction() as connection:
        connection.execute(update(STUDY).values(state="open"))
    assert judge.send(page, **answers(page)).status_code == 200
    assert count(study) == 1


def test_if_the_database_fails_the_answer_stays_on_the_page(study: Service, url: str) -> None:
    judge = Judge(url)
    page = judge.join(*invited(study))
    with study.database.transaction() as connection:
        connection.execute(text("ALTER TABLE judgements RENAME TO gone"))
    failed = judge.send(page, **answers(page), comment="kept")
    assert failed.status_code == 503
    assert failed.headers["Retry-After"] == "5"
    assert 'value="kept"' in failed.text
    assert "Traceback" not in failed.text
    with study.database.transaction() as connection:
        connection.execute(text("ALTER TABLE gone RENAME TO judgements"))
    assert judge.send(read_page(failed.text)).status_code == 200
    assert count(study) == 1


def test_every_page_has_the_headers_and_large_bodies_are_refused(url: str) -> None:
    client = Judge(url).client
    for path in ("/resume", "/static/study.css", "/unknown"):
        headers = client.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self'; script-src 'self'")
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"
    assert client.post("/resume", data={"code": "x" * 70_000}).status_code == 413
    assert client.post("/resume", content=(b"x" * 1000 for _ in range(70))).status_code == 413
    assert client.post("/resume", files={"code": b"x"}).status_code in (400, 422)


@pytest.mark.parametrize(("language", "words"), [("en", "too large"), ("de", "zu groß"), ("zh-TW", "表單過大")])
def test_a_form_that_is_too_large_is_refused_in_the_language_of_the_browser(
    language: str, words: str, tmp_path: Path
) -> None:
    title = {"en": "Poems", "de": "Gedichte", "zh-Hant": "詩"}
    made = service(spec(title=title, languages=list(title)), f"sqlite:///{tmp_path}/study.db")
    with serving(made) as url:
        asked = {"Accept-Language": language}
        refused = Judge(url).client.post("/study", data={"comment": "x" * 70_000}, headers=asked)
    assert (refused.status_code, words in refused.text) == (413, True)
    assert refused.headers["Content-Security-Policy"]


def test_a_judge_may_leave_a_choice_open_where_the_study_allows_it(tmp_path: Path) -> None:
    part = {"protocol": "choose_original.v1", "tasks": ["swap_lines.v1"], "items": 16}
    for undecided in (True, False):
        made = service(spec([{**part, "undecided": undecided}], practice=0), f"sqlite:///{tmp_path}/{undecided}.db")
        with serving(made) as url:
            judge = Judge(url)
            page = judge.join(*invited(made))
            assert ("undecided" in page.choices["answer"]) == undecided
            assert judge.send(page, answer="undecided").status_code == (200 if undecided else 422)
        with made.database.transaction() as connection:
            stored = connection.execute(select(JUDGEMENTS.c.answer, JUDGEMENTS.c.correct)).all()
        assert stored == ([("undecided", False)] if undecided else [])


def test_a_time_limit_is_announced_and_extended_and_late_answers_are_kept(tmp_path: Path) -> None:
    now = [1000.0]
    made = service(spec(time_limit=60, practice=0), f"sqlite:///{tmp_path}/study.db")
    made = replace(made, clock=StudyClock(0.0, lambda: now[0]))
    with serving(made) as url:
        judge = Judge(url)
        [code] = invited(made)
        assert "60 seconds. You can ask for more time" in judge.client.get(f"/j/{code}").text
        page = judge.join(code)
        now[0] += 50
        assert "Left: 10 seconds." in judge.client.get("/study").text
        again = judge.send(page, more="yes", comment="half a thought")
        assert again.status_code == 200
        assert "Left: 70 seconds." in again.text
        assert "half a thought" in again.text
        now[0] += 60
        judge.send(judge.get(), **answers(page))
        page = judge.get()
        assert "Left: 60 seconds." in judge.client.get("/study").text
        now[0] += 200
        assert "Left: 100 seconds." in judge.send(page, more="yes").text
        now[0] += 101
        judge.send(page, **answers(page))
        assert judge.send(page, more="yes").status_code == 200
    with made.database.transaction() as connection:
        late = connection.execute(select(JUDGEMENTS.c.late, ASSIGNMENTS.c.extensions).join(ASSIGNMENTS)).all()
    assert sorted(late) == [(False, 1), (True, 4)]


def test_codes_cannot_be_tried_without_limit(url: str) -> None:
    client = Judge(url).client
    codes = [client.post("/resume", data={"code": "0" * 20}).status_code for _ in range(40)]
    assert codes[0] == 422
    assert codes[-1] == 429


def test_a_limit_ends_with_its_time() -> None:
    now = [0.0]
    limit = RateLimit(2, 60, lambda: now[0])
    assert [limit.allows("a"), limit.allows("a"), limit.allows("a"), limit.allows("b")] == [True, True, False, True]
    now[0] = 60
    assert limit.allows("a")


def test_the_cookie_is_bound_to_https_behind_a_proxy(tmp_path: Path) -> None:
    made = replace(service(spec(), f"sqlite:///{tmp_path}/study.db"), behind_proxy=True)
    with serving(made) as url:
        [code] = invited(made)
        cookie = Judge(url).client.post(f"/j/{code}", data={"agree": "yes"}).headers["Set-Cookie"]
    assert cookie.startswith("__Host-judge=")
    for word in ("HttpOnly", "Secure", "SameSite=lax", "Path=/"):
        assert word in cookie


def test_a_page_tells_nothing_that_gives_the_answer_away(study: Service, url: str) -> None:
    judge = Judge(url)
    judge.join(*invited(study))
    for _ in range(8):
        html = judge.client.get("/study").text
        for word in ("swap_", "original", "corrupted", "pair", "work "):
            assert word not in html.replace("a poem called swap_lines.v1", "").replace("a poem called swap_end_", "")
        page = judge.get()
        judge.send(page, **answers(page))


def test_one_server_uses_a_sqlite_file(study: Service) -> None:
    with only_server(study.database), pytest.raises(StudyError, match="another server"), only_server(study.database):
        pass


def test_tokens_of_forms_differ_by_session() -> None:
    assert form_token("a") != form_token("b")


def test_an_answer_opens_the_next_item_and_its_page_writes_nothing(study: Service, url: str) -> None:
    judge = Judge(url)
    page = judge.join(*invited(study))
    with study.database.transaction() as connection:
        assert connection.execute(select(func.count()).select_from(ASSIGNMENTS)).scalar_one() == 1
    judge.client.post("/study", data={**page.hidden, **answers(page)}, follow_redirects=False)
    with study.database.transaction() as connection:
        assert connection.execute(select(func.count()).select_from(ASSIGNMENTS)).scalar_one() == 2
        connection.exec_driver_sql("PRAGMA query_only = ON")  # of this connection, which is that of all who write
    assert judge.get().hidden["assignment"] == judge.get().hidden["assignment"] != page.hidden["assignment"]
    assert judge.send(judge.get(), **answers(judge.get())).status_code == 503
