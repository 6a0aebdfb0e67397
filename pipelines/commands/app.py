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

from versebench.pipelines.commands import cluster as cluster_commands
from versebench.pipelines.errors import DataError, StageError, UserError
from versebench.pipelines.runners import interrupt

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.add_typer(cluster_commands.app, name="cluster")

RecipeFile = Annotated[str, typer.Argument(metavar="RECIPE", help="YAML file that describes the release.")]
Beam = Annotated[list[str] | None, typer.Argument(metavar="[-- BEAM_OPTIONS]...", help="Beam's own options.")]
Root = Annotated[str, typer.Option("--root", help="Folder for everything that is made.")]
Override = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a key of the recipe.")]
Workers = Annotated[int, typer.Option("--workers", min=1, help="Processes of the local runner.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON on standard output.")]
Directory = Annotated[str, typer.Argument(metavar="DIR", help="A release, or a committed run of a stage.")]
LogOption = Annotated[
    str, typer.Option("--log", metavar="people|json", help="What standard error holds: bars and tables, or JSON lines.")
]


@app.callback()
def versebench(log: LogOption = "people") -> None:
    """Turn a corpus of poems into a validated, versioned benchmark, and score language models on it."""
    if log not in ("people", "json"):
        raise typer.BadParameter(f"{log!r} is no kind of log; people and json are", param_hint="--log")
    if log == "json":
        from versebench.pipelines.runners.log import write_json

        write_json()


def _chain(recipe: str, root: str, overrides: list[str] | None, workers: int, beam: list[str] | None) -> Any:
    from versebench.pipelines.chain.chain import Chain
    from versebench.pipelines.lifecycle.recorded_inputs import settle_unchanged
    from versebench.pipelines.recipe.recipe import load_recipe
    from versebench.pipelines.runners.beam_options import check_beam_options
    from versebench.pipelines.runners.log import chosen
    from versebench.pipelines.runners.runner import Runner
    from versebench.pipelines.stages.ingest import source_files

    check_beam_options(beam or [])
    runner = Runner(workers=workers, beam_args=tuple(beam or ()), log=chosen())
    chain = Chain(load_recipe(recipe, overrides or []), root, runner)
    source_files(chain.recipe)  # A mistake in a path leaves no root behind.
    _hold(root)
    settle_unchanged(chain)
    return chain


def _hold(root: str) -> None:
    """Wait until no other run is on the root, and keep others off it."""
    from versebench.storage.root_lock import lock_root

    def waiting(process: int | None) -> None:
        who = "" if process is None else f" (process {process})"
        if not _log("waiting", root=root, process=process):
            Console(stderr=True).print(f"waiting for another run on {root}{who}", highlight=False, soft_wrap=True)

    lock_root(root, waiting)


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
        bool, typer.Option("--dry-run", help="Print the plan and what is missing; make nothing.")
    ] = False,
    if_changed: Annotated[
        bool,
        typer.Option(
            "--if-changed",
            help="For a schedule: do nothing where nothing is new since the newest release, and write a report to "
            "ROOT/reports where none can be made. The recipe's version is auto.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Run the whole chain, validate, and write the release; what is committed already is not made again."""
    if dry_run:
        _print_plan(recipe, root, overrides, as_json=as_json)
        return
    if not if_changed:
        _release(_chain(recipe, root, overrides, workers, beam), as_json=as_json)
        return
    from versebench.pipelines.lifecycle.if_changed import check_scheduled, reported
    from versebench.pipelines.recipe.recipe import load_recipe

    scheduled = load_recipe(recipe, overrides or [])
    check_scheduled(scheduled)

    def release_what_is_new() -> None:
        chain = _chain(recipe, root, overrides, workers, beam)
        if chain.recipe.version == scheduled.version:
            _release(chain, as_json=as_json)
        else:
            _say_unchanged(chain, as_json=as_json)

    reported(scheduled, root, release_what_is_new)


def _say_unchanged(chain: Any, *, as_json: bool) -> None:
    """One line: the newest release was made of what is there."""
    from versebench.pipelines.lifecycle.release_folders import release_folder

    folder = release_folder(chain.root, chain.recipe.name, chain.recipe.version)
    logged = _log("unchanged", release=folder)
    if as_json:
        _print_json({"release": folder, "made": False})
    elif not logged:
        Console(stderr=True).print(f"nothing is new since {folder}", highlight=False, soft_wrap=True)


def _release(chain: Any, *, as_json: bool) -> None:
    from versebench.pipelines.commands.print.release import print_release
    from versebench.pipelines.lifecycle.release import release as run
    from versebench.pipelines.stages.score import results

    released = run(chain)
    _log("released", release=released.folder, made=released.made)
    if as_json:
        scored = chain.score()
        made = {"release": released.folder, "made": released.made, "counts": dict(released.manifest.counts)}
        graphs = [graph.values() for graph in chain.runner.measured]
        _print_json({**made, "results": results(scored).to_pylist() if scored else [], "graphs": graphs})
    else:
        print_release(chain, released)


def _print_plan(recipe: str, root: str, overrides: list[str] | None, *, as_json: bool) -> None:
    from versebench.pipelines.commands.print.plan import plan_values, print_plan
    from versebench.pipelines.plan.dry_run import dry_run
    from versebench.pipelines.recipe.recipe import load_recipe

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
        _print_committed(getattr(chain, stage)(), chain.runner.measured, as_json=as_json)

    command.__doc__ = description
    app.command(stage)(command)


def _print_committed(committed: Any, measured: Any, *, as_json: bool) -> None:
    """Print a committed run, or a list of them, and what was measured on the way; of each one of a list its own."""
    from versebench.pipelines.commands.print.release import print_measured
    from versebench.pipelines.runners.console import console, print_table

    many = isinstance(committed, list)
    runs = [getattr(one, "committed", one) for one in committed] if many else [committed]
    if as_json:
        said = [
            {
                "directory": one.run.directory,
                "made": one.made,
                "counts": dict(one.manifest.counts),
                "graphs": [graph.values() for graph in measured if graph.stage == one.run.stage or not many],
            }
            for one in runs
        ]
        _print_json(said if many else said[0])
        return
    for one in runs:
        print_table(one.run.stage, ["count", "#rows"], sorted(one.manifest.counts.items()))
        console.print(one.run.directory, highlight=False, soft_wrap=True)
    if not runs:
        console.print("the recipe names no model for this: there is nothing to do", highlight=False)
    print_measured(measured)


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
    from versebench.pipelines.runners.beam_options import check_beam_options
    from versebench.pipelines.runners.log import chosen
    from versebench.pipelines.runners.runner import Runner
    from versebench.pipelines.stages.score import results, scored_once

    if not model:
        if given := next((name for name, value in _of_models(revision, family, engine, precision) if value), None):
            raise typer.BadParameter(f"--{given} says how a model is asked; name it with --model")
        chain = _chain(pairs, root, overrides, workers, beam)
        _print_committed([one.scores for one in scored_once(chain.score())], chain.runner.measured, as_json=as_json)
        return
    from versebench.pipelines.commands.print.scored import print_scored
    from versebench.pipelines.stages.score_pairs import score_pairs, scorer_of

    check_beam_options(beam or [])
    asked = {"revision": revision, "family": family, "precision": precision}
    values = {**asked, "engine": None if engine is None else {"name": engine}}
    scorers = [scorer_of(name, values, overrides or []) for name in model]
    _hold(root)
    series = score_pairs(pairs, scorers, root, Runner(workers=workers, beam_args=tuple(beam or ()), log=chosen()))
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

    from versebench.pipelines.chain.assemble import assemble
    from versebench.pipelines.runners.console import print_table
    from versebench.pipelines.validation.validate import check
    from versebench.pipelines.validation.validate import validate as run

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
    from versebench.pipelines.roots.verify import unknown_schemas
    from versebench.pipelines.roots.verify import verify as run
    from versebench.pipelines.runners.console import console

    problems, unknown = list(run(directory)), list(unknown_schemas(directory))
    if as_json:
        _print_json({"directory": directory, "intact": not problems, "problems": problems, "not_checked": unknown})
    for remark in unknown:
        console.print(f"  {remark}", highlight=False, markup=False, soft_wrap=True)
    for problem in problems:
        _log("problem", "error", directory=directory, problem=problem)
        console.print(f"  {problem}", highlight=False, markup=False, soft_wrap=True)
    if problems:
        raise DataError(f"{directory} is not intact: {len(problems)} problem{'s' * (len(problems) != 1)}, named above")
    console.print(f"{directory} is intact", highlight=False, soft_wrap=True)


Sandbox = Annotated[bool, typer.Option("--sandbox", help="Zenodo's sandbox, where nothing lasts.")]
Site = Annotated[
    str | None,
    typer.Option("--site", metavar="URL", envvar="VERSEBENCH_ZENODO_URL", help="Another Invenio site than Zenodo."),
]


@app.command("publish")
def publish_release(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="A release, as versebench release printed it.")],
    to: Annotated[str, typer.Option("--to", metavar="zenodo|huggingface", help="Where to.")] = "zenodo",
    root: Root = "build",
    concept: Annotated[
        str | None, typer.Option("--concept", metavar="ID", help="Zenodo's id of all versions, for a new one.")
    ] = None,
    repo: Annotated[str | None, typer.Option("--repo", metavar="OWNER/NAME", help="Data set on the hub.")] = None,
    publish: Annotated[
        bool, typer.Option("--publish", help="Publish it for all, for ever; else it is a draft.")
    ] = False,
    keep_draft: Annotated[bool, typer.Option("--keep-draft", help="Keep the draft where the upload fails.")] = False,
    token_file: Annotated[
        str | None, typer.Option("--token-file", help="File of mode 0600; else ZENODO_TOKEN, ZENODO_SANDBOX_TOKEN.")
    ] = None,
    sandbox: Sandbox = False,
    site: Site = None,
    as_json: Json = False,
) -> None:
    """Send a release to Zenodo, with a DOI of its own, or to Hugging Face's hub; it is public only with --publish."""
    from dataclasses import asdict

    if to == "huggingface":
        from versebench.pipelines.publishing.hub import publish_to_hub

        address = publish_to_hub(directory, repo, publish=publish, token_file=token_file)
        if as_json:
            _print_json({"address": address, "published": publish})
        else:
            Console(stderr=True).print(address, highlight=False, markup=False, soft_wrap=True)
        return
    if to != "zenodo":
        raise typer.BadParameter(f"{to!r} is no place; zenodo and huggingface are", param_hint="--to")
    from versebench.pipelines.commands.print.published import print_publication
    from versebench.pipelines.commands.zenodo_site import account_client
    from versebench.pipelines.publishing.publish import publish as run

    client = account_client(sandbox=sandbox, site=site, token_file=token_file)
    made = run(client, directory, root, concept=concept, publish=publish, keep_draft=keep_draft)
    _log("published" if made.published else "drafted", **asdict(made))
    if as_json:
        _print_json(asdict(made))
    else:
        print_publication(made)


@app.command()
def fetch(
    record: Annotated[str, typer.Argument(metavar="zenodo:RECORD", help="A record by its number or DOI.")],
    out: Annotated[str | None, typer.Option("--out", metavar="DIR", help="By default zenodo-RECORD.")] = None,
    sandbox: Sandbox = False,
    site: Site = None,
    as_json: Json = False,
) -> None:
    """Download a record of Zenodo, check it, and print the lines of a recipe that make a source of it."""
    from versebench.pipelines.commands.print.published import fetched_values, print_fetched
    from versebench.pipelines.commands.zenodo_site import site_client
    from versebench.pipelines.publishing.fetch import fetch as run

    fetched = run(site_client(sandbox=sandbox, site=site), record, out)
    if as_json:
        _print_json(fetched_values(fetched))
    else:
        print_fetched(fetched)


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

    from versebench.pipelines.roots.why import why as run
    from versebench.pipelines.runners.console import print_table

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
    """Show what a release or a run holds, a few rows, and the accuracies; with --table, rows of that table alone."""
    from versebench.pipelines.commands.show import print_release, print_rows, sample_rows

    if as_json:
        _print_json(sample_rows(directory, table, rows)[1])
    elif table is None:
        print_release(directory, rows)
    else:
        print_rows(*sample_rows(directory, table, rows))


@app.command()
def report(directory: Directory, as_json: Json = False) -> None:
    """Print the accuracies of a release."""
    from versebench.pipelines.commands.print.results import print_results
    from versebench.pipelines.commands.show import sample_rows

    _, rows = sample_rows(directory, "results", 1_000_000)
    if as_json:
        _print_json(rows)
    else:
        print_results(rows)


@app.command("ls")
def list_root(root: Root = "build", as_json: Json = False) -> None:
    """List the releases under a root, and the runs of stages with what was made from each."""
    import time

    from versebench.pipelines.commands.print.root import house_values, print_house
    from versebench.pipelines.roots.inventory import read_house

    house = read_house(root)
    if as_json:
        _print_json(house_values(house))
    else:
        print_house(house, time.time())


@app.command()
def gc(
    root: Root = "build",
    older_than: Annotated[str, typer.Option("--older-than", metavar="AGE", help="As in 30d or 12h.")] = "30d",
    keep: Annotated[int, typer.Option("--keep", min=0, help="Of each stage, this many youngest runs stay too.")] = 0,
    named: Annotated[
        list[str] | None,
        typer.Option("--release", metavar="NAME-VERSION", help="Let the runs go that it was made from; it stays."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Delete what is shown.")] = False,
    as_json: Json = False,
) -> None:
    """Show what no release was made from, and delete it when told so; a release itself never goes."""
    import time

    from versebench.pipelines.commands.print.root import plan_values, print_gone, print_plan
    from versebench.pipelines.roots.gc import check_named, collect, seconds_of
    from versebench.pipelines.roots.gc_plan import plan
    from versebench.pipelines.roots.inventory import read_house
    from versebench.storage import filesystem

    age, asking = seconds_of(older_than), sys.stdin.isatty() and not as_json and not yes
    if (yes or asking) and filesystem.is_folder(root):
        _hold(root)
    house, now = read_house(root), time.time()
    check_named(house, named or ())
    planned = plan(house, now, age, keep, named or ())
    if not as_json:
        print_plan(root, planned, now)
    may = yes or (asking and planned.going and typer.confirm("Delete it?", err=True))
    gone = collect(root, planned) if may else []
    if as_json:
        _print_json(plan_values(root, planned, gone))
    elif may:
        print_gone(gone)
    elif planned.going:
        Console(stderr=True).print("nothing was deleted; --yes deletes it", highlight=False)


@app.command()
def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A release.")],
    after: Annotated[str, typer.Argument(metavar="B", help="A release, as a rule a later one.")],
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Show what is different in release B, table by table, and what that makes of its version."""
    from versebench.pipelines.commands.diff import diff as run
    from versebench.pipelines.commands.diff import diff_values, print_diff

    found = run(before, after, workers)
    if as_json:
        _print_json(diff_values(before, after, found))
    else:
        print_diff(before, after, found)


@app.command()
def rebuild(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="A release that withholds its texts.")],
    beam: Beam = None,
    sources: Annotated[
        list[str] | None, typer.Option("--source", metavar="NAME=FILE", help="Where a source lies; one for each.")
    ] = None,
    root: Root = "build",
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Make the full tables of a release that withholds its texts, from your copy of its sources, and check them."""
    from versebench.pipelines.lifecycle.rebuild import rebuild as run
    from versebench.pipelines.runners.beam_options import check_beam_options
    from versebench.pipelines.runners.log import chosen
    from versebench.pipelines.runners.runner import Runner

    check_beam_options(beam or [])
    _hold(root)
    runner = Runner(workers=workers, beam_args=tuple(beam or ()), log=chosen())
    _print_committed(run(directory, sources or [], root, runner), runner.measured, as_json=as_json)


@app.command()
def takedown(
    reason: Annotated[str, typer.Option("--reason", help="legal, author, quality or other.")],
    work_id: Annotated[str | None, typer.Option("--work-id", help="A work, by its id in a release.")] = None,
    author: Annotated[str | None, typer.Option("--author", help="All of an author.")] = None,
    source_id: Annotated[str | None, typer.Option("--source-id", help="A row of a source, by its id there.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="The source that is meant.")] = None,
    on: Annotated[str | None, typer.Option("--on", metavar="DATE", help="Since when; by default today.")] = None,
) -> None:
    """Print the lines of a recipe that keep a work or an author out of every later release."""
    from datetime import UTC, datetime

    from versebench.pipelines.commands.takedown_lines import takedown_lines, takedown_of

    named = {"work_id": work_id, "author": author, "source_id": source_id, "source": source}
    order = takedown_of({**named, "on": on or datetime.now(UTC).date().isoformat(), "reason": reason})
    sys.stdout.write(takedown_lines(order))
    Console(stderr=True).print(f"the order's id in releases: {order.order}", highlight=False)


@app.command()
def tasks(as_json: Json = False) -> None:
    """List the tasks with their paper, parameters and one example."""
    from versebench.pipelines.commands.tasks import print_tasks, task_list

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

    from versebench.pipelines.commands.hear import hear as run
    from versebench.pipelines.commands.print.hearing import print_hearing

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
    from versebench.models.scorers.identity import SHIPPED, identify
    from versebench.pipelines.runners.console import print_table

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
    from versebench.pipelines.commands.unigrams import count_tokens
    from versebench.pipelines.runners.console import console
    from versebench.pipelines.stages.score_pairs import scorer_of

    scorer = scorer_of(model, {"revision": revision, "family": family}, overrides or [])
    counted = count_tokens(scorer, texts, corpus, out)
    console.print(f"{out}: {counted:,} tokens of {model} in {corpus}", highlight=False, soft_wrap=True)


@app.command()
def docs(
    write: Annotated[bool, typer.Option("--write", help="Write the pages instead of checking them.")] = False,
) -> None:
    """Check that the generated pages under docs/ are up to date, or write them."""
    from versebench.pipelines.commands.docs import pages

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
    interrupt.listen(_stopped)
    with _quiet_libraries():
        try:
            sys.exit(guarded(app))
        finally:
            interrupt.answered()


def guarded(run: Callable[[], Any]) -> int:
    """The exit code of a command; a mistake of the user is told in one message."""
    from versebench.schemas.registration import RegistrationError
    from versebench.storage.commit import DamagedShardError
    from versebench.transforms.mapping.failure import explain_os_error

    try:
        run()
    except StageError as error:
        return _fail(str(error), error.exit_code, stage=error.stage, element=error.element)
    except UserError as error:
        return _fail(str(error), error.exit_code)
    except RegistrationError as error:
        return _fail(str(error), UserError.exit_code)
    except DamagedShardError as error:
        return _fail(str(error), 1)
    except interrupt.StoppedError:
        interrupt.answered()
        return _stopped()
    except OSError as error:
        return _fail(explain_os_error(error), 1)
    return 0


def _stopped() -> int:
    message = "stopped; committed shards are kept: run the same command again to go on"
    return _last_words(message, interrupt.STOPPED)


def _fail(message: str, code: int, **where: str | None) -> int:
    interrupt.answered()
    return _last_words(message, code, **where)


def _last_words(message: str, code: int, **where: str | None) -> int:
    """The last words of a command: what happened, where, and what to do about it."""
    from versebench.pipelines.runners.secrets import without_secrets

    event = "stopped" if code == interrupt.STOPPED else "failed"
    if not _log(event, "error", **where, message=message, exit_code=code):
        said = f"versebench: {without_secrets(message)}"
        Console(stderr=True).print(said, style="red", highlight=False, markup=False, soft_wrap=True)
    return code


def _log(event: str, level: str = "info", **said: object) -> bool:
    """Write an event to the JSON log; whether there is one."""
    from versebench.pipelines.runners.log import json_log

    if log := json_log():
        log.event(event, level, **said)
    return log is not None
