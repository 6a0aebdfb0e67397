"""The limits on rows on which the code of a stage raises."""

from typing import Any

from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.log import Log
from versebench.pipelines.stages.stage import Committed
from versebench.storage.manifest import read_table
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED

WARNED_SHARE = 0.001
"""More rows than this share on which code raises are a warning; the recipe says how many are too many."""


def check_processed(recipe: Recipe, committed: Committed, name: str, rows: int, table: str, log: Log) -> None:
    """Warn of rows on which a stage raised; raise :class:`DataError` if there are more than the recipe allows.

    ``name`` is what the stage counts them under, ``rows`` how many went in, and ``table`` holds them by their reason.
    """
    failed, limit = committed.manifest.counts.get(name, 0), recipe.ingest.max_unreadable_share
    if failed <= min(WARNED_SHARE, limit) * rows:
        return
    stage = committed.run.stage
    where = f"{stage}: {failed} of {rows} rows cannot be processed, {_first(committed, table)}"
    if failed > limit * rows:
        raise DataError(
            f"{where}; that is more than "
            f"ingest.max_unreadable_share = {limit} allows: this is a defect of versebench, please report it; to go on "
            "take these works out of the source, or raise the limit"
        )
    log.warned(
        f"{where}; they are left out with the reason {PROCESSING_FAILED}: this is a defect of versebench, please "
        "report it"
    )


def _first(committed: Committed, table: str) -> str:
    for shard in range(committed.run.shards):
        for row in read_table(committed.run.directory, committed.manifest, table, shard).to_pylist():
            if row["reason"] == PROCESSING_FAILED:
                return f"first {_name(row)} ({row.get('detail') or row.get('task')})"
    raise AssertionError("what is counted is in the table")


def _name(row: dict[str, Any]) -> str:
    return f"row {row['reject_id']}" if row["work_id"] is None else f"work {row['work_id']}"
