"""The best lines over all beginnings and endings, found without computing every pair."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from versebench.models.generators.constrained.beginnings import Beginning
from versebench.models.generators.contract import Ending, Metre

Floats = npt.NDArray[np.float64]

MOST_LINES = 16
"""Most lines returned for a poem."""
WORSE = 0.75
"""Nats per syllable by which a line may be less probable than the best line of its poem."""
STEM = 3
"""No two lines of a poem share their first ``STEM`` words. Otherwise most would share one beginning."""
TRIED = 8
"""Pairs of a beginning and an ending to compute, for each live beginning of a step."""


@dataclass(frozen=True, slots=True)
class SpeltEnding:
    """An ending, its tokens after a word, and the columns of their log-probabilities."""

    ending: Ending
    tokens: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A whole line: its tokens with the final mark, and the sum of their log-probabilities."""

    score: float
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A beginning with ``taken`` tokens of an ending and the sum of their log-probabilities.

    ``node`` contains all of these tokens except the last. ``mark`` is the final mark of a complete line.
    """

    beginning: int
    ending: int
    taken: int
    node: int
    score: float
    mark: int | None = None


class EndingSearch:
    """Finds the best beginnings for the endings of one line.

    The distributions after the beginnings contain the probability of the first token of every pair. By these,
    the search chooses the best beginnings of each ending, with different stems, and computes the pairs, one token of
    all pairs at a time. Lines are ranked by log-probability per syllable, because the sum would prefer
    the shortest lines.
    """

    def __init__(
        self,
        beginnings: Sequence[Beginning],
        log_probabilities: Sequence[Floats],
        endings: Sequence[SpeltEnding],
        finals: tuple[tuple[int, int], ...],
        metre: Metre,
        most_tokens: int,
        beams: int,
    ) -> None:
        """Start from beginnings and the log-probabilities after each, [columns]. ``finals`` are tokens and columns."""
        self._beginnings, self._scores, self._endings, self._finals = beginnings, log_probabilities, endings, finals
        self._stems = [" ".join(beginning.words[:STEM]) for beginning in beginnings]
        self._whole: list[_Attempt] = []
        self._open = self._first(np.array(log_probabilities), metre, most_tokens, TRIED * beams) if beginnings else []

    def wanted(self) -> list[tuple[int, int]]:
        """Return parent and token of every node to compute next; empty when the search is over."""
        return list(dict.fromkeys(map(self._key, self._open)))

    def advance(self, wanted: Sequence[tuple[int, int]], nodes: Sequence[int], log_probabilities: Floats) -> None:
        """Take computed nodes and the log-probabilities after them, [wanted, columns]."""
        places = {key: place for place, key in enumerate(wanted)}
        written = []
        for attempt in self._open:
            place = places[self._key(attempt)]
            written.append(self._written_on(attempt, nodes[place], log_probabilities[place]))
        self._whole += [attempt for attempt in written if attempt.mark is not None]
        self._open = [attempt for attempt in written if attempt.mark is None]

    def lines(self) -> list[Line]:
        """Return the best lines with different endings and stems, the most probable first."""
        endings, stems = set[int](), set[str]()
        found: list[_Attempt] = []
        ranked = sorted(self._whole, key=lambda one: (-self._per_syllable(one), one.ending, one.beginning))
        for attempt in ranked:
            stem = self._stems[attempt.beginning]
            if len(found) == MOST_LINES or self._per_syllable(attempt) < self._per_syllable(ranked[0]) - WORSE:
                break
            if attempt.ending not in endings and stem not in stems:
                endings.add(attempt.ending)
                stems.add(stem)
                found.append(attempt)
        return [self._line(attempt) for attempt in sorted(found, key=lambda one: (-one.score, one.ending))]

    def _per_syllable(self, attempt: _Attempt) -> float:
        """Return the log-probability per syllable of a complete line."""
        syllables = self._beginnings[attempt.beginning].syllables or 0
        return attempt.score / (syllables + self._endings[attempt.ending].ending.syllables)

    def _first(self, log_probabilities: Floats, metre: Metre, most_tokens: int, tried: int) -> list[_Attempt]:
        score, syllables, tokens = _columns(
            (one.score, one.syllables or 0, len(one.tokens)) for one in self._beginnings
        )
        firsts, long, spelt = _columns((one.columns[0], one.ending.syllables, len(one.tokens)) for one in self._endings)
        whole = syllables[:, None] + long
        fits = (whole >= metre.least) & (whole <= metre.most) & (tokens[:, None] + spelt + 1 <= most_tokens)
        place = {one.ending.word.lower(): number for number, one in enumerate(self._endings)}
        for number, beginning in enumerate(self._beginnings):
            fits[number, [place[word] for word in beginning.words if word in place]] = False
        bounds = np.where(fits, score[:, None] + log_probabilities[:, firsts.astype(np.int64)], -np.inf)
        bounds /= whole
        most = max(1, tried // len(self._endings))
        return [one for ending in range(len(self._endings)) for one in self._attempts(ending, bounds[:, ending], most)]

    def _attempts(self, ending: int, bounds: Floats, most: int) -> Iterable[_Attempt]:
        """Return attempts with the best beginnings of an ending, one of each stem."""
        by_stem: dict[str, _Attempt] = {}
        for beginning in np.argsort(-bounds, kind="stable").tolist():
            if bounds[beginning] == -np.inf or len(by_stem) == most:
                break
            by_stem.setdefault(self._stems[beginning], self._attempt(beginning, ending))
        return by_stem.values()

    def _attempt(self, beginning: int, ending: int) -> _Attempt:
        start = self._beginnings[beginning]
        score = start.score + float(self._scores[beginning][self._endings[ending].columns[0]])
        return _Attempt(beginning, ending, 1, start.node, score)

    def _key(self, attempt: _Attempt) -> tuple[int, int]:
        return attempt.node, self._endings[attempt.ending].tokens[attempt.taken - 1]

    def _written_on(self, attempt: _Attempt, node: int, log_probabilities: Floats) -> _Attempt:
        spelt, taken, mark = self._endings[attempt.ending], attempt.taken, None
        if taken < len(spelt.tokens):
            column, taken = spelt.columns[taken], taken + 1
        else:
            mark, column = max(self._finals, key=lambda final: log_probabilities[final[1]])
        return _Attempt(
            attempt.beginning, attempt.ending, taken, node, attempt.score + float(log_probabilities[column]), mark
        )

    def _line(self, attempt: _Attempt) -> Line:
        assert attempt.mark is not None
        beginning, spelt = self._beginnings[attempt.beginning], self._endings[attempt.ending]
        return Line(attempt.score, (*beginning.tokens, *spelt.tokens, attempt.mark))


def _columns(rows: Iterable[tuple[float, ...]]) -> Floats:
    return np.array(list(rows), dtype=np.float64).T
