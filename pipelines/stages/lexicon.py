"""Lexicon: every distinct word of the corpus is asked of the ear once, before any filter listens."""

from dataclasses import dataclass
from math import ceil

from versebench.models.pronunciation.registry import load_ear
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.lexicon import LEXICON, WORDS
from versebench.transforms.prosody.lexicon.list_words import ListWords
from versebench.transforms.prosody.lexicon.pronounce_words import PronounceWords
from versebench.transforms.prosody.lexicon.recall import Recall
from versebench.transforms.prosody.lexicon.syllables import COUNTERS

VERSION = "lexicon.v1"
WORDS_PER_SHARD = 100_000
"""Listed words that a shard of the lexicon is made of; a word that several shards list counts as often."""


@dataclass(frozen=True)
class Lexicon:
    """The committed lexicon, and how the stages after it hear with it."""

    committed: Committed
    recall: Recall

    @staticmethod
    def of(recipe: Recipe, words: Committed, lexicon: Committed) -> "Lexicon":
        """The lexicon of the words of each shard."""
        ear = recipe.ear
        asked = ear.pronunciations, ear.syllables, ear.rhyme_settings
        return Lexicon(lexicon, Recall(words.run.directory, words.manifest, lexicon.run.directory, *asked))


def list_words(recipe: Recipe, root: str, runner: Runner, ingested: Committed) -> Committed:
    """The distinct words of the poems that have the form's number of lines, under ``<root>/words``."""
    made_of = {
        "version": VERSION,
        "tables": {WORDS.name: WORDS.version},
        "inputs": {"poems": ingested.manifest.tables["poems"].content_hash},
        "form": recipe.form,
    }
    run = stage_run(root, "words", ingested.run.shards, made_of)
    return run_stage(run, made_of, ListWords(ingested.run.directory, ingested.manifest, recipe.form), runner)


def lexicon(recipe: Recipe, root: str, runner: Runner, words: Committed) -> Committed:
    """How the words sound, under ``<root>/lexicon``."""
    listed, ear = words.manifest.tables["words"], recipe.ear
    shards = max(1, ceil(listed.rows / WORDS_PER_SHARD))
    made_of = {
        "version": VERSION,
        "tables": {LEXICON.name: LEXICON.version},
        "inputs": {"words": listed.content_hash},
        "ear": load_ear(ear.pronunciations).name,
        "syllables": COUNTERS[ear.syllables][0],
    }
    run = stage_run(root, "lexicon", shards, made_of)
    task = PronounceWords(words.run.directory, words.manifest, ear.pronunciations, ear.syllables, shards)
    return run_stage(run, made_of, task, runner)
