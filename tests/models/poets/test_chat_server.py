import logging

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
        with pytest.raises(PoetError) as refused:
            poet.write([ASKED])
    assert served.keys[0] == f"Bearer {KEY}"
    assert KEY not in repr(poet) + str(refused.value) + of.model_dump_json() + caplog.text + str(dict(of.files()))


def test_a_key_that_is_missing_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POET_KEY", raising=False)
    with pytest.raises(PoetError, match="set the variable POET_KEY"):
        settings("http://127.0.0.1:9/v1", key_from="POET_KEY").load(1)
    monkeypatch.setenv("POET_KEY", "two\nlines")
    with pytest.raises(PoetError, match="the key in POET_KEY has characters"):
        settings("http://127.0.0.1:9/v1", key_from="POET_KEY").load(1)


def test_no_password_is_written_into_a_recipe() -> None:
    with pytest.raises(ValidationError, match="url"):
        settings("http://user:secret@127.0.0.1/v1")
