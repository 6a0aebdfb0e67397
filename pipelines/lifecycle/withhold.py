"""Withhold: remove the texts from the assembled tables, for a corpus that may not be redistributed."""

from dataclasses import dataclass, replace

from versebench.models.thesaurus.registry import PRIVATE
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.release.folder.withheld import withhold
from versebench.schemas.candidates import SYNONYMS
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
    """The tables of a release: the assembled ones, or, if texts are withheld, those under ``<root>/withhold``.

    Without the synonyms, if their thesaurus does not allow them to be passed on.
    """
    tables = assembled if chain.recipe.texts == "released" else _without_texts(chain, assembled)
    if chain.recipe.thesaurus not in PRIVATE:
        return tables
    kept = {name: entry for name, entry in tables.manifest.tables.items() if name != SYNONYMS.name}
    return replace(tables, manifest=replace(tables.manifest, tables=kept))


def _without_texts(chain: Chain, assembled: Committed) -> Committed:
    inputs = {
        "version": VERSION,
        "tables": {name: TABLES[name].version for name in assembled.manifest.tables},
        "inputs": assembled.manifest.content_hashes,
    }
    run = stage_run(chain.root, "withhold", assembled.run.shards, inputs)
    return run_stage(run, inputs, WithholdShard(assembled.run.directory, assembled.manifest), chain.runner)
