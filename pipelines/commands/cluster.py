"""The commands ``versebench cluster up``, ``down`` and ``status``."""

from pathlib import Path
from typing import Annotated

import typer

from versebench.pipelines.errors import DataError

app = typer.Typer(help="A local Flink cluster, for runs of several processes and for tests.", no_args_is_help=True)

Folder = Annotated[Path, typer.Option("--folder", help="Folder for state, configuration and logs.")]
FOLDER = Path("build/flink/cluster")


@app.command()
def up(
    task_managers: Annotated[int, typer.Option("--task-managers", min=1, help="How many task managers.")] = 2,
    slots: Annotated[int | None, typer.Option("--slots", min=1, help="Tasks of one task manager at once.")] = None,
    folder: Folder = FOLDER,
) -> None:
    """Start a cluster, wait until it takes work, and print Beam's options for it on standard output."""
    from versebench.pipelines.runners.console import console
    from versebench.pipelines.runners.flink.cluster import start_cluster

    cluster = start_cluster(folder, task_managers, slots)
    console.print(
        f"the cluster is up: http://localhost:{cluster.ports.rest}, logs in {cluster.folder / 'logs'}\n"
        "run on it by giving a command these options of Beam behind --; stop it by versebench cluster down",
        highlight=False,
        soft_wrap=True,
    )
    typer.echo(" ".join(cluster.beam_options))


@app.command()
def down(folder: Folder = FOLDER) -> None:
    """Stop the processes of a cluster, and none else; its logs stay."""
    from versebench.pipelines.runners.console import console
    from versebench.pipelines.runners.flink.cluster import stop_cluster

    cluster = stop_cluster(folder)
    console.print(f"the cluster is down; its logs: {cluster.folder / 'logs'}", highlight=False, soft_wrap=True)


@app.command()
def status(folder: Folder = FOLDER) -> None:
    """Show the processes of a cluster; exit code 1 where one is gone."""
    from versebench.pipelines.runners.console import console, print_table
    from versebench.pipelines.runners.flink.cluster import known_cluster, task_managers_of
    from versebench.pipelines.runners.flink.state import ROLES

    cluster = known_cluster(folder)
    rows = [(role, one.pid, "up" if one.process() else "gone") for role in ROLES for one in cluster.processes[role]]
    print_table("Cluster", ["role", "process", "state"], rows)
    if gone := cluster.gone():
        raise DataError(
            f"the cluster in {folder} has lost {', '.join(gone)}; stop what is left of it: "
            f"versebench cluster down --folder {folder}"
        )
    console.print(f"task managers registered: {task_managers_of(cluster) or 0}", highlight=False)
    typer.echo(" ".join(cluster.beam_options))
