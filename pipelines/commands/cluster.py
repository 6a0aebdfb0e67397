"""The commands ``versebench cluster up``, ``down`` and ``status``."""

from pathlib import Path
from typing import Annotated

import typer

from versebench.pipelines.errors import DataError

app = typer.Typer(help="Start, stop or inspect a local Flink cluster.", no_args_is_help=True)

Folder = Annotated[Path, typer.Option("--folder", help="Folder for state, configuration and logs.")]
FOLDER = Path("build/flink/cluster")


@app.command()
def up(
    task_managers: Annotated[int, typer.Option("--task-managers", min=1, help="Number of task managers.")] = 2,
    slots: Annotated[int | None, typer.Option("--slots", min=1, help="Parallel tasks of each task manager.")] = None,
    folder: Folder = FOLDER,
) -> None:
    """Start a cluster, wait until it accepts jobs, and print Beam's options for it on standard output."""
    from versebench.pipelines.runners.console import console
    from versebench.pipelines.runners.flink.cluster import start_cluster

    cluster = start_cluster(folder, task_managers, slots)
    console.print(
        f"the cluster is up: http://localhost:{cluster.ports.rest}, logs in {cluster.folder / 'logs'}\n"
        "to use it, give a command the following options of Beam after --; to stop it, run versebench cluster down",
        highlight=False,
        soft_wrap=True,
    )
    typer.echo(" ".join(cluster.beam_options))


@app.command()
def down(folder: Folder = FOLDER) -> None:
    """Stop the processes of a cluster; its logs are kept."""
    from versebench.pipelines.runners.console import console
    from versebench.pipelines.runners.flink.cluster import stop_cluster

    cluster = stop_cluster(folder)
    console.print(f"the cluster is down; its logs are in {cluster.folder / 'logs'}", highlight=False, soft_wrap=True)


@app.command()
def status(folder: Folder = FOLDER) -> None:
    """Show the processes of a cluster; the exit code is 1 if one is gone."""
    from versebench.pipelines.runners.console import console, print_table
    from versebench.pipelines.runners.flink.cluster import known_cluster, task_managers_of
    from versebench.pipelines.runners.flink.state import ROLES

    cluster = known_cluster(folder)
    processes = [(role, process) for role in ROLES for process in cluster.processes[role]]
    rows = [(role, f"pid {process.pid}", "up" if process.process() else "gone") for role, process in processes]
    print_table("Cluster", ["role", "process", "state"], rows)
    if gone := cluster.gone():
        raise DataError(
            f"the cluster in {folder} has lost {', '.join(gone)}; stop the rest with versebench cluster down "
            f"--folder {folder}"
        )
    console.print(f"task managers registered: {task_managers_of(cluster) or 0}", highlight=False)
    typer.echo(" ".join(cluster.beam_options))
