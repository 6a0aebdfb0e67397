"""Assemble: bring the tables of all stages together, shard by shard, as they are released."""

from collections.abc import Iterator

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.poems import REJECTS
from versebench.schemas.registry import TABLES
from versebench.transforms.sampling.assemble_shard import AssembleShard, StageTables

VERSION = "assemble.v1"


def assemble(chain: Chain) -> Committed:
    """The released tables of a recipe, under ``<root>/assemble``."""
    stages = list(released_tables(chain))
    inputs = {
        "version": VERSION,
        "tables": {name: TABLES[name].version for stage in stages for name in stage.tables},
        "inputs": [{name: stage.manifest.tables[name].content_hash for name in stage.tables} for stage in stages],
    }
    run = stage_run(chain.root, "assemble", chain.clean().run.shards, inputs)
    return run_stage(run, inputs, AssembleShard(tuple(stages), run.shards), chain.runner)


def released_tables(chain: Chain) -> Iterator[StageTables]:
    """The runs of all stages, each with its tables that a release contains."""
    artists = tuple(artist.artist_id for artist in chain.artists())
    last = {table: stage.name for stage in chain.stages for table in stage.tables}
    for stage in chain.stages:
        released = [table for table in stage.tables if table == REJECTS.name or last[table] == stage.name]
        for committed in chain.run(stage.name).values():
            if tables := tuple(table for table in released if table in committed.manifest.tables):
                of_artists = artists if stage.by_artist else None
                yield StageTables(committed.run.directory, committed.manifest, tables, of_artists)
