"""The limits on how many rows may make the code of a stage raise."""

from typing import Any

from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.log import Log
from versebench.pipelines.stages.stage import Committed
from versebench.storage.manifest import read_table
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED

WARNED_SHARE = 0.001
"""A larger share of failed rows is a warning; the recipe's ``max_unreadable_share`` decides when it is an error."""


def check_failures(recipe: Recipe, committed: Committed, name: str, rows: int, table: str, log: Log) -> None:
    """Warn of rows on which a stage raised; raise :class:`DataError` if there are more than the recipe allows.

    Args:
        recipe: The recipe, which sets the limit.
        committed: The run of the stage.
        name: The count of failed rows in its manifest.
        rows: How many rows the stage read.
        table: The table that lists the failed rows with their reason.
        log: Where the warning goes.
    """
    failed, limit = committed.manifest.counts.get(name, 0), recipe.ingest.max_unreadable_share
    if failed <= min(WARNED_SHARE, limit) * rows:
        return
    stage = committed.run.stage
    problem = f"{stage}: {failed} of {rows} rows could not be processed, {_first(committed, table)}"
    if failed > limit * rows:
        raise DataError(
            f"{problem}; that is more than ingest.max_unreadable_share = {limit} allows. This is a defect of "
            "versebench: please report it. To continue, remove these works from the source, or raise the limit"
        )
    log.warned(
        f"{problem}; they are left out with the reason {PROCESSING_FAILED}. This is a defect of versebench: please "
        "report it"
    )


def _first(committed: Committed, table: str) -> str:
    for shard in range(committed.run.shards):
        for row in read_table(committed.run.directory, committed.manifest, table, shard).to_pylist():
            if row["reason"] == PROCESSING_FAILED:
                return f"first {_name(row)} ({row.get('detail') or row.get('task')})"
    raise AssertionError("every counted failure is in the table")


def _name(row: dict[str, Any]) -> str:
    return f"row {row['reject_id']}" if row["work_id"] is None else f"work {row['work_id']}"
