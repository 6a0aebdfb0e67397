"""The pairs of a release in the format of evaluation harnesses, read one shard at a time."""

from collections.abc import Iterator

from versebench.pipelines.stages.stage import Committed
from versebench.release.harness.archive import PAIR_COLUMNS, Shard, harness_documents
from versebench.storage.manifest import read_table


def harness(name: str, version: str, tasks: list[str], assembled: Committed) -> dict[str, bytes]:
    """The archive of a release by its file name; empty without pairs."""
    return harness_documents(name, version, tasks, _shards(assembled))


def _shards(assembled: Committed) -> Iterator[Shard]:
    folder, manifest = assembled.run.directory, assembled.manifest
    for shard in range(assembled.run.shards):
        splits = {}
        if "splits" in manifest.tables:
            rows = read_table(folder, manifest, "splits", shard, ("work_id", "split"))
            splits = dict(zip(*(rows.column(name).to_pylist() for name in ("work_id", "split")), strict=True))
        yield read_table(folder, manifest, "pairs", shard, PAIR_COLUMNS), splits
