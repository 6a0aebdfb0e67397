"""Every ear by the name that a recipe gives it. To add one: write its file, add its line."""

from collections.abc import Callable
from functools import cache

from versebench.models.pronunciation.cmudict import CmudictPronouncer
from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.verse import VersePronouncer

PRONOUNCERS: dict[str, Callable[[], Pronouncer]] = {
    "cmudict": CmudictPronouncer,
    "verse-ear": VersePronouncer,
}


@cache
def load_pronouncer(name: str) -> Pronouncer:
    """The ear of this name, once per process. Raises ``ValueError`` for an unknown name."""
    if name not in PRONOUNCERS:
        raise ValueError(f"unknown source of pronunciations {name!r}; choose one of: {', '.join(PRONOUNCERS)}")
    return PRONOUNCERS[name]()
