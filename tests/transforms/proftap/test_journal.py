"""Answers are on the disk before they are used: a run that is stopped never asks for one of them again."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Literal

import pytest

from versebench.models.poets.contract import Answer, Message, Poet, PoetError, PoetSettings, Request
from versebench.transforms.proftap.journal import Journal


class Server(PoetSettings):
    """A poet that never gives an answer twice, and fails at the request that ``fails_at`` names."""

    title: ClassVar[str] = "server"
    answers_at_once: ClassVar[int] = 2
    asked: ClassVar[list[str]] = []

    poet: Literal["server.v1"] = "server.v1"
    fails_at: str | None = None

    def load(self, seed: int) -> Poet:
        return _Served(self.fails_at)


class _Served:
    def __init__(self, fails_at: str | None) -> None:
        self._fails_at = fails_at

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        if any(request.title_id == self._fails_at for request in requests):
            raise PoetError("the server does not answer; start it")
        answers = []
        for request in requests:
            Server.asked.append(request.title_id)
            answers.append(Answer(f"{request.title} {len(Server.asked)}", tokens=3))
        return answers


@pytest.fixture(autouse=True)
def nobody_asked() -> None:
    Server.asked.clear()


def requests(*titles: str) -> list[Request]:
    return [Request(title, f"《{title}》", (Message("user", title),), 1) for title in titles]


def journal(path: Path, fails_at: str | None = None) -> Journal:
    return Journal(path, Server(name="server", fails_at=fails_at), 0)


def test_after_a_stop_the_answers_given_before_are_kept_and_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "answers.jsonl"
    with pytest.raises(PoetError):
        journal(path, fails_at="e").write(requests("a", "b", "c", "d", "e"))
    assert Server.asked == ["a", "b", "c", "d"]
    answers = journal(path).write(requests("a", "b", "c", "d", "e"))
    assert Server.asked == ["a", "b", "c", "d", "e"]
    assert [answer.text for answer in answers] == ["《a》 1", "《b》 2", "《c》 3", "《d》 4", "《e》 5"]
    assert {answer.tokens for answer in answers} == {3}


def test_a_line_that_was_being_written_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    journal(path).write(requests("a", "b"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    again = journal(path).write(requests("a", "b"))
    assert Server.asked == ["a", "b", "b"]
    assert again[0].text == "《a》 1"
    assert journal(path).write(requests("b"))[0].text == again[1].text


DAMAGES = (
    b"{",
    b"",
    b"\x00\x00",
    b"\xff",
    b"[1]",
    b"7",
    b"[" * 200_000,
    b'{"title_id": "a", "attempt": 1}',
    b'{"title_id": "a", "attempt": 1, "answer": {"text": "a", "colour": 1}}',
    b'{"title_id": ["a"], "attempt": 1, "answer": {"text": "a"}}',
    b'{"title_id": "a", "attempt": 1, "answer": {"text": null}}',
    b'{"title_id": "a", "attempt": 1, "answer": {"text": "a", "tokens": "3"}}',
)


@pytest.mark.parametrize("damage", DAMAGES, ids=range(len(DAMAGES)))
def test_a_damaged_file_is_named_and_can_be_deleted(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "answers.jsonl"
    journal(path).write(requests("a", "b"))
    first, second, _ = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join((first, damage, second, b"")))
    with pytest.raises(PoetError) as raised:
        journal(path)
    assert str(raised.value) == (
        f"the file of kept answers {path} is damaged (line 2 is no answer); delete it, and its answers are asked for "
        "again"
    )
    path.unlink()
    assert [answer.text for answer in journal(path).write(requests("a"))] == ["《a》 3"]


def test_no_poet_is_loaded_if_all_answers_are_there(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    journal(path).write(requests("a"))

    class Broken(Server):
        def load(self, seed: int) -> Poet:
            raise PoetError(f"no poet for {seed}")

    assert Journal(path, Broken(name="server"), 0).write(requests("a"))[0].text == "《a》 1"
