"""The choice among the rhyme schemes of a form: the one in which the fewest lines lack a rhyme."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.rhymes.contract import Rhymes
from versebench.transforms.prosody.rhymes.groups import in_capitals, is_rhymed, same_group
from versebench.transforms.prosody.rhymes.verify import FARTHEST, Fault

Rhyme = Callable[[int, int], bool]
"""Whether two lines rhyme, the first above the second."""


class Ranked(NamedTuple):
    """A scheme, and the number of lines that lack a rhyme that it requires."""

    unrhymed: int
    scheme: str


def unrhymed_lines(scheme: str, rhyme: Rhyme) -> int:
    """The number of lines that lack a rhyme that a scheme requires.

    In each group the line that rhymes with most others counts as rhymed, and so do these others. If no two lines of a
    group rhyme, all its lines lack a rhyme.
    """
    groups: dict[str, list[int]] = {}
    for line, letter in enumerate(scheme):
        if is_rhymed(letter):
            groups.setdefault(letter, []).append(line)
    return sum(_unrhymed_of_group(group, rhyme) for group in groups.values())


def _unrhymed_of_group(group: Sequence[int], rhyme: Rhyme) -> int:
    if len(group) == 1:
        return 0
    best = max(sum(rhyme(min(line, other), max(line, other)) for other in group if other != line) for line in group)
    return len(group) - (best + 1 if best else 0)


def ranked(schemes: Sequence[str], rhyme: Rhyme) -> list[Ranked]:
    """Schemes with the fewest unrhymed lines first; schemes with as many keep their order."""
    return sorted((Ranked(unrhymed_lines(scheme, rhyme), scheme) for scheme in schemes), key=lambda option: option[0])


def rhyme_of(lines: Sequence[str], rhymes: Rhymes, farthest: float = FARTHEST) -> Rhyme:
    """A function that compares two of ``lines``; a line whose end word has no pronunciation rhymes with no other."""
    apart: set[tuple[int, ...]] = set()
    unpronounced: set[int] = set()
    for mismatch in rhymes.mismatches(lines, "A" * len(lines), farthest=farthest):
        if mismatch.fault is Fault.NO_RHYME:
            apart.add(mismatch.lines)
        else:
            unpronounced.update(mismatch.lines)
    return lambda first, second: (first, second) not in apart and unpronounced.isdisjoint((first, second))


def choose_scheme(lines: Sequence[str], form: Form, rhymes: Rhymes, detected: str) -> str:
    """The scheme of a poem in its form; if the form requires none, the ``detected`` one, in capitals.

    If several schemes fit equally well, the one that is most like the detected scheme wins, then the form's first.
    """
    schemes = form.schemes_of(len(lines))
    if not schemes:
        return in_capitals(detected)
    if len(schemes) == 1:
        return schemes[0]
    order = ranked(schemes, rhyme_of(lines, rhymes))
    best = [option.scheme for option in order if option.unrhymed == order[0].unrhymed]
    return min(best, key=lambda scheme: _unlike(scheme, detected))


def _unlike(scheme: str, detected: str) -> int:
    """The number of pairs of lines that rhyme in exactly one of two schemes."""
    pairs = combinations(range(len(scheme)), 2)
    return sum(same_group(scheme, *pair) != same_group(detected, *pair) for pair in pairs)
