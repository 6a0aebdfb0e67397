"""Words and lines with the pronunciations of CMUdict and the spelling rules, and no guesses."""

from functools import cache

from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhymes.classify import Rhyme, classify
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import AMERICAN, VERSE, RhymeSettings
from versebench.transforms.prosody.rhymes.sound import Sound, sound


@cache
def pronouncer() -> VersePronouncer:
    return VersePronouncer(lambda words: [()] * len(words))


def sound_of(word: str, settings: RhymeSettings = AMERICAN) -> Sound:
    [found] = pronouncer().pronounce([word])
    return sound(word, found, settings)


def scored(pair: str, settings: RhymeSettings = AMERICAN) -> Rhyme:
    one, other = (sound_of(word, settings) for word in pair.split("/"))
    return classify(one, other)


def finder(settings: RhymeSettings = VERSE) -> SchemeFinder:
    return SchemeFinder(pronouncer(), settings)
