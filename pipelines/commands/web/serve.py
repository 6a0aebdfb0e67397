"""Serve the page on this machine only."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec

from versebench.models.scorers.identity import SHIPPED, UnknownModelError, identify
from versebench.pipelines.commands.web.app import make_app
from versebench.pipelines.errors import DataError, RecipeError
from versebench.studies.web.listen import listen

HOST = "127.0.0.1"


def serve(models: Sequence[str], port: int, started: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. Scores come from these models and the shipped ones, if the extra ``score`` is installed.

    Raises :class:`RecipeError` for an unknown model, and :class:`DataError` if the port cannot be opened.
    """
    for model in models:
        try:
            identify(model, None)
        except UnknownModelError as error:
            raise RecipeError(f"--model: {error}") from None
    if not listen(make_app(_offered(models)), HOST, port, started):
        raise DataError(f"port {port} of {HOST} cannot be opened; name a free one with --port")


def _offered(models: Sequence[str]) -> list[str]:
    if not models and find_spec("torch") is None:
        return []
    return list(dict.fromkeys([*models, *(name for name, what in SHIPPED.items() if "never a scorer" not in what)]))
