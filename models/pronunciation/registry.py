"""Sources of pronunciations by their names in recipes. To add one, write a module and add a line here."""

from collections.abc import Callable
from functools import cache

from versebench.models.pronunciation.cmudict import CmudictPronouncer
from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.pronunciation.verse_second import SecondVersePronouncer

PRONOUNCERS: dict[str, Callable[[], Pronouncer]] = {
    "cmudict": CmudictPronouncer,
    "verse-ear": VersePronouncer,
    "verse-ear.v2": SecondVersePronouncer,
}


@cache
def load_pronouncer(name: str) -> Pronouncer:
    """Return the source of this name, loaded once per process. Raises ``ValueError`` for an unknown name."""
    if name not in PRONOUNCERS:
        raise ValueError(f"unknown source of pronunciations {name!r}; choose one of: {', '.join(PRONOUNCERS)}")
    return PRONOUNCERS[name]()
