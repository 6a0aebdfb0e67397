"""The answers of a poet, each forced to the disk before it is used, so that no prompt is answered twice."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

from versebench.models.poets.contract import Answer, Poet, PoetError, PoetSettings, Request
from versebench.storage import durable


class Journal:
    """Answers that a poet gave about the titles of a shard, in a file of one JSON object a line.

    A run that is stopped goes on with the answers of the file. A line that was being written when it stopped is left
    out: that answer was not used yet. Raises :class:`PoetError` if the file is damaged.
    """

    def __init__(self, path: Path, settings: PoetSettings, seed: int) -> None:
        self._path, self._settings, self._seed = path, settings, seed
        self._answers: dict[tuple[str, int], Answer] = {}
        durable.make_folder(str(path.parent))
        if path.is_file():
            self._read()

    def _read(self) -> None:
        content = self._path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.split(b"\n")[:-1], 1):
            try:
                title_id, attempt, answer = _entry(line)
            except (ValueError, KeyError, TypeError, RecursionError):
                raise PoetError(
                    f"the file of kept answers {self._path} is damaged (line {number} is no answer); delete it, and "
                    "its answers are asked for again"
                ) from None
            self._answers[title_id, attempt] = answer
        if len(whole) < len(content):
            with self._path.open("r+b") as file:
                file.truncate(len(whole))

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """The answers to some requests, in order; the poet is asked for those only that are not in the file.

        It is loaded when it is first asked. Raises :class:`PoetError`.
        """
        new = [each for each in requests if (each.title_id, each.attempt) not in self._answers]
        for first in range(0, len(new), at_once := self._settings.answers_at_once):
            some = new[first : first + at_once]
            self._add(some, self._poet.write(some))
        return [self._answers[each.title_id, each.attempt] for each in requests]

    @cached_property
    def _poet(self) -> Poet:
        return self._settings.load(self._seed)

    def _add(self, requests: Sequence[Request], answers: Sequence[Answer]) -> None:
        entries = [
            {"title_id": request.title_id, "attempt": request.attempt, "answer": asdict(answer)}
            for request, answer in zip(requests, answers, strict=True)
        ]
        with self._path.open("ab") as file:
            file.writelines(json.dumps(entry, ensure_ascii=False).encode() + b"\n" for entry in entries)
            file.flush()
            os.fsync(file.fileno())
        durable.sync_folder(str(self._path.parent))
        for request, answer in zip(requests, answers, strict=True):
            self._answers[request.title_id, request.attempt] = answer


def _entry(line: bytes) -> tuple[str, int, Answer]:
    """Title, attempt and answer of a line. Raises ValueError, KeyError or TypeError for anything else."""
    entry = json.loads(line)
    title_id, attempt, answer = entry["title_id"], entry["attempt"], Answer(**entry["answer"])
    kinds = [
        (title_id, str),
        (attempt, int),
        (answer.text, str),
        (answer.tokens, int | None),
        (answer.ended, bool),
        (answer.problem, str | None),
    ]
    if not all(isinstance(value, kind) for value, kind in kinds):
        raise TypeError
    return title_id, attempt, answer
