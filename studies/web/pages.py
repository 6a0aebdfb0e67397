"""The answer to each request of a judge. Every step is a form and a redirection."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from markupsafe import Markup
from sqlalchemy import Connection, RowMapping
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from versebench.studies.database import judges
from versebench.studies.database.answer import MOST_CLIENT_MS, assignment_of, extend, keep_answer, seconds_left
from versebench.studies.database.assign import fresh_item, open_item
from versebench.studies.database.codes import plain
from versebench.studies.database.leave import withdraw as withdraw_judge
from versebench.studies.languages import Language, best_language, stored, text_in
from versebench.studies.order import number_of
from versebench.studies.plan.design import minutes_of_judge
from versebench.studies.protocols.protocol import ORDINALS, AnswerError, Message
from versebench.studies.protocols.rate_lines import GRADES, is_repeated
from versebench.studies.protocols.registry import PROTOCOLS
from versebench.studies.web.catalogue import catalogue, translated
from versebench.studies.web.security import form_token, has_token, is_own_origin
from versebench.studies.web.service import Service

_MOST_COMMENT = 1000

Later = Callable[[], Response]
"""Makes a page once its transaction is over."""

_GO_ON: Later = partial(RedirectResponse, "/study", 303)


@dataclass(frozen=True)
class Asked:
    """A request with its form, the token of its session, empty where there is none, and the language of its answer."""

    request: Request
    form: Mapping[str, str]
    session: str
    language: Language


async def asked_of(service: Service, request: Request) -> Asked:
    """Read a request. Fields that come twice count once, and files are left out."""
    form: dict[str, str] = {}
    if request.method == "POST":
        async with request.form(max_files=0, max_fields=1000) as fields:
            form = {name: value for name, value in fields.items() if not isinstance(value, UploadFile)}
    return Asked(request, form, request.cookies.get(service.cookie, ""), _language(service, request, form))


def _language(service: Service, request: Request, form: Mapping[str, str]) -> Language:
    """The language that the form or the address names, or else the one that the browser asks for."""
    named = form.get("language") or request.query_params.get("lang", "")
    languages = service.spec.languages
    chosen = next((language for language in languages if language == named), None)
    return chosen or best_language(request.headers.get("accept-language", ""), languages)


def page(service: Service, asked: Asked, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page from a template."""
    shared = {
        "spec": service.spec,
        "lang": asked.language,
        "t": partial(translated, asked.language),
        "of_language": lambda text: text_in(text, asked.language),
        "stored": stored,
        "names": {language: catalogue(language)["language"] for language in service.spec.languages},
        "token": form_token(asked.session),
        "error": None,
        "choose": False,
    }
    text = service.templates.get_template(template).render(**{**shared, **values})
    return HTMLResponse(text, status)


def message(service: Service, asked: Asked, status: int, key: str) -> HTMLResponse:
    """A page with one message of the catalogue, which has a title and a text."""
    return page(service, asked, "message.html", status, key=key)


def _error(asked: Asked, wrong: str | Message) -> dict[str, Any]:
    said = Message(wrong) if isinstance(wrong, str) else wrong
    return {"error": translated(asked.language, said.key, **said.values)}


def forbidden(service: Service, asked: Asked) -> HTMLResponse:
    """The answer to a form that is not of this judge's own pages."""
    return message(service, asked, 403, "not_accepted")


def too_large(service: Service, request: Request) -> Response:
    """The answer to a form that is too large to be read; what was written is one page back."""
    asked = Asked(request, {}, "", _language(service, request, {}))
    refused = message(service, asked, 413, "too_large")
    refused.headers["Connection"] = "close"
    return refused


def consent(service: Service, asked: Asked) -> Response:
    """Information and consent: a link may be opened any number of times, and only the form takes it."""
    code = asked.request.path_params["code"]
    if (limited := _limited(service, asked)) is not None:
        return limited
    with service.database.transaction() as connection:
        found = judges.invitation(connection, code) if plain(code) else None
        is_open = judges.is_open(connection)
    if found is None:
        return message(service, asked, 404, "unknown_link")
    if not is_open:
        return _closed(service, asked)
    if found["state"] not in (None, judges.CODE):
        return RedirectResponse("/resume", 303)
    values = {
        "code": code,
        "consent": service.consent[asked.language],
        "choose": True,
        "questions": len(service.practice) + service.design.places,
        "minutes": math.ceil(minutes_of_judge(service.spec)),
    }
    if asked.request.method == "GET":
        return page(service, asked, "consent.html", **values)
    if not is_own_origin(asked.request):
        return forbidden(service, asked)
    if asked.form.get("agree") != "yes":
        return page(service, asked, "consent.html", 422, **values, **_error(asked, "consent.missing"))
    with service.database.transaction() as connection:
        joined = judges.join(connection, code, asked.language, service.consent_hash(asked.language))
    if joined is None:
        return RedirectResponse("/resume", 303)
    with_code = page(service, replace(asked, session=joined.token), "code.html", code=joined.code)
    return _signed_in(service, with_code, joined.token)


def _signed_in(service: Service, response: Response, token: str) -> Response:
    response.set_cookie(
        service.cookie, token, httponly=True, samesite="lax", secure=service.behind_proxy, path="/", max_age=180 * 86400
    )
    return response


def _limited(service: Service, asked: Asked) -> Response | None:
    """A refusal if this address tried too many codes; behind a proxy, of the address that the proxy names last."""
    client = asked.request.client
    address = client.host if client is not None else ""
    if service.behind_proxy:
        address = asked.request.headers.get("x-forwarded-for", address).rpartition(",")[2].strip()
    if service.tries.allows(address):
        return None
    refused = message(service, asked, 429, "wait")
    refused.headers["Retry-After"] = "60"
    return refused


def _closed(service: Service, asked: Asked) -> Response:
    return message(service, asked, 410, "ended")


def resume(service: Service, asked: Asked) -> Response:
    """Go on with a code, on any device."""
    if asked.request.method == "GET":
        return page(service, asked, "resume.html", choose=True)
    if not is_own_origin(asked.request):
        return forbidden(service, asked)
    if (limited := _limited(service, asked)) is not None:
        return limited
    code = plain(asked.form.get("code", ""))
    with service.database.transaction() as connection:
        token = judges.resume(connection, code) if code is not None else None
    if token is None:
        return page(service, asked, "resume.html", 422, choose=True, **_error(asked, "resume.unknown"))
    return _signed_in(service, RedirectResponse("/study", 303), token)


def withdraw(service: Service, asked: Asked) -> Response:
    """Withdraw with the code: all answers are deleted."""
    if asked.request.method == "GET":
        return page(service, asked, "withdraw.html", choose=True)
    if not is_own_origin(asked.request):
        return forbidden(service, asked)
    if (limited := _limited(service, asked)) is not None:
        return limited
    code = plain(asked.form.get("code", ""))
    with service.database.transaction() as connection:
        judge = judges.judge_of_code(connection, code) if code is not None else None
        if judge is not None:
            withdraw_judge(connection, judge, service.journal)
    if judge is None:
        return page(service, asked, "withdraw.html", 422, choose=True, **_error(asked, "withdraw.unknown"))
    done = message(service, asked, 200, "withdrawn")
    done.delete_cookie(service.cookie, path="/", secure=service.behind_proxy, httponly=True, samesite="lax")
    return done


def step(service: Service, asked: Asked) -> Response:
    """The page where the judge is; a form brings the judge on.

    Pages are made after the transaction, as others may wait for its end.
    """
    posted = asked.request.method == "POST"
    if posted and not (is_own_origin(asked.request) and has_token(asked.form, asked.session)):
        return forbidden(service, asked)
    if not asked.session:
        return RedirectResponse("/resume", 303)
    make = None if posted else _shown_again(service, asked)
    return (make or _stepped(service, asked, posted=posted))()


def _shown_again(service: Service, asked: Asked) -> Later | None:
    """The page of an open item, which needs no lock; None if the judge is elsewhere."""
    with service.database.reading() as connection:
        judge = judges.judge_of_session(connection, asked.session)
        if judge is None or judge["state"] != judges.TASKS or not judges.is_open(connection, lock=False):
            return None
        assignment = fresh_item(connection, judge, service.clock.read())
    if assignment is None:
        return None
    return partial(_item_page, service, replace(asked, language=judge["language"]), judge, assignment)


def _stepped(service: Service, asked: Asked, *, posted: bool) -> Later:
    with service.database.transaction() as connection:
        judge = judges.judge_of_session(connection, asked.session, lock=True)
        if judge is None:
            return partial(RedirectResponse, "/resume", 303)
        asked = replace(asked, language=judge["language"])
        if not judges.is_open(connection):
            return partial(_closed, service, asked)
        return _post(service, asked, connection, judge) if posted else _get(service, asked, connection, judge)


def _get(service: Service, asked: Asked, connection: Connection, judge: RowMapping) -> Later:
    match judge["state"]:
        case judges.CODE:
            return partial(message, service, asked, 200, "page_missing")
        case judges.QUESTIONS:
            return partial(page, service, asked, "questionnaire.html")
        case judges.LOOKUP:
            return partial(page, service, asked, "lookup.html")
        case judges.FINISHED:
            return partial(page, service, asked, "end.html")
    if judge["practised"] < len(service.practice):
        return partial(_practice_page, service, asked, judge)
    assignment = open_item(connection, judge, service.design, service.clock.read())
    if assignment is None:
        judges.go_on(connection, judge, judges.LOOKUP)
        return partial(page, service, asked, "lookup.html")
    return partial(_item_page, service, asked, judge, assignment)


def _post(service: Service, asked: Asked, connection: Connection, judge: RowMapping) -> Later:
    """Take a form of the step that the judge is at. One of an earlier step was answered before: it changes nothing."""
    match asked.form.get("step"), judge["state"]:
        case "code", judges.CODE:
            judges.go_on(connection, judge, judges.QUESTIONS)
        case "questions", judges.QUESTIONS:
            questions = service.spec.questionnaire
            given = {question.name: asked.form.get(f"question-{question.name}") for question in questions}
            allowed = {question.name: [stored(answer) for answer in question.answers] for question in questions}
            kept = {name: value if value in allowed[name] else None for name, value in given.items()}
            judges.keep_questionnaire(connection, judge, kept)
        case "practice", judges.TASKS if asked.form.get("number") == _next_practice(service, judge):
            return _practised(service, asked, connection, judge)
        case "item", _:
            return _answered(service, asked, connection, judge)
        case "lookup", judges.LOOKUP:
            looked_up = {"yes": True, "no": False}.get(asked.form.get("looked_up", ""))
            judges.go_on(connection, judge, judges.FINISHED, looked_up=looked_up)
    return _GO_ON


def _next_practice(service: Service, judge: RowMapping) -> str | None:
    """How forms spell the item for practice that comes next; None if there is none left."""
    return str(judge["practised"]) if judge["practised"] < len(service.practice) else None


def _practice_position(service: Service, judge: RowMapping) -> int:
    item = service.practice[judge["practised"]]
    protocol = PROTOCOLS[item["protocol"]]
    return protocol.position(item, number_of("practice", judge["salt"], item["item"]) % protocol.sides)


def _practice_page(service: Service, asked: Asked, judge: RowMapping, status: int = 200, **values: Any) -> Response:
    shown = _shown(service, service.practice[judge["practised"]], _practice_position(service, judge), judge["salt"])
    numbers = {"number": judge["practised"] + 1, "of": len(service.practice), "practice": True}
    return page(service, asked, "item.html", status, **{**shown, **numbers, "assignment": "", "form": {}, **values})


def _practised(service: Service, asked: Asked, connection: Connection, judge: RowMapping) -> Later:
    item = service.practice[judge["practised"]]
    protocol = PROTOCOLS[item["protocol"]]
    places = protocol.places(item, _practice_position(service, judge), judge["salt"])
    try:
        answer = protocol.answer(asked.form, item, places, undecided=service.spec.may_be_undecided(protocol.name))
    except AnswerError as error:
        return partial(_practice_page, service, asked, judge, 422, form=asked.form, **_error(asked, error.message))
    judges.go_on(connection, judge, judges.TASKS, practised=judge["practised"] + 1)
    correction = _correction(service, asked, protocol.correction(item))
    return partial(page, service, asked, "feedback.html", correct=answer.correct, correction=correction)


def _correction(service: Service, asked: Asked, said: Message) -> Markup:
    """A correction, in which quoted lines have the language of the poems."""
    quote = Markup('<span lang="{}">{}</span>')
    values = {name: quote.format(service.spec.poems.language, value) for name, value in said.values.items()}
    return translated(asked.language, said.key, **values)


def _item_page(
    service: Service, asked: Asked, judge: RowMapping, assignment: RowMapping, status: int = 200, **values: Any
) -> Response:
    shown = _shown(service, service.items[assignment["item"]], assignment["position"], judge["salt"])
    numbers = {"number": assignment["place"], "of": service.design.places, "practice": False}
    limit = service.spec.time_limit
    left = None if limit is None else max(round(seconds_left(assignment, limit, service.clock.read())), 0)
    fixed = {"assignment": assignment["assignment"], "form": {}, "seconds_left": left}
    return page(service, asked, "item.html", status, **{**shown, **numbers, **fixed, **values})


def _shown(service: Service, item: Mapping[str, Any], position: int, key: int) -> dict[str, Any]:
    protocol = PROTOCOLS[item["protocol"]]
    texts = [protocol.lines(item["texts"][place]) for place in protocol.places(item, position, key)]
    repeated = [is_repeated(texts[0], number) for number in range(1, len(texts[0]) + 1)]
    title = item["title"] if protocol.source == "items" else None
    undecided = service.spec.may_be_undecided(protocol.name)
    shared = {"protocol": protocol, "texts": texts, "title": title, "undecided": undecided}
    return {**shared, "repeated": repeated, "grades": GRADES, "ordinals": ORDINALS}


def _answered(service: Service, asked: Asked, connection: Connection, judge: RowMapping) -> Later:
    """Keep an answer, and open the next item in the same transaction, so that its page has nothing to write."""
    assignment = assignment_of(connection, judge, asked.form.get("assignment", ""))
    if assignment is None:
        return partial(forbidden, service, asked)
    if service.spec.time_limit is not None and asked.form.get("more") == "yes":
        return _extended(service, asked, connection, judge)
    item = service.items[assignment["item"]]
    protocol = PROTOCOLS[item["protocol"]]
    places = protocol.places(item, assignment["position"], judge["salt"])
    try:
        answer = protocol.answer(asked.form, item, places, undecided=service.spec.may_be_undecided(protocol.name))
    except AnswerError as error:
        if assignment["state"] == "answered":
            return _GO_ON
        return partial(
            _item_page, service, asked, judge, assignment, 422, form=asked.form, **_error(asked, error.message)
        )
    now, limit = service.clock.read(), service.spec.time_limit
    is_first = keep_answer(
        connection,
        assignment,
        answer,
        now,
        known=asked.form.get("known") == "yes",
        client_ms=_milliseconds(asked.form.get("client_ms", "")),
        comment=asked.form.get("comment", "").strip()[:_MOST_COMMENT],
        seconds=limit,
    )
    if is_first and limit is None and judge["state"] == judges.TASKS:  # a time limit begins with the page
        open_item(connection, judge, service.design, now)
    return _GO_ON


def _extended(service: Service, asked: Asked, connection: Connection, judge: RowMapping) -> Later:
    """The page again, with what was filled in and more time."""
    key = asked.form.get("assignment", "")
    assignment = assignment_of(connection, judge, key)
    if assignment is None or assignment["state"] == "answered" or service.spec.time_limit is None:
        return _GO_ON
    extend(connection, assignment, service.spec.time_limit, service.clock.read())
    extended = assignment_of(connection, judge, key) or assignment
    return partial(_item_page, service, asked, judge, extended, form=asked.form)


def _milliseconds(text: str) -> int | None:
    value = int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else None
    return value if value is not None and value <= MOST_CLIENT_MS else None
