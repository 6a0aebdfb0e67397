"""Commands that keep a study: backups, what is forgotten, and what operators did."""

from dataclasses import asdict
from typing import Annotated

import typer

from versebench.pipelines.commands.options import Json, print_json
from versebench.pipelines.commands.studies.operate import DatabaseUrl, JournalFile, StudyPath, ready


def backup(
    study: StudyPath,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write; it must not exist.")],
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Write the whole database to one file, also while the study is served. Copy the journal as well."""
    ready()
    from versebench.pipelines.studies.keep import backup as write

    _print_counts(write(study, database, out), as_json)


def restore(
    study: StudyPath,
    file: Annotated[str, typer.Option("--from", metavar="FILE", help="What `versebench study backup` wrote.")],
    database: DatabaseUrl = None,
    journal: Annotated[
        list[str] | None,
        typer.Option("--journal", metavar="FILE", help="A journal of withdrawals; several times if there are several."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Fill an empty database, SQLite or PostgreSQL, from a backup. Who withdrew since is not brought back."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.keep import restore as fill

    restored = fill(study, database, file, journal or [])
    if as_json:
        print_json(asdict(restored))
    else:
        print_line(
            f"restored: {sum(restored.rows.values()):,} rows; {restored.withdrawn} judges who withdrew since, and "
            f"{restored.links} links, were taken out"
        )


def forget(study: StudyPath, database: DatabaseUrl = None, journal: JournalFile = None, as_json: Json = False) -> None:
    """Delete comments, sessions, links and codes once the days that judges were promised are over."""
    ready()
    from versebench.pipelines.studies.keep import forget as delete

    _print_counts(delete(study, database, journal), as_json)


def audit(study: StudyPath, database: DatabaseUrl = None, as_json: Json = False) -> None:
    """Print what operators did, and on which day."""
    ready()
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.studies.keep import audit as read

    acts = read(study, database)
    if as_json:
        print_json({"acts": acts})
    else:
        for act in acts:
            print_line("{day}  {act}: {detail}".format(**act))


def _print_counts(counts: dict[str, int], as_json: bool) -> None:
    from versebench.pipelines.runners.console import print_line

    if as_json:
        print_json(counts)
    else:
        for name, number in counts.items():
            print_line(f"{name.replace('_', ' ')}: {number:,}")
