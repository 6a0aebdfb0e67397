"""The command ``versebench``."""

import contextlib
import json
import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from pipelines import interrupt
from pipelines.errors import DataError, UserError

app = typer.Typer(
    help="Turn a corpus of poems into a validated, versioned benchmark, and score language models on it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

RecipeFile = Annotated[str, typer.Argument(metavar="RECIPE", help="YAML file that describes the release.")]
Beam = Annotated[list[str] | None, typer.Argument(metavar="[-- BEAM_OPTIONS]...", help="Beam's own options.")]
Root = Annotated[str, typer.Option("--root", help="Folder for everything that is made.")]
Override = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a key of the recipe.")]
Workers = Annotated[int, typer.Option("--workers", min=1, help="Processes of the local runner.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON on standard output.")]
Directory = Annotated[str, typer.Argument(metavar="DIR", help="A release, or a committed run of a stage.")]


def _chain(recipe: str, root: str, overrides: list[str] | None, workers: int, beam: list[str] | None) -> Any:
    from pipelines.beam_options import check_beam_options
    from pipelines.chain import Chain
    from pipelines.recipe import load_recipe
    from pipelines.runner import Runner

    check_beam_options(beam or [])
    runner = Runner(workers=workers, beam_args=tuple(beam or ()), progress=True)
    return Chain(load_recipe(recipe, overrides or []), root, runner)


def _print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


@app.command()
def release(
    recipe: RecipeFile,
    beam: Beam = None,
    root: Root = "build",
    overrides: Override = None,
    workers: Workers = 1,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the plan, its rows and its cost; make nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Run the whole chain, validate, and write the release; what is committed already is not made again."""
    if dry_run:
        _print_plan(recipe, root, overrides, as_json=as_json)
        return
    from pipelines.release import release as run
    from pipelines.score import results
    from pipelines.terminal import print_release

    chain = _chain(recipe, root, overrides, workers, beam)
    released = run(chain)
    if as_json:
        judged = chain.score()
        made = {"release": released.folder, "made": released.made, "counts": dict(released.manifest.counts)}
        _print_json({**made, "results": results(judged).to_pylist() if judged else []})
    else:
        print_release(chain, released)


def _print_plan(recipe: str, root: str, overrides: list[str] | None, *, as_json: bool) -> None:
    from pipelines.plan_dry_run import dry_run
    from pipelines.plan_print import plan_values, print_plan
    from pipelines.recipe import load_recipe

    plan = dry_run(load_recipe(recipe, overrides or []), root)
    if as_json:
        _print_json(plan_values(plan))
    else:
        print_plan(plan)


def _stage_command(stage: str, description: str) -> None:
    def command(
        recipe: RecipeFile,
        beam: Beam = None,
        root: Root = "build",
        overrides: Override = None,
        workers: Workers = 1,
        as_json: Json = False,
    ) -> None:
        chain = _chain(recipe, root, overrides, workers, beam)
        _print_committed(getattr(chain, stage)(), as_json=as_json)

    command.__doc__ = description
    app.command(stage)(command)


def _print_committed(committed: Any, *, as_json: bool) -> None:
    """Print a committed run, or a list of them."""
    from pipelines.terminal import console, print_table

    many = isinstance(committed, list)
    runs = [getattr(one, "committed", one) for one in committed] if many else [committed]
    if as_json:
        said = [{"directory": one.run.directory, "made": one.made, "counts": dict(one.manifest.counts)} for one in runs]
        _print_json(said if many else said[0])
        return
    for one in runs:
        print_table(one.run.stage, ["count", "#rows"], sorted(one.manifest.counts.items()))
        console.print(one.run.directory, highlight=False, soft_wrap=True)
    if not runs:
        console.print("the recipe names no model for this: there is nothing to do", highlight=False)


_stage_command("ingest", "Read the sources into shards of poems.")
_stage_command("lexicon", "Find how each distinct word of the poems sounds, with all stages before.")
_stage_command("clean", "Keep the poems of the form, with all stages before.")
_stage_command("annotate", "Find words, sounds, parts of speech and rhymes, with all stages before.")
_stage_command("candidates", "Let models write completions and rank synonyms, with all stages before.")
_stage_command("corrupt", "Make the pairs of all tasks, with all stages before.")


Engine = Annotated[str | None, typer.Option("--engine", help="torch or deepspeed.")]


@app.command()
def score(
    pairs: Annotated[
        str, typer.Argument(metavar="RECIPE|PAIRS", help="A recipe; or, with --model, a release or a file of pairs.")
    ],
    beam: Beam = None,
    model: Annotated[
        list[str] | None, typer.Option("--model", help="Shipped model, folder, or id on the hub; several times.")
    ] = None,
    revision: Annotated[str | None, typer.Option("--revision", help="Commit of a model on the hub.")] = None,
    family: Annotated[
        str | None, typer.Option("--family", help="causal, masked, xlnet or transformer-xl; told by its files.")
    ] = None,
    engine: Engine = None,
    precision: Annotated[str | None, typer.Option("--precision", help="fp32, bf16, or bf16-then-fp32.")] = None,
    root: Root = "build",
    overrides: Override = None,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Score the pairs of a recipe with all stages before; or, with --model, those of a release or a file.

    A file holds an object a line with sentence_good, sentence_bad and UID, as those of BLiMP do, and may be gzipped.
    With --model, --set names the keys that a model has in a recipe: --set start=absent.
    """
    from pipelines.beam_options import check_beam_options
    from pipelines.runner import Runner
    from pipelines.score import results, scored_once

    if not model:
        if given := next((name for name, value in _of_models(revision, family, engine, precision) if value), None):
            raise typer.BadParameter(f"--{given} says how a model is asked; name it with --model")
        made = _chain(pairs, root, overrides, workers, beam).score()
        _print_committed([one.scores for one in scored_once(made)], as_json=as_json)
        return
    from pipelines.print_scored import print_scored
    from pipelines.score_pairs import judge_of, score_pairs

    check_beam_options(beam or [])
    asked = {"revision": revision, "family": family, "precision": precision}
    values = {**asked, "engine": None if engine is None else {"name": engine}}
    judges = [judge_of(name, values, overrides or []) for name in model]
    series = score_pairs(pairs, judges, root, Runner(workers=workers, beam_args=tuple(beam or ()), progress=True))
    if as_json:
        scores = [{"model": one.label, "directory": one.scores.run.directory} for one in scored_once(series)]
        _print_json({"results": results(series).to_pylist(), "scores": scores})
    else:
        print_scored(series)


def _of_models(*values: str | None) -> list[tuple[str, str | None]]:
    return list(zip(("revision", "family", "engine", "precision"), values, strict=True))


@app.command()
def validate(
    recipe: RecipeFile,
    beam: Beam = None,
    root: Root = "build",
    overrides: Override = None,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Run the chain up to validation and show every expectation."""
    from dataclasses import asdict

    from pipelines.assemble import assemble
    from pipelines.terminal import print_table
    from pipelines.validate import check
    from pipelines.validate import validate as run

    chain = _chain(recipe, root, overrides, workers, beam)
    validation = run(chain, assemble(chain))
    if as_json:
        _print_json([asdict(row) for row in validation.summary])
    else:
        rows = [(one.table, one.expectation, one.rows, one.unexpected) for one in validation.summary]
        print_table("Validation", ["table", "expectation", "#rows", "#unexpected"], rows)
    check(validation)


@app.command()
def verify(directory: Directory, as_json: Json = False) -> None:
    """Prove a release or a run intact, or name every file and row that is not."""
    from pipelines.terminal import console
    from pipelines.verify import verify as run

    problems = list(run(directory))
    if as_json:
        _print_json({"directory": directory, "intact": not problems, "problems": problems})
    for problem in problems:
        console.print(f"  {problem}", highlight=False, markup=False, soft_wrap=True)
    if problems:
        raise DataError(f"{directory} is not intact: {len(problems)} problem{'s' * (len(problems) != 1)}, named above")
    console.print(f"{directory} is intact", highlight=False, soft_wrap=True)


@app.command()
def why(
    work_id: Annotated[
        str, typer.Argument(metavar="WORK_ID", help="Work id, eight digits of it, or id in the source.")
    ],
    root: Root = "build",
    release_name: Annotated[
        str | None, typer.Option("--release", help="NAME-VERSION, where there are several.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell what became of one poem: kept or refused and why, each task's pair or reason, each score."""
    from dataclasses import asdict

    from pipelines.terminal import print_table
    from pipelines.why import why as run

    steps = run(root, work_id, release_name)
    if as_json:
        _print_json([asdict(step) for step in steps])
    else:
        print_table(work_id, ["stage", "outcome", "detail"], [(s.stage, s.outcome, s.detail) for s in steps])


@app.command()
def show(
    directory: Directory,
    table: Annotated[str | None, typer.Option("--table", help="Table to show; by default the pairs.")] = None,
    rows: Annotated[int, typer.Option("--rows", min=1, help="How many rows.")] = 3,
    as_json: Json = False,
) -> None:
    """Show a few rows of a release or a run."""
    from pipelines.show import print_rows, sample_rows

    name, found = sample_rows(directory, table, rows)
    if as_json:
        _print_json(found)
    else:
        print_rows(name, found)


@app.command()
def report(directory: Directory, as_json: Json = False) -> None:
    """Print the accuracies of a release."""
    from pipelines.show import sample_rows
    from pipelines.terminal import print_results

    _, rows = sample_rows(directory, "results", 1_000_000)
    if as_json:
        _print_json(rows)
    else:
        print_results(rows)


@app.command()
def tasks(as_json: Json = False) -> None:
    """List the tasks with their paper, parameters and one example."""
    from pipelines.task_list import print_tasks, task_list

    if as_json:
        _print_json(task_list())
    else:
        print_tasks()


@app.command()
def hear(
    text: Annotated[list[str], typer.Argument(metavar="LINE...", help="A line, two lines, or a poem.")],
    accent: Annotated[str, typer.Option("--accent", help="american or british.")] = "american",
    historical: Annotated[
        bool, typer.Option("--historical", help="Let rhymes of older verse count: love/prove.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show how words sound; of two lines whether and how they rhyme, of a poem its rhyme scheme."""
    from dataclasses import asdict

    from pipelines.hear import hear as run
    from pipelines.terminal import print_hearing

    if accent not in ("american", "british"):
        raise typer.BadParameter(f"{accent!r} is no accent; american and british are", param_hint="--accent")
    heard = run(text, accent, historical=historical)
    if as_json:
        _print_json(asdict(heard))
    else:
        print_hearing(heard)


@app.command()
def models(as_json: Json = False) -> None:
    """List the models that come with versebench."""
    from models.judges.identity import SHIPPED, identify
    from pipelines.terminal import print_table

    listed = [
        {"model": name, "revision": identify(name, None).revision, "what": what} for name, what in SHIPPED.items()
    ]
    if as_json:
        _print_json(listed)
    else:
        print_table("Models", ["model", "revision", "what"], [tuple(one.values()) for one in listed])


@app.command()
def unigrams(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="Shipped model, folder, or id on the hub.")],
    texts: Annotated[list[str], typer.Argument(metavar="FILE...", help="Text files; a blank line ends a text.")],
    corpus: Annotated[str, typer.Option("--corpus", help="What the texts are: whoever reports SLOR names it.")],
    out: Annotated[str, typer.Option("--out", help="File that is written.")] = "unigrams.json",
    revision: Annotated[str | None, typer.Option("--revision", help="Commit of a model on the hub.")] = None,
    family: Annotated[str | None, typer.Option("--family", help="As of versebench score.")] = None,
    overrides: Override = None,
) -> None:
    """Count a model's tokens in a corpus, for SLOR: the recipe's key unigrams names the file."""
    from pipelines.score_pairs import judge_of
    from pipelines.terminal import console
    from pipelines.unigrams import count_tokens

    judge = judge_of(model, {"revision": revision, "family": family}, overrides or [])
    counted = count_tokens(judge, texts, corpus, out)
    console.print(f"{out}: {counted:,} tokens of {model} in {corpus}", highlight=False, soft_wrap=True)


@app.command()
def docs(
    write: Annotated[bool, typer.Option("--write", help="Write the pages instead of checking them.")] = False,
) -> None:
    """Check that the generated pages under docs/ are up to date, or write them."""
    from pipelines.docs import pages

    stale = [path for path, text in pages().items() if not Path(path).is_file() or Path(path).read_text() != text]
    if write:
        for path, text in pages().items():
            Path(path).write_text(text)
    elif stale:
        raise DataError(f"stale: {', '.join(stale)}; run versebench docs --write")


@contextlib.contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Keep what libraries say on import, and their reports of usage, from the user."""
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    logging.basicConfig(level=logging.ERROR)
    logging.disable(logging.WARNING)  # Great Expectations sets a level of its own when it is imported.
    warnings.simplefilter("ignore")
    yield


def main() -> None:
    """Run the command line; a mistake of the user becomes one message and an exit code."""
    interrupt.listen()
    with _quiet_libraries():
        sys.exit(_guarded(app))


def _guarded(run: Callable[[], Any]) -> int:
    from transforms.shards.commit import DamagedShardError
    from transforms.shards.failure import explain_os_error

    try:
        run()
    except UserError as error:
        return _fail(str(error), error.exit_code)
    except DamagedShardError as error:
        return _fail(str(error), 1)
    except interrupt.StoppedError:
        interrupt.answered()
        return _fail("stopped; committed shards are kept: run the same command again to go on", 130)
    except OSError as error:
        return _fail(explain_os_error(error), 1)
    return 0


def _fail(message: str, code: int) -> int:
    console = Console(stderr=True)
    console.print(f"versebench: {message}", style="red", highlight=False, markup=False, soft_wrap=True)
    return code
