"""Which of the schemes of a form a poem has: the one of which the fewest lines do not rhyme as it asks."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.rhymes.contract import Rhymes
from versebench.transforms.prosody.rhymes.groups import as_asked, is_rhymed, same_group
from versebench.transforms.prosody.rhymes.verify import FARTHEST, Fault

Rhyme = Callable[[int, int], bool]
"""Whether two lines rhyme, the first above the second."""


class Ranked(NamedTuple):
    """A scheme, and how many lines do not rhyme as it asks."""

    lines_off: int
    scheme: str


def lines_off(scheme: str, rhyme: Rhyme) -> int:
    """Of how many lines a scheme asks for a rhyme that they lack.

    Of each group the line that rhymes with most others stands, and these; a group without any rhyme is off as a whole.
    """
    groups: dict[str, list[int]] = {}
    for line, letter in enumerate(scheme):
        if is_rhymed(letter):
            groups.setdefault(letter, []).append(line)
    return sum(_off(group, rhyme) for group in groups.values())


def _off(group: Sequence[int], rhyme: Rhyme) -> int:
    if len(group) == 1:
        return 0
    best = max(sum(rhyme(min(line, other), max(line, other)) for other in group if other != line) for line in group)
    return len(group) - (best + 1 if best else 0)


def ranked(schemes: Sequence[str], rhyme: Rhyme) -> list[Ranked]:
    """Schemes with the best first; of those that fit as well the first stands first."""
    return sorted((Ranked(lines_off(scheme, rhyme), scheme) for scheme in schemes), key=lambda one: one.lines_off)


def rhyme_of(lines: Sequence[str], rhymes: Rhymes, farthest: float = FARTHEST) -> Rhyme:
    """Whether two of some lines rhyme; a line whose end word has no reading rhymes with none."""
    apart: set[tuple[int, ...]] = set()
    unheard: set[int] = set()
    for mismatch in rhymes.mismatches(lines, "A" * len(lines), farthest=farthest):
        if mismatch.fault is Fault.NO_RHYME:
            apart.add(mismatch.lines)
        else:
            unheard.update(mismatch.lines)
    return lambda first, second: (first, second) not in apart and unheard.isdisjoint((first, second))


def choose_scheme(lines: Sequence[str], form: Form, rhymes: Rhymes, heard: str) -> str:
    """The scheme of a poem in its form; that which is ``heard``, in capitals, if the form asks for none.

    Of schemes that fit as well it is the one that is most like the heard one, then the form's first.
    """
    schemes = form.schemes_of(len(lines))
    if not schemes:
        return as_asked(heard)
    if len(schemes) == 1:
        return schemes[0]
    order = ranked(schemes, rhyme_of(lines, rhymes))
    best = [one.scheme for one in order if one.lines_off == order[0].lines_off]
    return min(best, key=lambda scheme: _unlike(scheme, heard))


def _unlike(scheme: str, heard: str) -> int:
    """How many pairs of lines are of one group in one of two schemes alone."""
    pairs = combinations(range(len(scheme)), 2)
    return sum(same_group(scheme, *pair) != same_group(heard, *pair) for pair in pairs)
