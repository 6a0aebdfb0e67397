"""The tables that a release keeps in one file each: accuracies, paired tests, and correlations over artists."""

import pyarrow as pa

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.stages.acceptability import uncontested_results
from versebench.pipelines.stages.compare import comparisons
from versebench.pipelines.stages.ghostwriting.correlations import correlations
from versebench.pipelines.stages.ghostwriting.model_answers import answer_tables
from versebench.pipelines.stages.registry import ARTISTS, ITEMS, POINTS, STYLE_SCORES
from versebench.pipelines.stages.score import results
from versebench.schemas.acceptability import UNCONTESTED
from versebench.schemas.ghostwriting import CORRELATIONS


def result_tables(chain: Chain) -> dict[str, pa.Table]:
    """Results, comparisons, results without contested pairs, figures over artists; those without rows are left out."""
    series = chain.score()
    tables = {
        "results": results(series),
        "comparisons": comparisons(series, chain.compare()),
        UNCONTESTED.name: uncontested_results(series, chain.uncontested()),
        **_of_artists(chain),
    }
    return {name: table for name, table in tables.items() if len(table)}


def _of_artists(chain: Chain) -> dict[str, pa.Table]:
    if not chain.asks_for(POINTS):
        return {}
    return {
        CORRELATIONS.name: correlations(chain.result(ARTISTS).committed, chain.result(POINTS)),
        **(answer_tables(chain.result(ITEMS), chain.result(STYLE_SCORES)) if chain.asks_for(STYLE_SCORES) else {}),
    }
