"""What a spelling rule is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from versebench.models.pronunciation.spelling_rules.changes import Change, as_it_is


@dataclass(frozen=True, slots=True)
class Spelling:
    """A reading of a word: pieces to look up and join, and what becomes of their sounds.

    ``plain``: only where the dictionary itself has every piece, as further rules would lead anywhere.
    """

    rule: str
    pieces: tuple[str, ...]
    change: Change = as_it_is
    plain: bool = False


Rule = Callable[[str], Iterator[Spelling]]
"""From a word in lower case, with straight apostrophes, to its readings; none where the rule does not apply."""
