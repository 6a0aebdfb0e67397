"""What people write about studies, and what judges send: specifications, files of items, and forms."""

import asyncio
import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, unquote

import yaml
from sqlalchemy import func, select
from starlette.types import Message

from tests.fuzz.byte_mutations import fuzzed
from tests.fuzz.parser import Parser, check_message, check_utf8
from tests.fuzz.value_mutations import fuzzed_json
from tests.pipelines.running import REPOSITORY
from tests.studies.database.judging import joined
from tests.studies.made_up import ITEM_PROTOCOLS, pairs, service, spec
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.studies.spec_file import load_spec
from versebench.schemas.studies import ITEMS
from versebench.storage.run import canonical_json
from versebench.studies.database.assign import open_item
from versebench.studies.database.judges import judge_of_session
from versebench.studies.database.tables import ASSIGNMENTS, JUDGEMENTS
from versebench.studies.errors import SpecError
from versebench.studies.plan.given_items import given_items
from versebench.studies.plan.items import rows_of_items
from versebench.studies.plan.sample import sample_pairs
from versebench.studies.spec import Spec
from versebench.studies.web.app import make_app
from versebench.studies.web.security import form_token
from versebench.studies.web.service import Service

_SAMPLES = REPOSITORY / "samples" / "studies"
_SPECS = [path.read_bytes() for path in sorted(_SAMPLES.glob("*.yaml"))]
_WORDS = (
    *(b"{{ x }}", b"TODO", b"stratify: {margin: gpt2}\n", b"time_limit: 60\n", b"gold: {one_in: 4, at_least: 1}\n"),
    *(b"undecided: true", b"zh-Hans: ", b"\nlanguages: [en, en]\n", b"items: ../../etc/passwd\n", b"items: 0", b"-1"),
    *(b"consent: {en: .}\n", b"profile: proftap2024\n", b"&a ", b"*a", b"!!binary ", b"\xf0\xa0\x80\x80", b"~"),
)  # fmt: skip
_PAIRS = [(task, pair, row["work_id"]) for (task, pair), row in pairs(20).items()]


def _parse_spec(content: bytes, folder: Path) -> None:
    (folder / "spec.yaml").write_bytes(content)
    for path in _SAMPLES.iterdir():
        if path.suffix in (".md", ".jsonl"):
            (folder / path.name).write_bytes(path.read_bytes())
    try:
        given = load_spec(str(folder / "spec.yaml"))
    except RecipeError as error:
        for line in str(error).splitlines():
            check_message(line)
        check_message(str(error), folder)
        return
    values = given.spec.model_dump(mode="json")
    check_utf8(canonical_json(values | {"consent": given.consent}))
    json.dumps(values, allow_nan=False)
    assert Spec.model_validate(values) == given.spec
    try:
        sample_pairs(given.spec, _PAIRS)
        rows_of_items(given.spec, given.items or [])
    except SpecError as error:
        check_message(str(error))


_GIVEN = (_SAMPLES / "chinese.items.jsonl").read_bytes().splitlines()[:2]
_STYLE: dict[str, Any] = {
    "protocol": "match_style.v1",
    "writer": "human",
    "texts": ["a\nb", "c\nd", "e", "f", "g"],
    "roles": ["evaluated", "target", "other", "other", "other"],
    "authors": ["x", "x", "y", "z", "w"],
    "answer": "first",
}
_LINES: dict[str, Any] = {"protocol": "rate_lines.v1", "writer": "m", "texts": ["a\n\nb\nb"], "roles": ["model"]}


def _parse_items(content: bytes, _: Path) -> None:
    try:
        rows = given_items("items.jsonl", content.decode("utf-8", "replace"))
        parts = [{"protocol": name, "items": 1} for name in sorted({row["protocol"] for row in rows})]
        made = rows_of_items(spec(parts, practice=0), rows) if parts else []
    except SpecError as error:
        check_message(str(error))
        check_utf8(str(error))
    else:
        ITEMS.build_rows([{**row, "study": ""} for row in made])
        json.dumps(made).encode()


_FOLDER = TemporaryDirectory(prefix="versebench-fuzz-study-", ignore_cleanup_errors=True)
"""Where the database of the forms is, until the process ends."""


@cache
def _study() -> Service:
    """A study of all protocols, whose judges are made as they are needed."""
    part = {"protocol": "choose_original.v1", "tasks": ["swap_lines.v1"], "items": 8, "undecided": True}
    parts = [part, *({"protocol": name, "items": 8} for name in ITEM_PROTOCOLS)]
    numbers = {"items": 4, "most": 1000, "judgements_per_item": 1000}
    of = spec(parts, judges=numbers, practice=0, time_limit=60)
    return service(of, f"sqlite:///{_FOLDER.name}/study.db")


_FORMS = [
    b"/study\napplication/x-www-form-urlencoded\n" + form
    for form in (
        b"token=TOKEN&step=item&assignment=ASSIGNMENT&answer=first&client_ms=500&comment=x&known=yes",
        b"token=TOKEN&step=item&assignment=ASSIGNMENT&probability=50&more=yes&language=en",
        b"token=TOKEN&step=item&assignment=ASSIGNMENT&fluency-1=weak&fluency-2=not&coherence-2=strong&fluency-3=weak",
        b"token=TOKEN&step=practice&number=0&answer=second",
        b"token=TOKEN&step=lookup&looked_up=yes",
        b"token=TOKEN&step=questions&question-native=yes",
    )
] + [
    b"/resume\napplication/x-www-form-urlencoded\ncode=aaaaa-bbbbb-ccccc-ddddd&language=de",
    b"/withdraw?lang=zh-Hans\napplication/x-www-form-urlencoded\ncode=0000",
    b"/j/CODE\napplication/x-www-form-urlencoded\nagree=yes&language=en",
    b"/study\nmultipart/form-data; boundary=x\n"
    b'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nTOKEN\r\n--x--',
]
_PIECES = (
    *(b"&", b"=", b"%", b"%00", b"%ff", b"%ed%a0%80", b"+", b"TOKEN", b"ASSIGNMENT", b"step=item", b"&answer="),
    *(b"undecided", b"more=yes", b"&a=1" * 1200, b"; boundary=", b"--x\r\n", b"--x--", b'filename="f"', b"charset=x"),
    *(b"/study\n", b"/static/../", b"/j/", b"%2e%2e/", b"?lang=", b"&language=xx", b"probability=%D9%A3", b"&step="),
)  # fmt: skip
_ANSWERS = (200, 303, 307, 400, 403, 404, 405, 410, 413, 422, 429)


def _parse_form(content: bytes, _: Path) -> None:
    made = _study()
    [session] = joined(made)
    with made.database.transaction() as connection:
        judge = judge_of_session(connection, session.token)
        assert judge is not None
        item = open_item(connection, judge, made.design, made.clock.read())
        assert item is not None
    for name, value in (("TOKEN", form_token(session.token)), ("ASSIGNMENT", item["assignment"])):
        content = content.replace(name.encode(), value.encode())
    address, kind, body = [*content.split(b"\n", 2), b"", b""][:3]
    status, text = asyncio.run(_posted(made, quote(address, safe="/?&=;%+."), kind, body, session.token))
    assert status in _ANSWERS, f"answered {status}"
    assert b"Traceback" not in text
    with made.database.transaction() as connection:
        answered = select(func.count()).select_from(ASSIGNMENTS).where(ASSIGNMENTS.c.state == "answered")
        stored = select(func.count()).select_from(JUDGEMENTS)
        assert connection.execute(answered).scalar_one() == connection.execute(stored).scalar_one()


async def _posted(made: Service, address: str, kind: bytes, body: bytes, session: str) -> tuple[int, bytes]:
    """What the application answers to a form; what it raises is raised."""
    path, _, query = address.partition("?")
    named = {b"host": b"study", b"content-type": kind, b"cookie": f"{made.cookie}={session}".encode()}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "http",
        "server": ("study", 80),
        "client": ("127.0.0.1", 1),
        "headers": list(named.items()),
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await make_app(made)(scope, receive, send)
    return int(sent[0]["status"]), b"".join(message.get("body", b"") for message in sent[1:])


_VALUES = [yaml.safe_load(text) for text in _SPECS]

PARSERS = (
    Parser("study-spec", fuzzed(_SPECS, _WORDS, fuzzed_json(_VALUES)), _parse_spec),
    Parser("study-items", fuzzed(_GIVEN, _WORDS, fuzzed_json([_STYLE, _LINES])), _parse_items),
    Parser("study-form", fuzzed(_FORMS, _PIECES), _parse_form),
)
