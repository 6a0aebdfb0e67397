"""Annotate: words, sounds, parts of speech and rhyme groups of the cleaned poems, once for all tasks."""

from versebench.models.tagger.contract import TWO_OPINIONS, UNTAGGED
from versebench.models.tagger.spacy_tagger import SHIPPED, load_tagger
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.forms import forms_asked, languages_asked
from versebench.pipelines.stages.lexicon import Lexicon
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.annotation import ANNOTATION
from versebench.transforms.annotation.annotate_shard import SCANNER, AnnotateShard

VERSION = "annotate.v3"


def annotate(recipe: Recipe, root: str, runner: Runner, cleaned: Committed, lexicon: Lexicon) -> Committed:
    """Annotate every cleaned poem, under ``<root>/annotate``.

    Raises :class:`RecipeError` if the tagger is unknown.
    """
    inputs = {
        "version": VERSION,
        "tables": {ANNOTATION.name: ANNOTATION.version},
        "inputs": {
            "poems": cleaned.manifest.tables["poems"].content_hash,
            "lexicon": lexicon.committed.manifest.tables["lexicon"].content_hash,
        },
        "forms": forms_asked(recipe),
        "languages": languages_asked(recipe),
        "rhymes": recipe.ear.rhyme_settings.described(),
        **lexicon.inputs(),
        "scanner": SCANNER,
        "tagger": identify_tagger(recipe),
        "thesaurus": UNTAGGED if recipe.tagger == UNTAGGED else load_thesaurus(recipe.thesaurus).name,
    }
    run = stage_run(root, "annotate", cleaned.run.shards, inputs)
    cleaned_at = cleaned.run.directory, cleaned.manifest
    task = AnnotateShard(*cleaned_at, lexicon.recall, recipe.tagger, recipe.thesaurus)
    return run_stage(run, inputs, task, runner)


def identify_tagger(recipe: Recipe) -> str:
    """The name of the recipe's tagger as it enters the run id. Raises :class:`RecipeError` for an unknown tagger."""
    if recipe.tagger == UNTAGGED:
        if recipe.tasks:
            raise RecipeError("tagger: tasks need parts of speech; name a tagger, such as verse-tagger.v1")
        return UNTAGGED
    try:
        return recipe.tagger if recipe.tagger in (*SHIPPED, TWO_OPINIONS) else load_tagger(recipe.tagger).name
    except ValueError as error:
        raise RecipeError(f"tagger: {error}") from None
