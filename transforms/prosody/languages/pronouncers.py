"""The pronouncer of a language, with the user's own words."""

from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.own_words import OwnWords, with_own_words
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.english import ENGLISH


def pronouncer_of(language: Language, pronunciations: str, own: OwnWords) -> Pronouncer:
    """The source of pronunciations of a language; the user's own words, whose phones are English, come first."""
    pronouncer = language.pronouncer(pronunciations)
    return with_own_words(pronouncer, own) if language.name == ENGLISH.name else pronouncer
