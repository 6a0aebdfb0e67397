import json
import logging
import time

import pytest
from pydantic import ValidationError

from tests.models.poets.chat_serving import POEM, serving
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


@pytest.mark.parametrize("trouble", ["429", "500", "503", "408", "cut", "slow", "malformed", "other"])
def test_trouble_that_may_pass_is_tried_again(trouble: str) -> None:
    with serving() as served:
        served.plan = [trouble, trouble]
        assert settings(served.url).load(1).write([ASKED]) == [Answer(POEM, 24)]
    assert len(served.asked) == 3


def test_an_answer_must_end_in_time_and_within_bounds() -> None:
    with serving() as served:
        for trouble, said in (("drip", "took longer than 1 s"), ("huge", "sent more than 16 MiB")):
            served.plan = [trouble]
            began = time.monotonic()
            with pytest.raises(PoetError, match=said):
                settings(served.url, tries=1).load(1).write([ASKED])
            assert time.monotonic() - began < 3.5, "a byte now and then does not keep the run waiting for four seconds"
        assert settings(served.url).load(1).write([ASKED]) == [Answer(POEM, 24)]


@pytest.mark.parametrize("status", ["429", "503"])
def test_a_wait_that_is_too_long_ends_the_run_with_its_length(status: str) -> None:
    with serving() as served:
        served.plan, served.retry_after = [status], "3600"
        with pytest.raises(PoetError, match="takes no requests for 3600 s; the answers so far are kept"):
            settings(served.url).load(1).write([ASKED])
    assert len(served.asked) == 1


@pytest.mark.parametrize(
    "error",
    [
        {"code": "content_filter", "message": "filtered"},
        {"code": "content_policy_violation"},
        {"code": "other", "innererror": {"code": "ResponsibleAIPolicyViolation"}},
    ],
)
def test_a_prompt_that_a_filter_refuses_is_an_answer_with_a_reason(error: dict[str, object]) -> None:
    with serving() as served:
        served.plan, served.error = ["400"], json.dumps({"error": error}).encode()
        answers = settings(served.url).load(1).write([ASKED, ASKED])
    assert answers == [Answer("", problem="refused_by_server"), Answer(POEM, 24)]


@pytest.mark.parametrize("error", [b"", b"[]", b'{"error": null}', b'{"error": {"innererror": 3}}', b"<html>"])
def test_an_error_without_a_reason_is_still_one_message(error: bytes) -> None:
    with serving() as served:
        served.plan, served.error = ["400"], error
        with pytest.raises(PoetError, match="answered HTTP 400; check url and model"):
            settings(served.url).load(1).write([ASKED])


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
        served.error = json.dumps({"error": {"message": f"Incorrect key {KEY}\n, see the account"}}).encode()
        with pytest.raises(PoetError, match=r"says: Incorrect key \[key\] , see the account; check the key") as refused:
            poet.write([ASKED])
    assert served.keys[0] == f"Bearer {KEY}"
    assert KEY not in repr(poet) + str(refused.value) + of.model_dump_json() + caplog.text + str(dict(of.files()))


def test_a_key_that_is_missing_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POET_KEY", raising=False)
    with pytest.raises(PoetError, match="set the variable POET_KEY"):
        settings("http://127.0.0.1:9/v1", key_from="POET_KEY").check()
    monkeypatch.setenv("POET_KEY", "two\nlines")
    with pytest.raises(PoetError, match="the key in POET_KEY has characters"):
        settings("http://127.0.0.1:9/v1", key_from="POET_KEY").load(1)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://user:secret@127.0.0.1/v1", "user or password"),
        ("http:///v1", "no address of a server"),
        ("ftp://127.0.0.1/v1", "no address of a server"),
        ("http://a b/v1", "no address of a server"),
        ("http://127.0.0.1:port/v1", "wrong host or port"),
        ("http://127.0.0.1/v1?key=secret", "a query"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_in_the_recipe(url: str, said: str) -> None:
    with pytest.raises(ValidationError) as refused:
        settings(url)
    (error,) = refused.value.errors()
    assert said in error["msg"]
    assert "secret" not in error["msg"]
