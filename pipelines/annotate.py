"""Annotate: words, parts of speech and rhyme groups of the cleaned poems, once for all tasks."""

from models.tagger.spacy_tagger import SHIPPED, load_tagger
from pipelines.errors import RecipeError
from pipelines.recipe import Recipe
from pipelines.runner import Runner
from pipelines.stage import Committed, run_stage, stage_run
from schemas.annotation import ANNOTATION
from transforms.annotate_shard import AnnotateShard

VERSION = "annotate.v1"


def annotate(recipe: Recipe, root: str, runner: Runner, cleaned: Committed) -> Committed:
    """The annotation of every cleaned poem, under ``<root>/annotate``.

    Raises :class:`RecipeError` where there is no such tagger.
    """
    made_of = {
        "version": VERSION,
        "tables": {ANNOTATION.name: ANNOTATION.version},
        "inputs": {"poems": cleaned.manifest.tables["poems"].content_hash},
        "form": recipe.form,
        "tagger": identify_tagger(recipe),
    }
    run = stage_run(root, "annotate", cleaned.run.shards, made_of)
    task = AnnotateShard(cleaned.run.directory, cleaned.manifest, recipe.form, recipe.tagger)
    return run_stage(run, made_of, task, runner)


def identify_tagger(recipe: Recipe) -> str:
    """The recipe's tagger by the name that goes into the run. Raises :class:`RecipeError` where there is none."""
    try:
        return recipe.tagger if recipe.tagger in SHIPPED else load_tagger(recipe.tagger).name
    except ValueError as error:
        raise RecipeError(f"tagger: {error}") from None
