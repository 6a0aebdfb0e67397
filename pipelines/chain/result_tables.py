"""The tables that a release keeps in one file each: accuracies, and paired tests."""

import pyarrow as pa

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.stages.compare import comparisons
from versebench.pipelines.stages.score import results


def result_tables(chain: Chain) -> dict[str, pa.Table]:
    """Results and comparisons by name; comparisons need two series of decisions, results at least one."""
    series = chain.score()
    tables = {"results": results(series), "comparisons": comparisons(series, chain.compare())}
    return {name: table for name, table in tables.items() if len(table)}
