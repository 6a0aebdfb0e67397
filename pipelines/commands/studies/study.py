"""Commands about studies in which people judge the items of a release."""

from typing import Annotated

import typer

from versebench.pipelines.commands.options import Json, Root, print_json
from versebench.pipelines.commands.studies import keep, operate
from versebench.pipelines.commands.studies.plan import plan

app = typer.Typer(no_args_is_help=True)


@app.callback()
def study() -> None:
    """Studies in which people judge the same items as models."""


for command in (
    *(plan, operate.serve, operate.invite, operate.status, operate.simulate),
    *(operate.close, operate.withdraw, operate.export),
    *(keep.backup, keep.restore, keep.forget, keep.audit),
):
    app.command()(command)


@app.command()
def analyse(
    export: Annotated[str, typer.Argument(metavar="EXPORT", help="The folder of an export of a study.")],
    release: Annotated[
        str | None, typer.Option("--release", metavar="DIR", help="A release: its models are set beside the judges.")
    ] = None,
    scorer: Annotated[
        list[str] | None,
        typer.Option(
            "--scorer", metavar="MODEL", help="A causal model that says whether a human wrote the texts; repeatable."
        ),
    ] = None,
    root: Root = "build",
    as_json: Json = False,
) -> None:
    """Compute figures about judges, with intervals, and compare them with the models of a release."""
    from versebench.pipelines.studies.analyse import analyse_export

    analysis = analyse_export(export, release, root, scorer or ())
    if as_json:
        tables = {name: table.to_pylist() for name, table in analysis.tables.items()}
        print_json({"directory": analysis.directory, "not_in_release": analysis.not_in_release, **tables})
    else:
        from versebench.pipelines.commands.print.study import print_analysis

        print_analysis(analysis)
