"""Print the plan of a study."""

from versebench.pipelines.runners.console import print_line, print_table
from versebench.pipelines.studies.plan import StudyPlan


def print_plan(plan: StudyPlan) -> None:
    """Print the judges and minutes that a plan needs, and what its answers can show."""
    print_line(
        f"{plan.items:,} items, {plan.practice:,} for practice, {plan.gold:,} that check attention; "
        f"{plan.shared_poems:,} pairs share a poem with another"
    )
    print_line(
        f"{plan.judges_needed:,} judges are needed, {plan.judges:,} can be had; "
        f"{plan.minutes_of_judge:.0f} minutes for each"
    )
    if plan.rare_characters:
        print_line(
            f"warning: common fonts lack these characters: {plan.rare_characters}; leave their poems out, or see that "
            "the machines of judges have a font with them"
        )
    if plan.estimates:
        print_table(
            f"Half widths of 95 % intervals, if people are right on {plan.estimates[0].accuracy:.0%}",
            ["protocol", "task", "#items", "#judgements", "#half width"],
            [
                (row.protocol, row.task, f"{row.items:,}", f"{row.judgements:,}", f"± {row.half_width:.3f}")
                for row in plan.estimates
            ],
        )
    for surface in plan.giveaways:
        if surface.auc is not None:
            what = "warning: the surface of texts tells" if surface.is_warning else "the surface of texts hardly tells"
            print_line(
                f"{surface.protocol}: {what} their classes apart, area under the curve {surface.auc:.3f} on poems that "
                f"were left out; best alone: {', '.join(surface.features)}"
            )
    if plan.power:
        print_table(
            "Power to tell people from models on the same pairs (exact McNemar test, 5 %)",
            ["task", "model", "convention", "reduction", "#pairs", "#model", "#power"],
            [
                (
                    *(row.task, row.model, row.convention, row.reduction),
                    f"{row.pairs:,}",
                    f"{row.model_accuracy:.3f}",
                    f"{row.power:.2f}",
                )
                for row in plan.power
            ],
        )
    print_line(f"written: {plan.directory}" if plan.directory else f"study {plan.study}; nothing was written")
