"""Withhold: the assembled tables without texts, for a recipe whose corpus may not be given on."""

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
    """The tables of an assembled shard without texts."""

    directory: str
    assembled: Manifest

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: none."""
        tables = {name: read_table(self.directory, self.assembled, name, shard) for name in self.assembled.tables}
        return ShardOutput(withhold(tables))


def given_on(chain: Chain, assembled: Committed) -> Committed:
    """The tables that a release holds: those assembled, or, under ``<root>/withhold``, these without texts."""
    if chain.recipe.texts == "released":
        return assembled
    made_of = {
        "version": VERSION,
        "tables": {name: TABLES[name].version for name in assembled.manifest.tables},
        "inputs": {name: entry.content_hash for name, entry in assembled.manifest.tables.items()},
    }
    run = stage_run(chain.root, "withhold", assembled.run.shards, made_of)
    return run_stage(run, made_of, WithholdShard(assembled.run.directory, assembled.manifest), chain.runner)
