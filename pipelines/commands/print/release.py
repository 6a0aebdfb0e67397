"""What a run made, for people: rows, work, tasks and accuracies."""

from collections.abc import Sequence
from dataclasses import astuple

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import stage_counts, task_counts
from versebench.pipelines.chain.defects import defects, fallbacks
from versebench.pipelines.chain.result_tables import result_tables
from versebench.pipelines.commands.print.results import print_results
from versebench.pipelines.lifecycle.facts import funnel
from versebench.pipelines.lifecycle.release import Released
from versebench.pipelines.runners.console import console, print_table
from versebench.pipelines.runners.metrics import GraphMetrics


def print_release(chain: Chain, released: Released) -> None:
    """What a release holds, in a screenful."""
    print_stages(chain)
    print_measured(chain.runner.measured)
    tasks = [(one.task, one.poems, one.pairs, one.not_sampled, one.not_applicable) for one in task_counts(chain)]
    if tasks:
        print_table("Tasks", ["task", "#poems", "#pairs", "#not sampled", "#not applicable"], tasks)
    print_defects(chain)
    if "results" in (tables := result_tables(chain)):
        print_results(tables["results"].to_pylist())
    console.print(f"[bold]{'Released' if released.made else 'Nothing to do: this is released already'}[/bold]")
    for name in ("report.html", "README.md", "manifest.json"):
        console.print(f"  {released.folder}/{name}", highlight=False, soft_wrap=True)


def print_defects(chain: Chain) -> None:
    """Rows on which code raised, and models that were not used as planned; nothing if all went well."""
    if raised := defects(chain):
        rows = [(one.step, one.rows, one.failed, f"{one.per_mille:.1f}") for one in raised]
        print_table("Rows on which code raised", ["step", "#rows", "#raised", "#per mille"], rows)
    if found := fallbacks(chain):
        print_table("Models that were not used as planned", ["step", "what", "#times"], map(astuple, found))


def print_measured(measured: Sequence[GraphMetrics]) -> None:
    """What the graphs that ran did and how long they took; nothing where none ran."""
    if measured:
        columns = "step #shards #rows #rows/s #seconds #ms/shard #min #max #writing #repeated #MiB".split()
        print_table("Work", columns, map(_measured_row, measured))


def _measured_row(one: GraphMetrics) -> tuple[object, ...]:
    if one.shard_ms is None:
        return (one.title, "", "", "", f"{one.seconds:,.1f}", *[""] * 6)
    work, write = one.shard_ms
    each = round(work.mean), work.min, work.max, round(write.mean), one.repeated
    speed = round(one.rows_per_second), f"{one.seconds:,.1f}"
    return one.title, one.shards, one.rows, *speed, *each, f"{one.written_mib:,.1f}"


def print_stages(chain: Chain) -> None:
    """Rows through the stages, and the filters one by one."""
    rows: list[tuple[object, ...]] = []
    for stage in stage_counts(chain):
        rows.append((stage.stage, stage.rows_in, stage.rows_out, stage.rejected))
        if stage.stage == "clean":
            for step in funnel(chain):
                refused = sum(step.refused.values())
                rows.append((f"  {step.check}", step.entered, step.entered - refused, refused))
    print_table("Rows", ["stage", "#in", "#out", "#rejected"], rows)
