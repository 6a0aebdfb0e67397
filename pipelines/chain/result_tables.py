"""The tables that a release keeps in one file each: accuracies, and paired tests."""

import pyarrow as pa

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.stages.acceptability import uncontested_results
from versebench.pipelines.stages.compare import comparisons
from versebench.pipelines.stages.score import results
from versebench.schemas.acceptability import UNCONTESTED


def result_tables(chain: Chain) -> dict[str, pa.Table]:
    """Results, comparisons and results without contested pairs, by name; those without rows are left out."""
    series = chain.score()
    tables = {
        "results": results(series),
        "comparisons": comparisons(series, chain.compare()),
        UNCONTESTED.name: uncontested_results(series, chain.uncontested()),
    }
    return {name: table for name, table in tables.items() if len(table)}
