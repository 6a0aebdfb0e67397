"""The limit on rows that the code of a stage cannot process."""

from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.stage import Committed
from versebench.storage.manifest import read_table
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED


def check_processed(recipe: Recipe, committed: Committed, name: str, rows: int, table: str) -> None:
    """Raise :class:`DataError` where more rows than the recipe allows raised in a stage.

    ``name`` is what the stage counts them under, ``rows`` how many went in, and ``table`` holds them by their reason.
    """
    failed, limit = committed.manifest.counts.get(name, 0), recipe.ingest.max_unreadable_share
    if failed > limit * rows:
        stage = committed.run.stage
        raise DataError(
            f"{stage}: {failed} of {rows} rows cannot be processed, {_first(committed, table)}; that is more than "
            f"ingest.max_unreadable_share = {limit} allows: this is a defect of versebench, please report it; to go on "
            "take these works out of the source, or raise the limit"
        )


def _first(committed: Committed, table: str) -> str:
    for shard in range(committed.run.shards):
        for row in read_table(committed.run.directory, committed.manifest, table, shard).to_pylist():
            if row["reason"] == PROCESSING_FAILED:
                return f"first work {row['work_id']} ({row.get('detail') or row.get('task')})"
    raise AssertionError("what is counted is in the table")
