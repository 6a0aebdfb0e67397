"""Assemble: the tables of all stages, brought together shard by shard as they are released."""

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.stages.score import scored_once
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.registry import TABLES
from versebench.transforms.sampling.assemble_shard import AssembleShard, StageTables

VERSION = "assemble.v1"


def assemble(chain: Chain) -> Committed:
    """The released tables of a recipe, under ``<root>/assemble``."""
    stages = [
        _tables(chain.ingest(), "rejects"),
        *_of_poems(chain),
        _tables(chain.annotate(), "annotation"),
        _tables(chain.corrupt(), "pairs", "outcomes"),
    ]
    stages += [_tables(one.committed, *one.committed.manifest.tables) for one in chain.candidates()]
    series = chain.score()
    stages += [_tables(one.scores, "scores", "rejects") for one in scored_once(series)]
    stages += [_tables(one.decisions, "decisions") for one in series]
    made_of = {
        "version": VERSION,
        "tables": {name: TABLES[name].version for stage in stages for name in stage.tables},
        "inputs": [{name: stage.manifest.tables[name].content_hash for name in stage.tables} for stage in stages],
    }
    run = stage_run(chain.root, "assemble", chain.clean().run.shards, made_of)
    return run_stage(run, made_of, AssembleShard(tuple(stages)), chain.runner)


def _of_poems(chain: Chain) -> list[StageTables]:
    """The poems, of the last stage that refuses some, with their sides of the split, where there is one."""
    if chain.recipe.splits is None:
        return [_tables(chain.clean(), "poems", "rejects")]
    return [_tables(chain.clean(), "rejects"), _tables(chain.split(), "poems", "splits", "rejects")]


def _tables(committed: Committed, *tables: str) -> StageTables:
    return StageTables(committed.run.directory, committed.manifest, tables)
