"""The command that plans a study."""

from dataclasses import asdict
from typing import Annotated

import typer

from versebench.pipelines.commands.options import Directory, Json, Root, print_json


def plan(
    release: Directory,
    spec: Annotated[str, typer.Option("--spec", metavar="FILE", help="YAML file that describes the study.")],
    root: Root = "build",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan and write nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Plan a study: verify the release, sample items, and print the judges and minutes that it needs."""
    from versebench.pipelines.recipe.extras import require

    require("studies", "study plan")
    from versebench.pipelines.studies.plan import plan_study
    from versebench.pipelines.studies.spec_file import load_spec

    planned = plan_study(release, load_spec(spec), root, write=not dry_run)
    if as_json:
        print_json(asdict(planned))
    else:
        from versebench.pipelines.commands.print.study_plan import print_plan

        print_plan(planned)
