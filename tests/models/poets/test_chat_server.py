import logging
import time
from typing import Any

import pytest
from pydantic import ValidationError

from tests.models.poets.chat_serving import POEM, refusal, serving
from versebench.models.poets.chat_server import ChatServer
from versebench.models.poets.contract import Answer, Message, PoetError, Request

KEY = "sk-never-shown-4711"
ASKED = Request("t1", "夜车", (Message("system", "Be brief."), Message("user", "写一首题为《夜车》的绝句")), 1)


def settings(url: str, **changes: object) -> ChatServer:
    values = {"poet": "chat.v1", "name": "served", "url": url, "model": "m", "timeout_s": 1.0, "longest_wait_s": 0.01}
    return ChatServer.model_validate({**values, **changes})


def test_a_prompt_is_sent_as_the_protocol_says() -> None:
    with serving() as served:
        answers = settings(served.url, top_p=0.8).load(1).write([ASKED])
    assert answers == [Answer(POEM, 24)]
    assert served.asked == [
        {
            "path": "/v1/chat/completions",
            "model": "m",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "写一首题为《夜车》的绝句"},
            ],
            "max_tokens": 512,
            "temperature": 0.9,
            "top_p": 0.8,
        }
    ]
    assert served.keys == [None]


@pytest.mark.parametrize(
    "trouble", ["429", "500", "503", "408", "cut", "slow", "malformed", "other", "drips", "drips headers"]
)
def test_trouble_that_may_pass_is_tried_again(trouble: str) -> None:
    with serving() as served:
        served.plan = [trouble, trouble]
        assert settings(served.url).load(1).write([ASKED]) == [Answer(POEM, 24)]
    assert len(served.asked) == 3


@pytest.mark.parametrize("trouble", ["429", "500", "cut", "malformed"])
def test_trouble_that_stays_is_one_message(trouble: str) -> None:
    with serving() as served:
        served.plan = [trouble] * 9
        with pytest.raises(PoetError, match=r"the server at http://127.0.0.1:\d+/v1 .*\(3 tries\); the answers so far"):
            settings(served.url, tries=3).load(1).write([ASKED])
    assert len(served.asked) == 3


@pytest.mark.parametrize(("status", "said"), [("401", "key_from"), ("403", "key_from"), ("404", "check url and model")])
def test_a_mistake_is_not_tried_again(status: str, said: str) -> None:
    with serving() as served:
        served.plan = [status]
        with pytest.raises(PoetError, match=said):
            settings(served.url).load(1).write([ASKED])
    assert len(served.asked) == 1


@pytest.mark.parametrize("status", ["429", "503"])
def test_a_wait_that_is_too_long_is_told_and_not_slept(status: str) -> None:
    with serving() as served:
        served.plan, served.wait = [status], "3600"
        with pytest.raises(
            PoetError, match=r"asks to wait 3600 s, .* longest_wait_s \(2\); the answers so far are kept"
        ):
            settings(served.url, longest_wait_s=2).load(1).write([ASKED])
    assert len(served.asked) == 1


@pytest.mark.parametrize("trouble", ["drips", "drips headers"])
def test_the_time_of_an_answer_is_that_of_all_its_bytes(trouble: str) -> None:
    with serving() as served:
        served.plan, start = [trouble], time.monotonic()
        with pytest.raises(PoetError, match=r"did not answer within 0.5 s \(1 tries\)"):
            settings(served.url, tries=1, timeout_s=0.5).load(1).write([ASKED])
        assert time.monotonic() - start < 5


def test_an_answer_without_an_end_is_not_kept_in_memory() -> None:
    with serving() as served:
        served.plan = ["flood"]
        with pytest.raises(PoetError, match="sends more than 16777216 bytes as an answer; check url"):
            settings(served.url, timeout_s=60).load(1).write([ASKED])


@pytest.mark.parametrize(
    "error",
    [
        {"code": "content_filter", "message": "The prompt was filtered."},
        {"code": "content_policy_violation"},
        {"code": "400", "innererror": {"code": "ResponsibleAIPolicyViolation"}},
    ],
)
def test_a_prompt_that_a_filter_refuses_is_an_answer(error: Any) -> None:
    with serving() as served:
        served.plan, served.refusal = ["400"], refusal(error)
        answers = settings(served.url).load(1).write([ASKED, ASKED])
    assert answers == [Answer("", problem="refused_by_server"), Answer(POEM, 24)]


def test_an_answer_that_a_filter_stops_is_no_poem() -> None:
    with serving() as served:
        served.plan = ["filtered"]
        assert settings(served.url).load(1).write([ASKED]) == [Answer("", problem="refused_by_server")]


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (
            "400",
            {"code": "bad", "message": "max_tokens is\n too\x07 large"},
            "HTTP 400: max_tokens is too large; check",
        ),
        ("400", "no such model", "HTTP 400: no such model; check"),
        ("404", {"message": "一" * 900}, f"HTTP 404: {'一' * 200}; check"),
        ("422", {"message": [1], "innererror": "content_filter"}, "HTTP 422; check"),
        ("400", [["content_filter"]], "HTTP 400; check"),
        ("403", {"message": "not in your country"}, r"\(HTTP 403: not in your country\); check"),
        ("400", {"message": "x" * 195 + f" {KEY} is wrong"}, r"HTTP 400: x{195} \[hid; check"),
    ],
)
def test_what_the_server_says_is_shown_without_the_key(
    status: str, error: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POET", KEY)  # a name that does not tell that it is a secret
    with serving() as served:
        served.plan, served.refusal = [status], refusal(error)
        with pytest.raises(PoetError, match=said):
            settings(served.url, key_from="POET").load(1).write([ASKED])
    assert len(served.asked) == 1


def test_a_text_that_is_withheld_or_never_ends_is_told() -> None:
    with serving() as served:
        served.plan = ["withheld", "endless"]
        withheld, endless = settings(served.url).load(1).write([ASKED, ASKED])
    assert withheld.problem == "no_content"
    assert not endless.ended


def test_no_server_is_one_message() -> None:
    with serving() as served:
        url = served.url
    with pytest.raises(PoetError, match="did not answer"):
        settings(url, tries=2).load(1).write([ASKED])


def test_the_key_is_sent_and_never_shown(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setenv("POET_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    with serving() as served:
        of = settings(served.url, key_from="POET_KEY")
        poet = of.load(1)
        poet.write([ASKED])
        served.plan = ["401"]
        with pytest.raises(PoetError) as refused:
            poet.write([ASKED])
    assert served.keys[0] == f"Bearer {KEY}"
    assert KEY not in repr(poet) + str(refused.value) + of.model_dump_json() + caplog.text + str(dict(of.files()))


def test_a_key_that_is_missing_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POET_KEY", raising=False)
    with pytest.raises(PoetError, match="set the variable POET_KEY"):
        settings("http://127.0.0.1:9/v1", key_from="POET_KEY").check()
    monkeypatch.setenv("POET_KEY", "two\nlines")
    with pytest.raises(PoetError, match="the key in POET_KEY has characters"):
        settings("http://127.0.0.1:9/v1", key_from="POET_KEY").check()
    monkeypatch.setenv("POET_KEY", KEY)
    settings("http://127.0.0.1:9/v1", key_from="POET_KEY").check()
    settings("http://127.0.0.1:9/v1").check()


@pytest.mark.parametrize(
    "url",
    [
        "http://user:secret@127.0.0.1/v1",
        "http://",
        "https:///v1",
        "ftp://127.0.0.1/v1",
        "127.0.0.1:8000",
        "http://host:99999/v1",
        "http://host:port/v1",
        "http://[::1/v1",
        "http://host/v1?key=secret",
        "http://host/v1#top",
        "http://host /v1",
        "http://host\\v1",
        "",
    ],
)
def test_an_address_that_cannot_be_asked_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match="is no address that can be asked; write one such as"):
        settings(url)


@pytest.mark.parametrize("url", ["http://[::1]:8000/v1", "https://例子.中国/v1/", "HTTP://host.example"])
def test_other_addresses_are_taken(url: str) -> None:
    assert settings(url).url == url
