"""Commands that make a release, whole or stage by stage."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from versebench.pipelines.commands.options import Json, RecipeOptions, print_json, with_options
from versebench.pipelines.stages.titles import TITLES

if TYPE_CHECKING:
    from versebench.pipelines.chain.chain import Chain
    from versebench.pipelines.recipe.recipe import Recipe

GROUP = "Make"
STAGES = ("ingest", "lexicon", "clean", "annotate", "candidates", "corrupt")
"""Stages with a command of their own."""

app = typer.Typer()
command = partial(app.command, rich_help_panel=GROUP)


@command("line-index")
def line_index(
    sources: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Poems in Chinese: JSON, JSONL, or plain text.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder of indexes.")] = Path("build/line-index"),
    as_json: Json = False,
) -> None:
    """Index the lines of a database of poems, for `versebench reuse`."""
    from versebench.pipelines.reuse.index_folder import build_index, hash_of, index_name
    from versebench.pipelines.runners.console import print_line

    index = out / index_name([hash_of(source) for source in sources])
    counts = build_index(sources, index)
    if as_json:
        print_json({"index": str(index), **counts})
    else:
        print_line(
            f"{index}: {counts['lines']:,} lines of {counts['poems']:,} poems, of which {counts['without_lines']:,} "
            "have no line in Chinese characters"
        )


@command()
def finetune(
    recipe: Annotated[str, typer.Argument(metavar="RECIPE", help="YAML file that describes the training.")],
    root: Annotated[Path, typer.Option("--root", help="Folder for adapters.")] = Path("build"),
    as_json: Json = False,
) -> None:
    """Train a LoRA adapter of a causal model on poems with titles. A training that was stopped continues."""
    from versebench.pipelines.finetune.recipe import load_finetune
    from versebench.pipelines.finetune.run import finetune as train
    from versebench.pipelines.runners.console import print_line

    def show(step: int, steps: int, loss: float) -> None:
        if not as_json and (step % max(1, steps // 10) == 0 or step == steps):
            print_line(f"step {step:,} of {steps:,}: loss {loss:.4f}")

    made = train(load_finetune(recipe), root, show)
    if as_json:
        print_json(made)
    else:
        print_line(f"{made['adapter']}: {made['poems']:,} poems learned in {made['steps']:,} steps")
        for titles, of in made["recitation"].items():
            print_line(
                f"{of['asked']:,} {titles} titles: {of['poems']:,} poems, of which {of['recited']:,} are the person's "
                f"and {of['near_reuse']:,} repeat learned lines (near.v1)"
            )


@command()
@with_options(RecipeOptions)
def release(
    options: RecipeOptions,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan, and make nothing.")] = False,
    if_changed: Annotated[
        bool,
        typer.Option(
            "--if-changed",
            help="For schedules: do nothing if nothing is new since the newest release; if the release fails, write a "
            "report to ROOT/reports. Needs version: auto in the recipe.",
        ),
    ] = False,
) -> None:
    """Make a release: run all stages, validate, and package. Committed work is not repeated."""
    if dry_run:
        _plan(options)
    elif if_changed:
        _release_if_changed(options)
    else:
        _release(options.chain(), as_json=options.as_json)


@command()
def init(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="A folder with files of poems.")],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Where the recipe is written.")] = "recipe.yaml",
    as_json: Json = False,
) -> None:
    """Look at the files of a folder, and write a recipe for them that runs at once."""
    from versebench.pipelines.recipe.init.run import init as run
    from versebench.pipelines.runners.console import print_line

    found = run(folder, out)
    if as_json:
        print_json({"recipe": out, **found})
        return
    for kind in ("sources", "left_out"):
        for line in found[kind]:
            print_line(line)
    print_line(f"{out} written; next: versebench release {out}")


@command()
def sample(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where the files are written.")] = ".",
) -> None:
    """Write the sample recipe and its poems into a folder, to try versebench with."""
    from versebench.pipelines.recipe.sample import write_sample
    from versebench.pipelines.runners.console import print_line

    for path in write_sample(Path(folder)):
        print_line(f"{path} written")
    go = "" if folder == "." else f"cd {folder} && "
    print_line(f"next: {go}versebench release recipes/sample.yaml --root build")


def _plan(options: RecipeOptions) -> None:
    from versebench.pipelines.commands.print.plan import plan_values, print_plan
    from versebench.pipelines.plan.dry_run import dry_run

    plan = dry_run(options.load(), options.root)
    if options.as_json:
        print_json(plan_values(plan))
    else:
        print_plan(plan)


def _release_if_changed(options: RecipeOptions) -> None:
    from versebench.pipelines.lifecycle.if_changed import check_scheduled, reported

    scheduled = options.load()
    check_scheduled(scheduled)

    def release_what_is_new() -> None:
        chain = options.chain()
        if chain.recipe.version == scheduled.version:
            _release(chain, as_json=options.as_json)
        else:
            _print_unchanged(chain.recipe, chain.root, as_json=options.as_json)

    reported(scheduled, options.root, release_what_is_new)


def _print_unchanged(recipe: "Recipe", root: str, *, as_json: bool) -> None:
    """Print that nothing is new since the newest release."""
    from versebench.pipelines.lifecycle.release_folders import release_folder
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.runners.log import log_event

    folder = release_folder(root, recipe.name, recipe.version)
    log_event("unchanged", release=folder)
    if as_json:
        print_json({"release": folder, "made": False})
    else:
        print_line(f"nothing is new since {folder}")


def _release(chain: "Chain", *, as_json: bool) -> None:
    from versebench.pipelines.commands.print.release import print_release
    from versebench.pipelines.lifecycle.release import release as run
    from versebench.pipelines.runners.log import log_event
    from versebench.pipelines.stages.score import results

    released = run(chain)
    log_event("released", release=released.folder, made=released.made)
    if as_json:
        scored = chain.score()
        made = {"release": released.folder, "made": released.made, "counts": dict(released.manifest.counts)}
        graphs = [graph.values() for graph in chain.runner.measured]
        print_json({**made, "results": results(scored).to_pylist() if scored else [], "graphs": graphs})
    else:
        print_release(chain, released)


def _declare_stage(stage: str) -> None:
    def run(options: RecipeOptions) -> None:
        from versebench.pipelines.commands.print.runs import print_run, print_runs

        chain = options.chain()
        made = getattr(chain, stage)()
        if isinstance(made, Sequence):
            print_runs([offered.committed for offered in made], chain.runner.measured, as_json=options.as_json)
        else:
            print_run(made, chain.runner.measured, as_json=options.as_json)

    run.__name__, run.__doc__ = stage, f"{TITLES[stage]}. Earlier stages run first if needed."
    command(stage)(with_options(RecipeOptions)(run))


for _stage in STAGES:
    _declare_stage(_stage)


@command()
@with_options(RecipeOptions)
def validate(options: RecipeOptions) -> None:
    """Run all stages up to validation, and show every expectation."""
    from dataclasses import asdict

    from versebench.pipelines.chain.assemble import assemble
    from versebench.pipelines.runners.console import print_table
    from versebench.pipelines.validation.validate import check
    from versebench.pipelines.validation.validate import validate as run

    chain = options.chain()
    validation = run(chain, assemble(chain))
    if options.as_json:
        print_json([asdict(row) for row in validation.summary])
    else:
        rows = [(row.table, row.expectation, row.rows, row.unexpected) for row in validation.summary]
        print_table("Validation", ["table", "expectation", "#rows", "#unexpected"], rows)
    check(validation)
