"""Compare: counts for paired tests of every two series of decisions."""

from collections.abc import Sequence

import pyarrow as pa

from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score import Series
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.scores import COMPARISONS
from versebench.transforms.scoring.compare import STATISTICS, CompareShard, with_p_values
from versebench.transforms.scoring.works import Works

VERSION = "compare.v2"


def compare(root: str, runner: Runner, series: Sequence[Series], poems: Committed) -> Committed | None:
    """Count the decisions of every two series, under ``<root>/compare``; None for fewer than two series.

    ``poems`` are those that the pairs were made of.
    """
    if len(series) < 2:
        return None
    decisions = [each.decisions for each in series]
    inputs = {
        "version": VERSION,
        "inputs": [committed.manifest.tables["decisions"].content_hash for committed in decisions],
        "poems": poems.manifest.tables["poems"].content_hash,
    }
    run = stage_run(root, "compare", decisions[0].run.shards, inputs)
    places = tuple((committed.run.directory, committed.manifest) for committed in decisions)
    task = CompareShard(places, Works(poems.run.directory, poems.manifest))
    return run_stage(run, inputs, task, runner)


def comparisons(series: Sequence[Series], compared: Committed | None) -> pa.Table:
    """The paired tests of every two series for each task and reduction; no rows if nothing was compared."""
    counts = compared.manifest.counts if compared is not None else {}
    rows = []
    for name in counts:
        statistic, task, reduction, places = name.split("/")
        if statistic == STATISTICS[0]:
            first, second = (series[int(place)] for place in places.split("-"))
            rows.append(
                {
                    "task": task,
                    "reduction": reduction,
                    "first_model": first.identity.name,
                    "first_convention": first.convention,
                    "second_model": second.identity.name,
                    "second_convention": second.convention,
                    **{column: counts[f"{column}/{task}/{reduction}/{places}"] for column in STATISTICS},
                }
            )
    rows = with_p_values(rows)
    rows.sort(key=lambda row: tuple(str(row[name]) for name in COMPARISONS.key))
    return pa.Table.from_pylist(rows, COMPARISONS.schema)
