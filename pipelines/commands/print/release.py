"""Print a release: rows, work, tasks and accuracies."""

from collections.abc import Sequence
from dataclasses import astuple

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import stage_counts, task_counts
from versebench.pipelines.chain.defects import defects, fallbacks
from versebench.pipelines.chain.result_tables import result_tables
from versebench.pipelines.commands.print.results import print_results
from versebench.pipelines.lifecycle.facts.gather import funnel
from versebench.pipelines.lifecycle.release import Released
from versebench.pipelines.runners.console import console, print_table
from versebench.pipelines.runners.metrics import GraphMetrics
from versebench.release.templates.titles import task_title


def print_release(chain: Chain, released: Released) -> None:
    """Print a summary of a release."""
    print_stages(chain)
    print_measured(chain.runner.measured)
    tasks = [
        (task_title(count.task), count.task, count.poems, count.pairs, count.not_sampled, count.not_applicable)
        for count in task_counts(chain)
    ]
    if tasks:
        print_table("Tasks", ["task", "name", "#poems", "#pairs", "#not sampled", "#not applicable"], tasks)
    print_defects(chain)
    if "results" in (tables := result_tables(chain)):
        print_results(tables["results"].to_pylist())
    console.print(f"[bold]{'Released' if released.made else 'Nothing to do: already released'}[/bold]")
    for name in ("report.html", "README.md", "manifest.json"):
        console.print(f"  {released.folder}/{name}", highlight=False, soft_wrap=True)


def print_defects(chain: Chain) -> None:
    """Print how many rows made code raise, and which models were not used as planned, if there are any."""
    if raised := defects(chain):
        rows = [(defect.step, defect.rows, defect.failed, f"{defect.per_mille:.1f}") for defect in raised]
        print_table("Rows on which code raised", ["step", "#rows", "#raised", "#per mille"], rows)
    if unplanned := fallbacks(chain):
        print_table("Models that were not used as planned", ["step", "what", "#times"], map(astuple, unplanned))


def print_measured(measured: Sequence[GraphMetrics]) -> None:
    """Print the work and the time of the graphs that ran, if any ran."""
    if measured:
        columns = "step #shards #rows #rows/s #seconds #ms/shard #min #max #writing #repeated #MiB".split()
        print_table("Work", columns, map(_measured_row, measured))


def _measured_row(graph: GraphMetrics) -> tuple[object, ...]:
    if graph.shard_ms is None:
        return (graph.title, "", "", "", f"{graph.seconds:,.1f}", *[""] * 6)
    work, write = graph.shard_ms
    each = round(work.mean), work.min, work.max, round(write.mean), graph.repeated
    speed = round(graph.rows_per_second), f"{graph.seconds:,.1f}"
    return graph.title, graph.shards, graph.rows, *speed, *each, f"{graph.written_mib:,.1f}"


def print_stages(chain: Chain) -> None:
    """Print the rows of each stage, and of each filter."""
    rows: list[tuple[object, ...]] = []
    for stage in stage_counts(chain):
        rows.append((stage.stage, stage.rows_in, stage.rows_out, stage.rejected))
        if stage.stage == "clean":
            for step in funnel(chain):
                refused = sum(step.refused.values())
                rows.append((f"  {step.check}", step.entered, step.entered - refused, refused))
    print_table("Rows", ["stage", "#in", "#out", "#rejected"], rows)
