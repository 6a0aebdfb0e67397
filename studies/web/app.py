"""The application of one study: its routes, and what happens when something fails."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import anyio
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from versebench.studies.web import pages
from versebench.studies.web.security import Shield
from versebench.studies.web.service import Service

_STATIC = Path(__file__).parent / "static"
_RETRY_SECONDS = "5"
_THREADS = 16
"""Pages that are made at once. More of them need more memory and wait for each other: each asks the same database."""

Page = Callable[[Service, pages.Asked], Response]


def make_app(service: Service) -> Starlette:
    """The application that serves a study."""
    both = ["GET", "POST"]
    threads = anyio.CapacityLimiter(_THREADS)

    def _served(page: Page) -> Callable[[Request], Awaitable[Response]]:
        return _in_thread(service, page, threads)

    return Starlette(
        routes=[
            Route("/", _start),
            Route("/alive", _alive),
            Route("/j/{code}", _served(pages.consent), methods=both),
            Route("/study", _served(pages.step), methods=both),
            Route("/resume", _served(pages.resume), methods=both),
            Route("/withdraw", _served(pages.withdraw), methods=both),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[Middleware(Shield, refuse=partial(pages.too_large, service))],
    )


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok")


async def _start(_: Request) -> Response:
    return RedirectResponse("/resume", 303)


def _in_thread(
    service: Service, page: Page, threads: anyio.CapacityLimiter
) -> Callable[[Request], Awaitable[Response]]:
    """A page in a thread of its own. If the database fails, the answer stays on the page, and can be sent again.

    A transaction is committed before its page is returned, so an answer is acknowledged only after its commit.
    """

    async def answer(request: Request) -> Response:
        asked = await pages.asked_of(service, request)
        try:
            return await anyio.to_thread.run_sync(page, service, asked, limiter=threads)
        except (SQLAlchemyError, OSError):  # the journal of withdrawals is a file
            kept = {name: value for name, value in asked.form.items() if name not in ("token", "language")}
            path = request.url.path
            refused = pages.page(service, asked, "again.html", 503, kept=kept, path=path, posted=bool(asked.form))
            refused.headers["Retry-After"] = _RETRY_SECONDS
            return refused

    return answer
