"""Thesauri by their names in recipes. To add one, write a module and add a line here."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from versebench.models.thesaurus.contract import Thesaurus


def _wordnet() -> Thesaurus:
    from versebench.models.thesaurus.wordnet import WordNetThesaurus

    return WordNetThesaurus()


def _merriam_webster() -> Thesaurus:
    from versebench.models.thesaurus.merriam_webster import MerriamWebsterThesaurus
    from versebench.models.thesaurus.webster_client import KEY_VARIABLE

    return MerriamWebsterThesaurus(cache_folder() / "merriam-webster", os.environ.get(KEY_VARIABLE))


THESAURI: dict[str, Callable[[], Thesaurus]] = {
    "wordnet": _wordnet,
    "merriam-webster": _merriam_webster,
}

PRIVATE = frozenset({"merriam-webster"})
"""Thesauri whose answers may not be passed on: no release holds the synonyms that they offered."""


def cache_folder() -> Path:
    """Return the folder of cached answers: ``versebench`` in the user's cache, which ``XDG_CACHE_HOME`` can move."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "versebench"


@cache
def load_thesaurus(name: str) -> Thesaurus:
    """Return the thesaurus of this name, loaded once per process. Raises ``ValueError`` for an unknown name."""
    if name not in THESAURI:
        raise ValueError(f"unknown thesaurus {name!r}; choose one of: {', '.join(THESAURI)}")
    return THESAURI[name]()
