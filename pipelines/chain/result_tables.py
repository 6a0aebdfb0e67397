"""The tables of one file that stand beside the sharded ones: accuracies, and paired tests."""

import pyarrow as pa

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.stages.compare import comparisons
from versebench.pipelines.stages.score import results


def result_tables(chain: Chain) -> dict[str, pa.Table]:
    """By name; ``comparisons`` where two models decided the same pairs, and nothing if no model is asked."""
    series = chain.score()
    tables = {"results": results(series), "comparisons": comparisons(series, chain.compare())}
    return {name: table for name, table in tables.items() if len(table)}
