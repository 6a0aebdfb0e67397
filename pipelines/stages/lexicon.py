"""Lexicon: pronounce every distinct word of the corpus once, before the filters run."""

from dataclasses import dataclass
from math import ceil
from typing import Any

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.own_words import own_words
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.forms import forms_asked, languages_asked
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.lexicon import LEXICON, WORDS
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.languages.pronouncers import pronouncer_of
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.prosody.lexicon.list_words import ListWords
from versebench.transforms.prosody.lexicon.pronounce_words import PronounceWords
from versebench.transforms.prosody.lexicon.recall import Recall

VERSION = "lexicon.v2"
WORDS_PER_SHARD = 100_000
"""Listed words for each shard of the lexicon; a word that several shards list counts several times."""


@dataclass(frozen=True)
class Lexicon:
    """The committed lexicon, and the recall by which later stages look words up in it."""

    committed: Committed
    recall: Recall

    def inputs(self) -> dict[str, Any]:
        """The user's own words among the inputs of a later stage, which may ask for words that no poem contains."""
        return self.recall.own.described()

    @staticmethod
    def of(recipe: Recipe, words: Committed, lexicon: Committed) -> "Lexicon":
        """The lexicon of a recipe, from the committed runs of words and of the lexicon."""
        ear = recipe.ear
        asked = ear.pronunciations, ear.syllables, ear.rhyme_settings, own_words(ear.lexicon)
        return Lexicon(lexicon, Recall(words.run.directory, words.manifest, lexicon.run.directory, *asked))


def check_own_words(recipe: Recipe) -> None:
    """Raise :class:`RecipeError` if the file of own words cannot be used, or if no source is English."""
    if own_words(recipe.ear.lexicon).entries and ENGLISH.name not in languages_asked(recipe):
        raise RecipeError("ear.lexicon: its phones are English, and no source is; remove the key")


def list_words(recipe: Recipe, root: str, runner: Runner, ingested: Committed) -> Committed:
    """List the distinct words of the poems whose number of lines fits their form, under ``<root>/words``."""
    inputs = {
        "version": VERSION,
        "tables": {WORDS.name: WORDS.version},
        "inputs": {"poems": ingested.manifest.tables["poems"].content_hash},
        "forms": forms_asked(recipe),
        "languages": languages_asked(recipe),
    }
    run = stage_run(root, "words", ingested.run.shards, inputs)
    return run_stage(run, inputs, ListWords(ingested.run.directory, ingested.manifest), runner)


def lexicon(recipe: Recipe, root: str, runner: Runner, words: Committed) -> Committed:
    """Pronounce the listed words, under ``<root>/lexicon``."""
    listed, ear = words.manifest.tables["words"], recipe.ear
    own = own_words(ear.lexicon)
    spoken = sorted({source.language for source in recipe.placed_sources})
    shards = max(1, ceil(listed.rows / WORDS_PER_SHARD))
    inputs = {
        "version": VERSION,
        "tables": {LEXICON.name: LEXICON.version},
        "inputs": {"words": listed.content_hash},
        "languages": languages_asked(recipe),
        "ears": {each: pronouncer_of(LANGUAGES[each], ear.pronunciations, own).name for each in spoken},
        "syllables": {language: LANGUAGES[language].counter(ear.syllables)[0] for language in spoken},
    }
    run = stage_run(root, "lexicon", shards, inputs)
    asked = ear.pronunciations, ear.syllables, shards, own
    task = PronounceWords(words.run.directory, words.manifest, *asked)
    return run_stage(run, inputs, task, runner)
