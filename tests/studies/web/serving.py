"""A real HTTP server of a made-up study, and a client that keeps cookies."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import uvicorn

from tests.studies.postgresql import free_port
from versebench.studies.database import judges
from versebench.studies.simulate import Page, read_page
from versebench.studies.web.app import make_app
from versebench.studies.web.service import Service


@contextmanager
def serving(service: Service) -> Iterator[str]:
    """Serve in a thread; the address."""
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(make_app(service), host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def invited(service: Service, number: int = 1) -> list[str]:
    """Codes of new links."""
    with service.database.transaction() as connection:
        return judges.invite(connection, number, simulated=False)


class Judge:
    """A judge with a browser that keeps cookies and follows redirections."""

    def __init__(self, url: str) -> None:
        self.client = httpx2.Client(base_url=url, follow_redirects=True, timeout=30)
        self.code = ""

    def get(self, path: str = "/study") -> Page:
        """A page."""
        return read_page(self.client.get(path).raise_for_status().text)

    def send(self, page: Page, **values: Any) -> httpx2.Response:
        """Send the form of a page."""
        assert page.action is not None
        return self.client.post(page.action, data={**page.hidden, **values})

    def join(self, code: str) -> Page:
        """Consent, and go on to the first page of the tasks."""
        agreed = read_page(self.client.post(f"/j/{code}", data={"agree": "yes"}).raise_for_status().text)
        self.code = agreed.code
        self.send(agreed)
        self.send(self.get())
        while (page := self.get()).hidden.get("step") == "practice":
            self.send(page, **answers(page)).raise_for_status()
        return page

    def finish(self) -> int:
        """Answer until the end; how many items were answered."""
        answered = 0
        while (page := self.get()).action is not None:
            answered += page.hidden["step"] == "item"
            self.send(page, **answers(page)).raise_for_status()
        return answered


def answers(page: Page) -> dict[str, str]:
    """The first choice everywhere."""
    return {**{name: choices[0] for name, choices in page.choices.items()}, **dict.fromkeys(page.numbers, "50")}
