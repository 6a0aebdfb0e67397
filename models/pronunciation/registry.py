"""Every ear by the name that a recipe gives it. To add one: write its file, add its line."""

from collections.abc import Callable
from functools import cache

from versebench.models.pronunciation.cmudict import CmudictEar
from versebench.models.pronunciation.contract import Ear
from versebench.models.pronunciation.verse_ear import VerseEar

EARS: dict[str, Callable[[], Ear]] = {
    "cmudict": CmudictEar,
    "verse-ear": VerseEar,
}


@cache
def load_ear(name: str) -> Ear:
    """The ear of this name, once per process. Raises ``ValueError`` for an unknown name."""
    if name not in EARS:
        raise ValueError(f"no ear is called {name!r}; there are: {', '.join(EARS)}")
    return EARS[name]()
