"""Print an analysis of a study."""

from collections.abc import Mapping
from typing import Any

import pyarrow.compute as pc

from versebench.pipelines.runners.console import print_line, print_table
from versebench.pipelines.studies.analyse import Analysis

MOST_ERRORS = 20
"""Pairs that all people get right and a model wrong that are printed; the table holds all."""


def print_analysis(analysis: Analysis) -> None:
    """Print the primary figures of all judges, the models beside them, and where they go astray alone."""
    results = analysis.tables["human_results"]
    primary = results.filter(pc.invert(results["with_excluded"])).to_pylist()
    judges = "simulated judges" if any(row["simulated"] for row in primary) else "judges"
    print_table(
        f"Figures of {judges}, without excluded judgements",
        ["protocol", "task", "of", "figure", "#value", "#judgements", "#judges"],
        [_figure(row) for row in primary if row["group"] == "all"],
    )
    _print_comparisons(analysis)
    _print_errors(analysis)
    if analysis.not_in_release:
        print_line(f"{analysis.not_in_release:,} of {analysis.pairs:,} judged pairs are not in the release")
    print_line(f"written: {analysis.directory}")


def _figure(row: Mapping[str, Any]) -> tuple[str, ...]:
    value = f"– ({row['why_null']})" if row["value"] is None else f"{row['value']:.3f}" + _ends(row)
    places = (row["protocol"], row["task"], row["of"], row["measure"])
    return (*places, value, f"{row['judgements']:,}", f"{row['judges']:,}")


def _ends(row: Mapping[str, Any]) -> str:
    return "" if row["low"] is None else f" ({row['low']:.3f} to {row['high']:.3f})"


def _print_comparisons(analysis: Analysis) -> None:
    comparisons = analysis.tables["human_comparisons"]
    chosen = pc.and_(pc.invert(comparisons["with_excluded"]), pc.equal(comparisons["people"], "majority"))
    rows = [
        (
            *(row[name] for name in ("protocol", "task", "model", "convention", "reduction")),
            f"{row['pairs']:,}",
            f"{row['people_share']:.3f}",
            f"{row['model_accuracy']:.3f}",
            f"{row['p_holm']:.2g}",
            "–" if row["spearman"] is None else f"{row['spearman']:.2f}" + _ends(row),
        )
        for row in comparisons.filter(chosen).to_pylist()
    ]
    if rows:
        columns = ["protocol", "task", "model", "convention", "reduction"]
        numbers = ["#pairs", "#majority", "#model", "#p (Holm)", "#correlation with margin"]
        print_table("The majority beside each model, on the same pairs", [*columns, *numbers], rows)


def _print_errors(analysis: Analysis) -> None:
    errors = analysis.tables["model_errors"]
    rows = errors.filter(pc.invert(errors["with_excluded"])).to_pylist()
    if rows:
        print_table(
            f"Pairs that every judge gets right and a model wrong: {min(len(rows), MOST_ERRORS)} of {len(rows):,}",
            ["task", "model", "reduction", "pair", "#judges", "#margin"],
            [
                (
                    row["task"],
                    row["model"],
                    row["reduction"],
                    row["pair_id"],
                    str(row["judges"]),
                    f"{row['margin']:.2f}",
                )
                for row in rows[:MOST_ERRORS]
            ],
        )
