"""The contract of a spelling rule."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from versebench.models.pronunciation.spelling_rules.changes import Change, as_it_is


@dataclass(frozen=True, slots=True)
class Spelling:
    """A reading of a word: pieces to look up and join, and the change of their sounds.

    ``plain``: the reading counts only if the dictionary itself has every piece. Further rules would match almost
    anything.
    """

    rule: str
    pieces: tuple[str, ...]
    change: Change = as_it_is
    plain: bool = False


Rule = Callable[[str], Iterator[Spelling]]
"""From a word in lower case, with straight apostrophes, to its readings; none if the rule does not apply."""
