"""The application: a form, and what is found in the poem that it sends. Nothing is stored."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from urllib.parse import parse_qs

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from versebench.models.scanner.registry import load_scanner
from versebench.pipelines.commands.web.examine import Examined, Question, examine
from versebench.pipelines.errors import UserError
from versebench.studies.web.security import Shield, is_own_origin
from versebench.transforms.prosody.rhymes.settings import Accent

HOSTS = ("127.0.0.1", "localhost")
"""Names under which a browser on this machine reaches the page. A page of another name cannot read it."""

_FOLDER = Path(__file__).parent
_STYLES = {
    "report.css": _FOLDER.parents[2] / "release" / "templates" / "report.css",
    "poem.css": _FOLDER / "static" / "poem.css",
}
_MOST_BYTES = 16 * 1024 * 1024
"""Bytes of the largest form that is read: a text of a megabyte whose letters are all escaped still gets a page."""


def make_app(models: Sequence[str]) -> Starlette:
    """The application, which offers these models."""
    page = _Page(models)
    return Starlette(
        routes=[
            Route("/", page.ask),
            Route("/", page.answer, methods=["POST"]),
            *(Route(f"/{name}", _style(path)) for name, path in _STYLES.items()),
        ],
        middleware=[
            Middleware(Shield, refuse=page.too_large, most_bytes=_MOST_BYTES),
            Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS, www_redirect=False),
        ],
    )


class _Page:
    """The page before and after a poem is sent. Poems are examined one after another, as models keep buffers."""

    def __init__(self, models: Sequence[str]) -> None:
        self._models = list(models)
        self._metres = list(load_scanner().metres)
        self._one = Lock()
        environment = Environment(
            loader=FileSystemLoader(_FOLDER / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
        )
        self._template = environment.get_template("poem.html")

    async def ask(self, _: Request) -> Response:
        """The empty form; the first model is chosen."""
        return self._show(Question(model=next(iter(self._models), "")))

    async def answer(self, request: Request) -> Response:
        """What is found in a poem, or one message."""
        if not is_own_origin(request):
            return self._show(Question(), error="The form was sent by another page; use the form below", status=403)
        try:
            form = parse_qs((await request.body()).decode("utf-8", "replace"), True, max_num_fields=20)
        except ValueError:
            return self._show(Question(), error="The form cannot be read; use the form below", status=400)
        question = self._question({name: values[0] for name, values in form.items()})
        return await run_in_threadpool(self._answer, question)

    def too_large(self, _: Request) -> Response:
        """The empty form, in answer to one that was not read."""
        response = self._show(Question(), error="The form is too large; paste one poem", status=413)
        response.headers["Connection"] = "close"
        return response

    def _question(self, form: Mapping[str, str]) -> Question:
        """The question of a form; a choice that is not offered is the first that is."""
        chosen = {
            name: value if (value := form.get(name, "")) in choices else next(iter(choices))
            for name, choices in self._choices().items()
        }
        return Question(
            form.get("poem", "").replace("\r\n", "\n"), historical=form.get("historical") == "yes", **chosen
        )

    def _choices(self) -> dict[str, dict[str, str]]:
        return {
            "accent": _ACCENTS,
            "metre": {"": "the one that fits best", **{metre: metre for metre in self._metres}},
            "model": {"": "none", **{model: model for model in self._models}},
        }

    def _answer(self, question: Question) -> Response:
        try:
            with self._one:
                examined = examine(question)
        except UserError as error:
            return self._show(question, error=str(error), status=400)
        return self._show(question, examined)

    def _show(
        self, question: Question, examined: Examined | None = None, error: str = "", status: int = 200
    ) -> HTMLResponse:
        message = f"{error[:1].upper()}{error[1:]}{'' if error.endswith(('.', '?')) else '.'}" if error else ""
        choices = {name: (getattr(question, name), offered) for name, offered in self._choices().items()}
        text = self._template.render(question=question, examined=examined, error=message, choices=choices)
        return HTMLResponse(text, status)


_ACCENTS = {
    str(Accent.EITHER): "either",
    str(Accent.AMERICAN): "American",
    str(Accent.BRITISH): "British",
}


def _style(path: Path) -> FileResponse:
    return FileResponse(path, media_type="text/css")
