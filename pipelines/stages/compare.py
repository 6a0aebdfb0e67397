"""Compare: every two series of decisions held against each other, for paired tests."""

from collections.abc import Sequence

import pyarrow as pa

from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score import Series
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.scores import COMPARISONS
from versebench.transforms.scoring.compare import STATISTICS, CompareShard, with_p_values

VERSION = "compare.v1"


def compare(root: str, runner: Runner, series: Sequence[Series]) -> Committed | None:
    """The counts of every two series of a recipe, in a run of its own; None where there are no two."""
    if len(series) < 2:
        return None
    decisions = [one.decisions for one in series]
    made_of = {
        "version": VERSION,
        "inputs": [one.manifest.tables["decisions"].content_hash for one in decisions],
    }
    run = stage_run(root, "compare", decisions[0].run.shards, made_of)
    task = CompareShard(tuple((one.run.directory, one.manifest) for one in decisions))
    return run_stage(run, made_of, task, runner)


def comparisons(series: Sequence[Series], compared: Committed | None) -> pa.Table:
    """The paired tests of every two series on each task under each reduction; no rows where nothing was compared."""
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
                    **{one: counts[f"{one}/{task}/{reduction}/{places}"] for one in STATISTICS},
                }
            )
    rows = with_p_values(rows)
    rows.sort(key=lambda row: tuple(str(row[name]) for name in COMPARISONS.key))
    return pa.Table.from_pylist(rows, COMPARISONS.schema)
