"""Commands that show things and change nothing."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from versebench.pipelines.commands.options import Directory, Json, Root, Workers, one_of, print_json

GROUP = "Look"

Texts = Annotated[
    list[str],
    typer.Argument(metavar="TEXT|FILE|-", help="Lines of verse; a file with some; or - for standard input."),
]
AccentOption = Annotated[
    str,
    typer.Option(
        "--accent",
        metavar="american|british|either",
        help="Accent in which lines rhyme: by default either, with several guesses at unknown words.",
        callback=one_of("--accent", ("american", "british", "either")),
    ),
]
Historical = Annotated[bool, typer.Option("--historical", help="Count rhymes of older verse too: love/prove.")]

Rhymes = Annotated[
    bool, typer.Option("--rhymes", help="Show the rhymes of syllables and their density; of a song, of its verses.")
]
Detector = Annotated[
    str, typer.Option("--detector", metavar="NAME", help="With --rhymes: the detector that finds them.")
]
Plain = Annotated[bool, typer.Option("--plain", help="With --rhymes: brackets instead of colours.")]
MetreOption = Annotated[
    str | None,
    typer.Option(
        "--metre",
        metavar="iambic|trochaic|anapaestic|dactylic|accentual",
        help="Metre to scan in (default: the one that fits best).",
    ),
]

OwnLexicon = Annotated[
    str | None,
    typer.Option("--lexicon", metavar="FILE", help="CSV file of your own words with their phones; see docs/CORPUS.md."),
]

app = typer.Typer()
command = partial(app.command, rich_help_panel=GROUP)


@command()
def show(
    directory: Directory,
    table: Annotated[str | None, typer.Option("--table", help="Show only rows of this table.")] = None,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Number of rows.")] = 3,
    as_json: Json = False,
) -> None:
    """Show the tables of a release or a run, a few rows, and the accuracies."""
    from versebench.pipelines.commands.print.rows import print_release_rows, print_rows
    from versebench.pipelines.commands.show import sample_rows

    if as_json:
        print_json(sample_rows(directory, table, rows)[1])
    elif table is None:
        print_release_rows(directory, rows)
    else:
        print_rows(*sample_rows(directory, table, rows))


@command()
def report(
    directory: Directory,
    papers: Annotated[bool, typer.Option("--papers", help="Add the figures that the papers print.")] = False,
    as_json: Json = False,
) -> None:
    """Show the accuracies of a release."""
    from versebench.pipelines.commands.print.results import print_results
    from versebench.pipelines.commands.show import check_has_accuracies, sample_rows

    check_has_accuracies(directory)
    _, rows = sample_rows(directory, "results", 1_000_000)
    if as_json:
        print_json(rows)
    else:
        print_results(rows, papers=papers)


@command()
def why(
    poem: Annotated[
        str,
        typer.Argument(
            metavar="ID|TEXT",
            help="Work id or reject id, its first eight digits, id in the source; or words of the poem.",
        ),
    ],
    root: Root = "build",
    release_name: Annotated[
        str | None, typer.Option("--release", help="NAME-VERSION, if the root has several.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Explain what happened to one poem: kept or refused and why, each task's pair or reason, each decision.

    Of a text, case, punctuation and line breaks do not matter.
    """
    from dataclasses import asdict

    from versebench.pipelines.roots.why import why as run
    from versebench.pipelines.runners.console import print_table

    steps = run(root, poem, release_name)
    if as_json:
        print_json([asdict(step) for step in steps])
    else:
        print_table(poem, ["stage", "outcome", "detail"], [(s.stage, s.outcome, s.detail) for s in steps])


@command()
def reuse(
    index: Annotated[
        Path, typer.Argument(metavar="INDEX", help="An index, or a folder with one: by line-index or a release.")
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Poems in Chinese: JSON, JSONL, or plain text.")],
    as_json: Json = False,
) -> None:
    """Show which poems of a file repeat lines of a database: exactly, or nearly.

    If the rows of the file state `exact_rule` and `near_rule`, they are compared with what is found.
    """
    from dataclasses import asdict

    from versebench.pipelines.commands.print.reuse import print_reuse
    from versebench.pipelines.reuse.ask import reuse_of

    answered = reuse_of(index, file)
    if as_json:
        print_json([asdict(poem) for poem in answered])
    else:
        print_reuse(answered)
    if any(poem.differs for poem in answered):
        raise typer.Exit(1)


@command()
def rejects(
    directory: Directory,
    like: Annotated[
        str | None, typer.Option("--like", metavar="TEXT", help="Only those whose text, reason or detail has TEXT.")
    ] = None,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Number of rejects that are shown.")] = 50,
    as_json: Json = False,
) -> None:
    """Show the rows of a release or a run that were refused, with the reason of each."""
    from versebench.pipelines.roots.rejects import rejects as run
    from versebench.pipelines.runners.console import print_line, print_table

    found = run(directory, like)
    if as_json:
        print_json(found)
        return
    shown = [(row["reject_id"], row["source"], row["reason"], row["detail"], row["start"]) for row in found[:rows]]
    print_table("Rejects", ["id", "source", "reason", "detail", "begins"], shown)
    if len(found) > rows:
        print_line(f"{rows} of {len(found)} rejects are shown; ask for more with --rows, or for some with --like")


@command()
def tasks(as_json: Json = False) -> None:
    """List the tasks, each with its paper, parameters and one example."""
    from versebench.pipelines.commands.tasks import task_list

    listed = task_list()
    if as_json:
        print_json(listed)
    else:
        from versebench.pipelines.commands.print.tasks import print_tasks

        print_tasks(listed)


@command()
def scan(
    texts: Texts,
    accent: AccentOption = "either",
    historical: Historical = False,
    metre: MetreOption = None,
    lexicon: OwnLexicon = None,
    rhymes: Rhymes = False,
    detector: Detector = "verse-rhymes.v1",
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    """Scan a poem: the sounds of its words, its metre, the beats of its lines, and how these rhyme."""
    if rhymes:
        _scan_rhymes(texts, detector, lexicon, plain=plain, as_json=as_json)
        return
    from dataclasses import asdict

    from versebench.pipelines.commands.scan import read_texts
    from versebench.pipelines.commands.scan import scan as run

    scanned = run(read_texts(texts), accent, historical=historical, metre=metre, lexicon=lexicon)
    if as_json:
        print_json(asdict(scanned))
    else:
        from versebench.pipelines.commands.print.scan import print_scan

        print_scan(scanned)


def _scan_rhymes(texts: list[str], detector: str, lexicon: str | None, *, plain: bool, as_json: bool) -> None:
    from versebench.pipelines.commands.scan import read_texts
    from versebench.pipelines.commands.scans.rhymes import scan_rhymes

    scanned = scan_rhymes(read_texts(texts), detector, lexicon)
    if as_json:
        print_json(scanned.values())
    else:
        from versebench.pipelines.commands.print.rhymes import print_rhymes

        print_rhymes(scanned, plain=plain)


@command("hear", hidden=True)
def hear(texts: Texts, accent: AccentOption = "either", historical: Historical = False, as_json: Json = False) -> None:
    """The former name of scan."""
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.runners.log import log_event

    message = "versebench hear is now versebench scan; the next version removes the old name"
    if not log_event("warned", "warning", message=message):
        print_line(f"warning: {message}", style="yellow")
    scan(texts, accent, historical, as_json=as_json)


@command()
def serve(
    models: Annotated[
        list[str] | None,
        typer.Option("--model", metavar="MODEL", help="Another model that gives scores; repeatable."),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 8090,
) -> None:
    """Serve a page on this machine: paste a poem, see its sounds, metre, rhymes, possible pairs and scores."""
    from versebench.pipelines.recipe.extras import require
    from versebench.pipelines.runners.console import print_line

    require("serve", "this command")
    from versebench.pipelines.commands.web.serve import serve as run

    run(models or [], port, lambda url: print_line(f"open {url} in a browser; Ctrl-C ends"))


@command("ls")
def list_root(root: Root = "build", as_json: Json = False) -> None:
    """List the releases under a root, and the runs of stages with the releases that use them."""
    import time

    from versebench.pipelines.commands.print.root import print_root, root_values
    from versebench.pipelines.roots.inventory import read_root

    inventory = read_root(root)
    if as_json:
        print_json(root_values(inventory))
    else:
        print_root(inventory, time.time())


@command()
def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A release.")],
    after: Annotated[str, typer.Argument(metavar="B", help="Another release, usually a later one.")],
    workers: Workers = "auto",
    as_json: Json = False,
) -> None:
    """Compare two releases table by table, and show which version step the differences need."""
    from versebench.pipelines.commands.diff import diff as run
    from versebench.pipelines.commands.diff import diff_values
    from versebench.pipelines.commands.print.diff import print_diff

    difference = run(before, after, workers)
    if as_json:
        print_json(diff_values(before, after, difference))
    else:
        print_diff(before, after, difference)
