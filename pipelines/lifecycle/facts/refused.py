"""The refused poems that a report shows, heard with the settings of the recipe and with others."""

from collections.abc import Iterator
from functools import cache

import pyarrow as pa

from versebench.models.pronunciation.contract import Pronouncer
from versebench.pipelines.recipe.own_words import own_words
from versebench.pipelines.recipe.pronunciation import PronunciationSettings
from versebench.pipelines.recipe.recipe import Recipe
from versebench.release.documents.summary.refused_poem import RefusedPoem
from versebench.release.documents.summary.refused_poems import Hearing, Rhymes, choose_refused
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.languages.pronouncers import pronouncer_of
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder

_OTHERS = ({"accent": "british"}, {"historical": True}, {"rhymes": "rhymes.v2"}, {"pronunciations": "verse-ear.v2"})


def refused_facts(recipe: Recipe, rejects: Iterator[pa.Table], languages: frozenset[str]) -> tuple[RefusedPoem, ...]:
    """The refused poems; how words sound is stated if all poems are English. None if the texts are withheld."""
    if recipe.texts == "withheld":
        return ()
    return choose_refused(rejects, _hearing(recipe.ear) if languages == {ENGLISH.name} else None)


def _hearing(ear: PronunciationSettings) -> Hearing:
    pronouncer = _pronouncer(ear)

    def spoken(word: str) -> str:
        [readings] = pronouncer.pronounce([word])
        return " or ".join(dict.fromkeys(" ".join(reading.phones) for reading in readings))

    others = {}
    for change in _OTHERS:
        changed = ear.model_copy(update=change)
        if changed != ear:
            [(key, value)] = change.items()
            others[f"ear.{key}={str(value).lower() if value is True else value}"] = _rhymes(changed)
    return Hearing(spoken, _rhymes(ear), others)


def _pronouncer(ear: PronunciationSettings) -> Pronouncer:
    return pronouncer_of(ENGLISH, ear.pronunciations, own_words(ear.lexicon))


def _rhymes(ear: PronunciationSettings) -> Rhymes:
    @cache
    def finder() -> SchemeFinder:
        return SchemeFinder(_pronouncer(ear), ear.rhyme_settings)

    return lambda first, second: finder().rhyme(first, second).rhymes
