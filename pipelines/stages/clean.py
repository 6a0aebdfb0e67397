"""Clean: the filters of a recipe over every shard of the ingested poems."""

from typing import Any

from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.failure_limit import check_failures
from versebench.pipelines.stages.forms import forms_asked, languages_asked
from versebench.pipelines.stages.lexicon import Lexicon
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.poems import POEMS, REJECTS
from versebench.transforms.filters.clean import CleanShard
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED

VERSION = "clean.v3"


def clean(recipe: Recipe, root: str, runner: Runner, ingested: Committed, lexicon: Lexicon) -> Committed:
    """Apply the recipe's filters: the kept poems and the rejects, under ``<root>/clean``.

    Raises :class:`DataError` if no poem is kept.
    """
    filters = recipe.clean.applied
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {table.name: table.version for table in (POEMS, REJECTS)},
        "inputs": {
            "poems": ingested.manifest.tables["poems"].content_hash,
            "lexicon": lexicon.committed.manifest.tables["lexicon"].content_hash,
        },
        "forms": forms_asked(recipe),
        "languages": languages_asked(recipe),
        "rhymes": recipe.ear.rhyme_settings.described(),
        **lexicon.inputs(),
        "filters": [filter_.model_dump() for filter_ in filters],
    }
    run = stage_run(root, "clean", ingested.run.shards, inputs)
    task = CleanShard(ingested.run.directory, ingested.manifest, lexicon.recall, filters)
    committed = run_stage(run, inputs, task, runner)
    rows = committed.manifest.counts["in"]
    check_failures(recipe, committed, f"rejected.{PROCESSING_FAILED}", rows, REJECTS.name, runner.log)
    if not committed.manifest.counts["out"]:
        raise DataError(_nothing_kept(committed))
    return committed


def _nothing_kept(committed: Committed) -> str:
    counts = committed.manifest.counts
    reasons = sorted(((count, name) for name, count in counts.items() if name.startswith("rejected.")), reverse=True)
    most = ", ".join(f"{name.removeprefix('rejected.')}: {count}" for count, name in reasons[:3])
    return (
        f"clean: the filters kept none of {counts['in']} poems ({most}); check the form, clean.filters, and how the "
        "source breaks its lines"
    )
