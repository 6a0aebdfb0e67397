"""The commands by which a study is served and followed."""

from dataclasses import asdict
from typing import Annotated

import typer

from versebench.pipelines.commands.options import Json, print_json

StudyPath = Annotated[str, typer.Argument(metavar="STUDY", help="The folder of a study, or that of its name.")]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="VERSEBENCH_STUDY_DATABASE",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME; by default a SQLite file beside the folder of the plan.",
    ),
]


JournalFile = Annotated[
    str | None,
    typer.Option(
        "--journal",
        metavar="FILE",
        envvar="VERSEBENCH_STUDY_JOURNAL",
        help="The journal of withdrawals; by default beside the SQLite file, or beside the folder of the plan.",
    ),
]


def ready() -> None:
    """Raise an error if a package that these commands need is missing."""
    from versebench.pipelines.recipe.extras import require

    require("studies", "this command")


def serve(
    study: StudyPath,
    database: DatabaseUrl = None,
    journal: JournalFile = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 8080,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy with HTTPS stands before: cookies are bound to HTTPS.")
    ] = False,
) -> None:
    """Serve a study to its judges until Ctrl-C."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.operate import serve_study

    def started(url: str) -> None:
        print_line(f"serving {url}")

    serve_study(study, database, journal, host, port, behind_proxy=behind_proxy, started=started)


def invite(
    study: StudyPath,
    number: Annotated[int, typer.Option("-n", "--number", min=1, max=10_000, help="How many links.")] = 1,
    url: Annotated[
        str, typer.Option("--url", help="Address at which judges reach the study.")
    ] = "http://127.0.0.1:8080",
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Make secret links, one for each judge. They are printed once and cannot be printed again."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.operate import invite as make

    links = [f"{url.rstrip('/')}/j/{code}" for code in make(study, database, number)]
    if as_json:
        print_json({"links": links})
    else:
        for link in links:
            print_line(link)


def status(study: StudyPath, database: DatabaseUrl = None, as_json: Json = False) -> None:
    """Print how far a study is: judges, items and answers, but nothing of what was answered."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.operate import status as read

    values = read(study, database)
    if as_json:
        print_json(values)
    else:
        for name, value in values.items():
            print_line(f"{name.replace('_', ' ')}: {value}")


def simulate(
    study: StudyPath,
    url: Annotated[str, typer.Option("--url", help="Address at which the study is served.")] = "http://127.0.0.1:8080",
    judges: Annotated[int, typer.Option("--judges", min=1, max=1000, help="How many programs answer.")] = 12,
    wait: Annotated[float, typer.Option("--wait", min=0, help="Seconds to wait for the server.")] = 10.0,
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Let programs answer over HTTP, to try a study. Their answers are marked, and never mixed with people's."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.operate import simulate_judges

    values = simulate_judges(study, database, url, judges, wait)
    if as_json:
        print_json(values)
    else:
        print_line("{judges:,} simulated judges, {finished:,} at the end, {answered:,} answers".format(**values))


def close(
    study: StudyPath,
    reason: Annotated[str, typer.Option("--reason", help="Why, for the audit log.")] = "complete",
    database: DatabaseUrl = None,
) -> None:
    """Close a study: no more answers are taken, and it can be exported."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.operate import close as end

    end(study, database, reason)
    print_line("closed")


def withdraw(
    study: StudyPath,
    code: Annotated[str, typer.Option("--code", prompt="Code of the judge", help="The code of the judge.")],
    database: DatabaseUrl = None,
    journal: JournalFile = None,
) -> None:
    """Delete all that a judge answered, at the judge's request."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.operate import withdraw as delete

    delete(study, database, journal, code)
    print_line("deleted")


def export(
    study: StudyPath,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder below which the export is written.")],
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Write the answers of a closed study as tables, under random names, without clock times or comments."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.operate import export as write

    exported = write(study, database, out)
    if as_json:
        print_json(asdict(exported))
    else:
        for name, value in exported.counts.items():
            print_line(f"{name.replace('_', ' ')}: {value:,}")
        print_line(f"written: {exported.directory}")
