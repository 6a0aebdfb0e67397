"""Thesauri by their names in recipes. To add one, write a module and add a line here."""

import os
from collections.abc import Callable
from functools import cache

from versebench.models.cache import cache_folder
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


@cache
def load_thesaurus(name: str) -> Thesaurus:
    """Return the thesaurus of this name, loaded once per process. Raises ``ValueError`` for an unknown name."""
    if name not in THESAURI:
        raise ValueError(f"unknown thesaurus {name!r}; choose one of: {', '.join(THESAURI)}")
    return THESAURI[name]()
