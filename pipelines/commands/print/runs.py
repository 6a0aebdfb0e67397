"""Print committed runs of stages, for people or for machines."""

from collections.abc import Sequence
from typing import Any

from versebench.pipelines.commands.options import print_json
from versebench.pipelines.commands.print.release import print_measured
from versebench.pipelines.runners.console import print_line, print_table
from versebench.pipelines.runners.metrics import GraphMetrics
from versebench.pipelines.stages.stage import Committed


def print_run(run: Committed, measured: Sequence[GraphMetrics], *, as_json: bool) -> None:
    """Print the counts of one run, and the metrics of all graphs that ran for it."""
    if as_json:
        print_json(_values(run, measured))
    else:
        _print_tables([run], measured)


def print_runs(runs: Sequence[Committed], measured: Sequence[GraphMetrics], *, as_json: bool) -> None:
    """Print the counts of several runs, each with the metrics of its own stage."""
    if as_json:
        print_json([_values(run, [graph for graph in measured if graph.stage == run.run.stage]) for run in runs])
    else:
        _print_tables(runs, measured)


def _values(run: Committed, measured: Sequence[GraphMetrics]) -> dict[str, Any]:
    graphs = [graph.values() for graph in measured]
    return {"directory": run.run.directory, "made": run.made, "counts": dict(run.manifest.counts), "graphs": graphs}


def _print_tables(runs: Sequence[Committed], measured: Sequence[GraphMetrics]) -> None:
    for run in runs:
        print_table(run.run.stage, ["count", "#rows"], sorted(run.manifest.counts.items()))
        print_line(run.run.directory)
    if not runs:
        print_line("Nothing to do: the recipe names no model for this stage.")
    print_measured(measured)
