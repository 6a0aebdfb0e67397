"""Withhold: remove the texts from the assembled tables, for a corpus that may not be redistributed."""

from dataclasses import dataclass

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.release.folder.withheld import withhold
from versebench.schemas.registry import TABLES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table

VERSION = "withhold.v1"


@dataclass(frozen=True)
class WithholdShard:
    """Remove the texts from the tables of an assembled shard."""

    directory: str
    assembled: Manifest

    def __call__(self, shard: int) -> ShardOutput:
        """The tables of a shard without texts; no counts."""
        tables = {name: read_table(self.directory, self.assembled, name, shard) for name in self.assembled.tables}
        return ShardOutput(withhold(tables))


def tables_to_release(chain: Chain, assembled: Committed) -> Committed:
    """The tables of a release: the assembled ones, or, if texts are withheld, those under ``<root>/withhold``."""
    if chain.recipe.texts == "released":
        return assembled
    inputs = {
        "version": VERSION,
        "tables": {name: TABLES[name].version for name in assembled.manifest.tables},
        "inputs": assembled.manifest.content_hashes,
    }
    run = stage_run(chain.root, "withhold", assembled.run.shards, inputs)
    return run_stage(run, inputs, WithholdShard(assembled.run.directory, assembled.manifest), chain.runner)
