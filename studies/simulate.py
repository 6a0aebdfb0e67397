"""Simulated judges: programs that read the pages of a study over HTTP and answer them, as a browser would."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx2

from versebench.schemas.study_columns import UNDECIDED
from versebench.studies.errors import StudyError
from versebench.studies.order import number_of
from versebench.studies.protocols.protocol import ORDINALS
from versebench.studies.protocols.registry import PROTOCOLS

_MOST_STEPS = 5000
_ACCURACY = 90
"""Per cent of questions with a right answer that a simulated judge means to answer rightly."""


@dataclass(frozen=True)
class Finished:
    """What a simulated judge did."""

    answered: int
    finished: bool
    code: str


@dataclass
class Page:
    """The form and the poems of a page."""

    action: str | None = None
    hidden: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    poems: list[list[str]] = field(default_factory=list)
    code: str = ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self._in_poem = self._in_code = self._in_line = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.page.action = values["action"]
        elif tag == "input" and "name" in values:
            self._input(values)
        elif tag in ("div", "ol") and values.get("class", "").split(" ")[0] in ("poem", "lines"):
            self._in_poem = True
            self.page.poems.append([])
        elif tag == "p":
            self._in_code = values.get("class") == "code"
            self._in_line = self._in_poem
            if self._in_line:
                self.page.poems[-1].append("")

    def _input(self, values: Mapping[str, str]) -> None:
        match values.get("type"):
            case "hidden":
                self.page.hidden[values["name"]] = values.get("value", "")
            case "radio":
                self.page.choices.setdefault(values["name"], []).append(values["value"])
            case "number":
                self.page.numbers.append(values["name"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self._in_line = self._in_code = False
        elif tag in ("div", "ol"):
            self._in_poem = False

    def handle_data(self, data: str) -> None:
        if self._in_code:
            self.page.code += data.strip()
        if self._in_line:
            self.page.poems[-1][-1] += data


def read_page(html: str) -> Page:
    """The form, the poems and the code of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.page


def simulate(url: str, codes: Sequence[str], items: Sequence[Mapping[str, Any]], seed: int) -> list[Finished]:
    """Let a simulated judge take each invitation, all at once, until each is at the end.

    Raises :class:`StudyError` if the server does not answer.
    """
    originals = {_key(item, place) for item in items for place in _right_texts(item)}
    told = {_key(item, 0): item["answer"] for item in items if PROTOCOLS[item["protocol"]].chance is None}
    judges = [
        _Judge(url.rstrip("/"), code, originals, told, number_of(seed, place)) for place, code in enumerate(codes)
    ]
    try:
        with ThreadPoolExecutor(max_workers=max(1, min(len(judges), 64))) as pool:
            return list(pool.map(_Judge.take_part, judges))
    except httpx2.HTTPError as error:
        raise StudyError(f"{url} does not answer ({error}); serve the study first, and name its address") from None


def wait_for(url: str, seconds: float) -> None:
    """Wait until a server answers. Raises :class:`StudyError` if it does not in so many seconds."""
    transport = httpx2.HTTPTransport(retries=0)
    import time

    end = time.monotonic() + seconds
    with httpx2.Client(transport=transport, timeout=10) as client:
        while True:
            try:
                client.get(f"{url.rstrip('/')}/alive").raise_for_status()
                return
            except httpx2.HTTPError as error:
                if time.monotonic() >= end:
                    raise StudyError(
                        f"{url} does not answer ({error}); serve the study first, and name its address with --url"
                    ) from None
            time.sleep(0.1)


def _right_texts(item: Mapping[str, Any]) -> list[int]:
    return [place for place, role in enumerate(item["roles"]) if role in ("original", "target")]


def _key(item: Mapping[str, Any], place: int) -> str:
    return "\n".join(line.strip() for line in PROTOCOLS[item["protocol"]].lines(item["texts"][place]))


def _shown_key(lines: Sequence[str]) -> str:
    return "\n".join(line.replace("\xa0", "").strip() for line in lines)


class _Judge:
    """One simulated judge."""

    def __init__(self, url: str, code: str, originals: set[str], told: Mapping[str, str | None], salt: int) -> None:
        self._url, self._code, self._originals, self._told, self._salt = url, code, originals, told, salt
        self._draws = 0

    def take_part(self) -> Finished:
        with httpx2.Client(base_url=self._url, follow_redirects=True, timeout=60) as client:
            answer = client.post(f"/j/{self._code}", data={"agree": "yes"})
            page = read_page(_checked(answer))
            code, answered = page.code, 0
            for _ in range(_MOST_STEPS):
                if page.action != "/study":
                    page = read_page(_checked(client.get("/study")))
                    if page.action is None:
                        return Finished(answered, True, code)
                form = self._filled(page)
                answered += form.get("step") == "item"
                page = read_page(_checked(client.post("/study", data=form)))
            return Finished(answered, False, code)

    def _filled(self, page: Page) -> dict[str, str]:
        """The form with an answer to each question; the token is taken over, as a browser does."""
        form = dict(page.hidden)
        if (asked := self._asked(page)) is not None:
            return form | dict.fromkeys((*page.choices, *page.numbers), asked)
        for name, choices in page.choices.items():
            form[name] = self._choice(page, name, choices)
        for name in page.numbers:
            form[name] = str(self._draw(101))
        if "client_ms" in form:
            form["client_ms"] = str(500 + self._draw(20_000))
        return form

    def _asked(self, page: Page) -> str | None:
        """The answer that the page itself asks for, which a simulated judge mostly gives."""
        asked = self._told.get(_shown_key(page.poems[0])) if page.poems else None
        return asked if asked is not None and self._draw(100) < _ACCURACY else None

    def _choice(self, page: Page, name: str, choices: Sequence[str]) -> str:
        choices = [choice for choice in choices if choice != UNDECIDED]
        drawn = choices[self._draw(len(choices))]
        if name != "answer" or self._draw(100) >= _ACCURACY:
            return drawn
        keys = [_shown_key(lines) for lines in page.poems]
        if "yes" in choices:
            return "no" if keys[0] in self._originals else "yes"
        shown = keys[len(keys) - len(choices) :]
        return next((ORDINALS[place] for place, key in enumerate(shown) if key in self._originals), drawn)

    def _draw(self, below: int) -> int:
        self._draws += 1
        return number_of("simulated", self._salt, self._draws) % below


def _checked(response: httpx2.Response) -> str:
    if response.status_code >= httpx2.codes.BAD_REQUEST:
        raise StudyError(f"{response.url.path} answered {response.status_code}; look at the messages of the server")
    return response.text
