"""Commands that keep releases and roots in order."""

import sys
from functools import partial
from typing import Annotated

import typer

from versebench.pipelines.commands import cluster
from versebench.pipelines.commands.help.completion import SHELLS, completion_script
from versebench.pipelines.commands.options import (
    Directory,
    Json,
    Root,
    RunOptions,
    lock_root,
    one_of,
    print_json,
    with_options,
)
from versebench.pipelines.errors import DataError

GROUP = "Maintain"

app = typer.Typer()
app.add_typer(cluster.app, name="cluster", rich_help_panel=GROUP)
command = partial(app.command, rich_help_panel=GROUP)


@command()
def completion(
    shell: Annotated[str, typer.Argument(metavar="|".join(SHELLS), callback=one_of("SHELL", SHELLS))],
) -> None:
    """Print the lines with which a shell completes commands and options: its start-up file reads them."""
    sys.stdout.write(completion_script(shell) + "\n")


@command()
def verify(
    directory: Directory,
    signed_by: Annotated[
        str | None,
        typer.Option("--signed-by", metavar="FILE", help="Also check that a key of this file signed the release."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check that a release or a run is intact, and name every file and row that is not."""
    from versebench.pipelines.roots.signature import check_signature
    from versebench.pipelines.roots.verify import unknown_schemas
    from versebench.pipelines.roots.verify import verify as run
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.runners.log import log_event

    unsigned = list(check_signature(directory, signed_by)) if signed_by else []
    problems, unknown = [*unsigned, *run(directory)], list(unknown_schemas(directory))
    if as_json:
        print_json({"directory": directory, "intact": not problems, "problems": problems, "not_checked": unknown})
    for remark in unknown:
        print_line(f"  {remark}")
    for problem in problems:
        log_event("problem", "error", directory=directory, problem=problem)
        print_line(f"  {problem}")
    if problems:
        raise DataError(f"{directory} is not intact: {len(problems)} problem{'s' * (len(problems) != 1)}, named above")
    print_line(f"{directory} is intact" + (f", and signed by a key of {signed_by}" if signed_by else ""))


@command()
def sign(
    directory: Directory,
    key: Annotated[str, typer.Option("--key", metavar="FILE", help="A private key of SSH.")],
) -> None:
    """Sign the checksums of a release; `verify --signed-by` checks it."""
    from versebench.pipelines.roots.signature import sign as run
    from versebench.pipelines.runners.console import print_line

    print_line(f"signed: {run(directory, key)}")


@command()
def gc(
    root: Root = "build",
    older_than: Annotated[
        str, typer.Option("--older-than", metavar="AGE", help="Minimum age, as in 30d or 12h.")
    ] = "30d",
    keep: Annotated[int, typer.Option("--keep", min=0, help="Keep this many of the youngest runs of each stage.")] = 0,
    named: Annotated[
        list[str] | None,
        typer.Option("--release", metavar="NAME-VERSION", help="Also remove runs that this release uses; it stays."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    as_json: Json = False,
) -> None:
    """Show what no release uses, and delete it if you confirm. Releases themselves are never deleted."""
    import time

    from versebench.pipelines.commands.print.root import plan_values, print_gone, print_plan
    from versebench.pipelines.roots.gc import age_in_seconds, check_releases, collect
    from versebench.pipelines.roots.gc_plan import plan
    from versebench.pipelines.roots.inventory import read_root
    from versebench.pipelines.runners.console import print_line
    from versebench.storage import filesystem

    age, asking = age_in_seconds(older_than), sys.stdin.isatty() and not as_json and not yes
    if (yes or asking) and filesystem.is_folder(root):
        lock_root(root)
    inventory, now = read_root(root), time.time()
    check_releases(inventory, named or ())
    planned = plan(inventory, now, age, keep, named or ())
    if not as_json:
        print_plan(root, planned, now)
    confirmed = yes or (asking and planned.removals and typer.confirm("Delete it?", err=True))
    gone = collect(root, planned) if confirmed else []
    if as_json:
        print_json(plan_values(root, planned, gone))
    elif confirmed:
        print_gone(gone)
    elif planned.removals:
        print_line("nothing was deleted; to delete, run again with --yes")


@command()
def takedown(
    reason: Annotated[str, typer.Option("--reason", help="Reason: legal, author, quality or other.")],
    work_id: Annotated[str | None, typer.Option("--work-id", help="A work, by its id in a release.")] = None,
    author: Annotated[str | None, typer.Option("--author", help="All works of an author.")] = None,
    source_id: Annotated[str | None, typer.Option("--source-id", help="A row of a source, by its id there.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="The source of --source-id or --author.")] = None,
    on: Annotated[str | None, typer.Option("--on", metavar="DATE", help="Date of the order; by default today.")] = None,
) -> None:
    """Print the lines of a recipe that keep a work or an author out of every later release."""
    from datetime import UTC, datetime

    from versebench.pipelines.commands.takedown_lines import takedown_lines, takedown_of
    from versebench.pipelines.runners.console import print_line

    named = {"work_id": work_id, "author": author, "source_id": source_id, "source": source}
    order = takedown_of({**named, "on": on or datetime.now(UTC).date().isoformat(), "reason": reason})
    sys.stdout.write(takedown_lines(order))
    print_line(f"id of the order in releases: {order.order}")


@command()
@with_options(RunOptions)
def rebuild(
    options: RunOptions,
    directory: Annotated[str, typer.Argument(metavar="DIR", help="A release that withholds its texts.")],
    sources: Annotated[
        list[str] | None, typer.Option("--source", metavar="NAME=FILE", help="File of a source; once for each source.")
    ] = None,
) -> None:
    """Make the full tables of a release that withholds its texts, from your copy of its sources, and check them."""
    from versebench.pipelines.commands.print.runs import print_run
    from versebench.pipelines.lifecycle.rebuild import rebuild as run

    runner = options.runner()
    lock_root(options.root)
    rebuilt = run(directory, sources or [], options.root, runner)
    print_run(rebuilt, runner.measured, as_json=options.as_json)


@command()
def docs(
    write: Annotated[bool, typer.Option("--write", help="Write the pages instead of checking them.")] = False,
) -> None:
    """Check that the generated pages under docs/ are up to date, or write them."""
    from pathlib import Path

    from versebench.pipelines.commands.docs import pages

    stale = [path for path, text in pages().items() if not Path(path).is_file() or Path(path).read_text() != text]
    if write:
        for path, text in pages().items():
            Path(path).write_text(text)
    elif stale:
        raise DataError(f"out of date: {', '.join(stale)}; run versebench docs --write")
