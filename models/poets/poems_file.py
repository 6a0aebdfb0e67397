"""``poems.v1``: poems that were made elsewhere, from a file."""

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field

from versebench.models.poets.contract import Answer, Poet, PoetError, PoetSettings, Request
from versebench.models.poets.registry import poet
from versebench.models.simplified import comparable

NO_POEM = "no_poem_in_file"

Poems = Mapping[str, Mapping[int, str]]
"""The poems of each title by attempt."""


@poet
class PoemsFile(PoetSettings):
    """A file of poems: a JSON array, JSONL or CSV, with ``title``, and ``text`` or ``paragraphs``."""

    poet: Literal["poems.v1"] = Field(description="A file of poems that were made elsewhere.")
    path: str = Field(
        min_length=1,
        description="The file: a JSON array, one JSON object a line, or CSV (`.csv`), with `title`, and `text` or "
        "`paragraphs`. If a title occurs several times, its poems are the attempts, in their order or as `attempt` "
        "numbers them from 1.",
    )

    title: ClassVar[str] = "file of poems"

    def load(self, seed: int) -> Poet:  # noqa: ARG002 - nothing is drawn
        """Read the file. Raises :class:`PoetError`, which names file and row."""
        return _Loaded(_read(self.path))

    def files(self) -> Mapping[str, str]:
        """The hash of the file. Raises :class:`PoetError` if it cannot be read."""
        return {"poems": hashlib.sha256(_content(self.path)).hexdigest()}


@dataclass(frozen=True)
class _Loaded:
    poems: Poems

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """The poem of each title, the second one for the second attempt and so on."""
        return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Answer:
        text = self.poems.get(comparable(request.title), {}).get(request.attempt)
        return Answer("", problem=NO_POEM) if text is None else Answer(text)


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise PoetError(f"{path} cannot be read: {error.strerror or error}; name a file of poems") from None


def _read(path: str) -> Poems:
    try:
        content = _content(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PoetError(f"{path} is not UTF-8 (byte {error.start}); convert it to UTF-8") from None
    poems: dict[str, dict[int, str]] = {}
    for number, row in _rows(path, content):
        where = f"{path}, row {number}"
        title, text = _title_and_text(where, row)
        of_title = poems.setdefault(title, {})
        attempt = _attempt(where, row.get("attempt"), len(of_title) + 1)
        if attempt in of_title:
            raise PoetError(f"{where}: the title has an attempt {attempt} already; number its attempts 1, 2 and so on")
        of_title[attempt] = text
    if not poems:
        raise PoetError(f"{path} holds no poem; name a file with one object a poem")
    return poems


def _title_and_text(where: str, row: Any) -> tuple[str, str]:
    title = row.get("title") if isinstance(row, dict) else None
    text = _text(row) if isinstance(row, dict) else None
    if not isinstance(title, str) or not title.strip() or text is None:
        raise PoetError(f"{where}: no poem with a title; write an object with title, and text or paragraphs")
    try:
        (title + text).encode()
    except UnicodeEncodeError:
        raise PoetError(f"{where}: the poem has half a character (\\ud800 to \\udfff); write it whole") from None
    return comparable(title.strip()), text


def _attempt(where: str, stated: Any, following: int) -> int:
    """The number of an attempt; the following one if it has none."""
    if stated in (None, ""):
        return following
    try:
        number = int(stated) if isinstance(stated, str) else stated
    except ValueError:
        number = None
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise PoetError(f"{where}: the attempt {str(stated)[:40]!r} is no number from 1; correct or remove it")
    return number


def _rows(path: str, content: str) -> Iterator[tuple[int, Any]]:
    if path.lower().endswith(".csv"):
        yield from _csv_rows(path, content)
    elif content.lstrip().startswith("["):
        try:
            yield from enumerate(json.loads(content), 1)
        except (ValueError, RecursionError) as error:
            raise PoetError(f"{path} is no JSON array: {error}; correct it there") from None
    else:
        for number, line in enumerate(content.split("\n"), 1):
            if line.strip():
                try:
                    yield number, json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise PoetError(f"{path}, row {number}: is no JSON object: {error}; correct it there") from None


def _csv_rows(path: str, content: str) -> Iterator[tuple[int, Any]]:
    number = 0
    try:
        for number, row in enumerate(csv.DictReader(io.StringIO(content, newline=""), strict=True), 1):
            yield number, row
    except csv.Error as error:
        raise PoetError(f"{path}, row {number + 1}: is no CSV ({error}); correct it there") from None


def _text(row: Mapping[str, Any]) -> str | None:
    text = row.get("text")
    if isinstance(text, str) and text.strip():
        return text
    paragraphs = row.get("paragraphs")
    if isinstance(paragraphs, str) and paragraphs.strip():
        return paragraphs
    if isinstance(paragraphs, list) and paragraphs and all(isinstance(each, str) for each in paragraphs):
        return "\n".join(paragraphs)
    return None
