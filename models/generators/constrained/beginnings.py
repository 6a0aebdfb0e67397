"""Beginnings of a line, and the choice of their continuations."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from versebench.models.generators.contract import Metre

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

LEAST_WORDS = 2
"""Fewest words before the ending, so that a line has at least three."""

_OFTEN = 3  # times that no word stands in a line
_SHARE = 4  # of the living beginnings, the part that may have equally many syllables while others are left
_LETTER = r"[^\W\d_]"
_WORD = rf"{_LETTER}+(?:'{_LETTER}+)*"
_WHOLE = re.compile(rf"{_WORD}(?:[,;:]? {_WORD})*[,;:]?")
_WORDS = re.compile(_WORD)


@dataclass(frozen=True, slots=True)
class Beginning:
    """A part of a line, from its start.

    ``score`` is the sum of the log-probabilities of its tokens. ``before`` are the syllables of the words before its
    last one, ``syllables`` those of all, None if it cannot end here: its last word is unknown, or words are
    repeated. ``words`` are its words in lower case if it can, else empty.
    """

    node: int
    tokens: tuple[int, ...]
    text: str
    score: float
    before: int
    syllables: int | None
    words: tuple[str, ...]

    @property
    def ends_with_mark(self) -> bool:
        """Whether a new word must follow."""
        return self.text[-1:] in (",", ";", ":")


@dataclass(frozen=True)
class Offer:
    """The likeliest continuations of each beginning by some kind of token: both [beginnings, continuations]."""

    tokens: Ints
    scores: Floats


@dataclass(frozen=True, slots=True)
class Child:
    """A continuation that is kept: its parent beginning, token, text and score."""

    parent: int
    token: int
    text: str
    score: float
    before: int


def start(node: int) -> Beginning:
    """Return the empty beginning."""
    return Beginning(node, (), "", 0.0, 0, None, ())


def measured(node: int, parent: Beginning, child: Child, metre: Metre) -> Beginning:
    """Return a continuation as a beginning, with its syllables counted."""
    words = _WORDS.findall(child.text.lower()) if _WHOLE.fullmatch(child.text) else []
    syllables = metre.count(child.text) if words and not _repeats(words) else None
    known = () if syllables is None else tuple(words)
    return Beginning(node, (*parent.tokens, child.token), child.text, child.score, child.before, syllables, known)


def living(
    beginnings: Sequence[Beginning], offers: Sequence[Offer], pieces: Sequence[str], most_syllables: int, beams: int
) -> list[Child]:
    """Return the most probable continuations, at most ``beams``, each text once.

    ``offers`` are of tokens that open a word, and of those that go on with one; ``pieces`` is what each token adds;
    ``most_syllables`` are those of the words before the one that is written. At first only a part of the places goes
    to continuations whose whole words have equally many syllables, so that long beginnings, whose sums fall with each
    word, are not crowded out.
    """
    chosen: list[Child] = []
    passed: list[Child] = []
    taken: Counter[int] = Counter()
    for child in _distinct(_ranked(beginnings, offers, most_syllables), beginnings, pieces):
        if taken[child.before] < -(-beams // _SHARE):
            taken[child.before] += 1
            chosen.append(child)
        elif len(passed) < beams:
            passed.append(child)
        if len(chosen) == beams:
            break
    return (chosen + passed)[:beams]


def _ranked(
    beginnings: Sequence[Beginning], offers: Sequence[Offer], most_syllables: int
) -> Iterator[tuple[int, int, float, int]]:
    """Yield parent, token, score and syllables before the last word of continuations, the most probable first."""
    none = most_syllables + 1
    opening = [none if beginning.syllables is None else beginning.syllables for beginning in beginnings]
    joining = [none if beginning.ends_with_mark else beginning.before for beginning in beginnings]
    sums = np.array([beginning.score for beginning in beginnings])[:, None]
    widths = [offer.tokens.shape[1] for offer in offers]
    before = np.concatenate([np.repeat(some, width) for some, width in zip((opening, joining), widths, strict=True)])
    parents = np.concatenate([np.repeat(np.arange(len(beginnings)), width) for width in widths])
    tokens = np.concatenate([offer.tokens.ravel() for offer in offers])
    scores = np.concatenate([(offer.scores + sums).ravel() for offer in offers])
    fits = np.flatnonzero(before <= most_syllables)
    order = fits[np.lexsort((tokens[fits], parents[fits], -scores[fits]))]
    yield from zip(*(part[order].tolist() for part in (parents, tokens, scores, before)), strict=True)


def _distinct(
    ranked: Iterator[tuple[int, int, float, int]], beginnings: Sequence[Beginning], pieces: Sequence[str]
) -> Iterator[Child]:
    """Yield each text once, with its most probable tokens."""
    seen = set()
    for parent, token, score, before in ranked:
        text = beginnings[parent].text + pieces[token]
        if text not in seen:
            seen.add(text)
            yield Child(parent, token, text, score, before)


def _repeats(words: Sequence[str]) -> bool:
    """Return whether a word occurs too often, a pair of words occurs twice, or a word follows itself."""
    pairs = Counter(pairwise(words))
    return (
        max(Counter(words).values()) >= _OFTEN
        or max(pairs.values(), default=0) > 1
        or any(word == following for word, following in pairs)
    )
