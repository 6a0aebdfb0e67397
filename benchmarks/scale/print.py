"""The figures of the benchmark of scale for people."""

from collections.abc import Mapping
from typing import Any

from benchmarks.scale.goals import STAGES_OF, overhead, peer_ratios
from versebench.pipelines.runners.console import console, print_table

Figures = Mapping[str, Any]


def print_stages(title: str, figures: Figures) -> None:
    """Stages over each corpus: time, speed, and memory by process."""
    rows = [
        (
            f"{int(poems):,}",
            stage,
            one["rows"],
            one["shards"],
            f"{one['seconds']:.1f}",
            f"{one['cpu_seconds']:.1f}",
            round(one["rows"] / one["seconds"]),
            ", ".join(f"{peak:.0f}" for peak in one["memory"]["python_mib"][:4]),
            ", ".join(f"{peak:.0f}" for peak in one["memory"]["java_mib"][:4]),
        )
        for poems, stages in figures.items()
        for stage, one in stages.items()
    ]
    columns = ["#poems", "stage", "#rows", "#shards", "#s", "#CPU s", "#rows/s", "#MiB by process", "#MiB of Java"]
    print_table(title, columns, rows)


def print_overheads(figures: Figures, direct: Figures, workers: int) -> None:
    """The pure functions, and what the stages cost beyond them."""
    rows = []
    for poems, stages in figures.items():
        for stage, alone in stages.items():
            whole = direct[poems][stage]
            beyond = overhead(whole, alone, workers, STAGES_OF[stage])
            each = alone["cpu_seconds"] / whole["rows"] * 1e6
            rows.append(
                (f"{int(poems):,}", stage, f"{each:.1f}", f"{beyond['clock_us']:.1f}", f"{beyond['cpu_us']:.1f}")
            )
    columns = ["#poems", "stage", "#pure µs/row", "#beyond, clock µs/row and stage", "#beyond, CPU µs/row and stage"]
    print_table("Beyond the pure functions", columns, rows)


def print_peer(figures: Figures, direct: Figures) -> None:
    """The maps of the peer beside our stages."""
    rows = []
    for poems, found in figures.items():
        ratios, maps = peer_ratios(direct[poems], found), found["stages"]
        for name, one in maps.items():
            speed = round(one["rows"] / one["seconds"])
            rows.append((f"{int(poems):,}", f"map: {name}", one["rows"], f"{one['seconds']:.1f}", speed, ""))
        for stage, ratio in ratios.items():
            ours = direct[poems][stage]
            speed = round(ours["rows"] / ours["seconds"])
            rows.append(
                (f"{int(poems):,}", f"ours: {stage}", ours["rows"], f"{ours['seconds']:.1f}", speed, f"{ratio:.2f}")
            )
    columns = ["#poems", "what", "#rows", "#s", "#rows/s", "#times as fast"]
    versions = {found["datasets"] for found in figures.values()}
    print_table(f"datasets.map {', '.join(versions)}, the same functions", columns, rows)
    if unequal := [poems for poems, found in figures.items() if not found["equal"]]:
        console.print(f"Other results than ours: {', '.join(unequal)} poems", style="red")


def print_flink(figures: Figures) -> None:
    """Stages on the cluster, and the files that differ."""
    print_stages("On Flink, two task managers", {poems: found["stages"] for poems, found in figures.items()})
    for poems, found in figures.items():
        differing = found["differing_files"]
        said = f"{len(differing)} files differ: {', '.join(differing[:5])}" if differing else "every file is the same"
        console.print(f"{int(poems):,} poems: {said}", highlight=False)


def print_projection(found: Figures) -> None:
    """The projection with what it assumes."""
    assumed = found["assumed"]
    rows = [
        (stage, f"{found['vcpu_hours_of_work'].get(stage, 0):,.1f}", f"{hours:.2f}")
        for stage, hours in found["hours"].items()
    ]
    print_table(
        f"On paper: {assumed['poems']:,} poems in {found['shards']:,} shards on {found['vcpus']} vCPUs, "
        f"from {found['measured_on_poems']:,}",
        ["what", "#vCPU hours of work", "#hours"],
        rows,
    )
    cost = "give --vcpu-hour-price and --gib-hour-price" if found["cost"] is None else f"{found['cost']:,.2f}"
    console.print(
        f"{found['hours_in_all']:.1f} hours, {found['billed_vcpu_hours']:,.0f} vCPU hours, "
        f"{found['billed_gib_hours']:,.0f} GiB hours; cost: {cost}",
        highlight=False,
    )
    console.print(f"{found['words_per_shard']:,.0f} distinct words a shard; a real corpus has more", highlight=False)
    for name, poems in sorted(found["limits"].items(), key=lambda item: item[1]):
        console.print(f"  from {poems:,.0f} poems: {name}", highlight=False)
