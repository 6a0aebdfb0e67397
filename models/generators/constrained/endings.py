"""The best lines over all beginnings and endings, found without computing every pair."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from versebench.models.generators.constrained.beginnings import Beginning
from versebench.models.generators.contract import Ending, Metre

Floats = npt.NDArray[np.float64]

MOST_LINES = 16
"""Lines of a poem."""
WORSE = 0.75
"""Nats a syllable by which a line may be less probable than the best one of its poem."""
STEM = 3
"""Words that no two lines of a poem begin with: else most would be one beginning with many endings."""
TRIED = 8
"""Pairs of a beginning and an ending that are computed, for each beginning that lives at a step."""


@dataclass(frozen=True, slots=True)
class SpeltEnding:
    """An ending with its tokens behind a word, and the columns in which their log-probabilities stand."""

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

    ``node`` holds all of these tokens but the last. ``mark`` is the final mark of a line that is whole.
    """

    beginning: int
    ending: int
    taken: int
    node: int
    score: float
    mark: int | None = None


class EndingSearch:
    """Behind which beginnings the endings of one line stand best.

    The distributions after the beginnings hold the probability of the first token of every pair. By that the best
    beginnings of each ending are chosen, of different stems, and their pairs computed, a token of all at a time. What
    is best is scored by the log-probability a syllable: the sum falls with each, and would choose the shortest lines.
    """

    def __init__(
        self,
        beginnings: Sequence[Beginning],
        heard: Sequence[Floats],
        endings: Sequence[SpeltEnding],
        finals: tuple[tuple[int, int], ...],
        metre: Metre,
        most_tokens: int,
        beams: int,
    ) -> None:
        """Take the beginnings with the log-probabilities after each, [columns]; ``finals`` are tokens and columns."""
        self._beginnings, self._heard, self._endings, self._finals = beginnings, heard, endings, finals
        self._stems = [" ".join(beginning.words[:STEM]) for beginning in beginnings]
        self._whole: list[_Attempt] = []
        self._open = self._first(np.array(heard), metre, most_tokens, TRIED * beams) if beginnings else []

    def wanted(self) -> list[tuple[int, int]]:
        """Parent and token of all that must be computed next; empty when the search is over."""
        return list(dict.fromkeys(map(self._key, self._open)))

    def hear(self, wanted: Sequence[tuple[int, int]], nodes: Sequence[int], heard: Floats) -> None:
        """Take what was computed: the node of each, and the log-probabilities after it, [wanted, columns]."""
        places = {key: place for place, key in enumerate(wanted)}
        written = []
        for attempt in self._open:
            place = places[self._key(attempt)]
            written.append(self._written_on(attempt, nodes[place], heard[place]))
        self._whole += [attempt for attempt in written if attempt.mark is not None]
        self._open = [attempt for attempt in written if attempt.mark is None]

    def lines(self) -> list[Line]:
        """The best lines of different endings and stems, the most probable first."""
        endings, stems = set[int](), set[str]()
        found: list[_Attempt] = []
        ranked = sorted(self._whole, key=lambda one: (-self._a_syllable(one), one.ending, one.beginning))
        for attempt in ranked:
            stem = self._stems[attempt.beginning]
            if len(found) == MOST_LINES or self._a_syllable(attempt) < self._a_syllable(ranked[0]) - WORSE:
                break
            if attempt.ending not in endings and stem not in stems:
                endings.add(attempt.ending)
                stems.add(stem)
                found.append(attempt)
        return [self._line(attempt) for attempt in sorted(found, key=lambda one: (-one.score, one.ending))]

    def _a_syllable(self, attempt: _Attempt) -> float:
        """The log-probability of a whole line for each of its syllables."""
        syllables = self._beginnings[attempt.beginning].syllables or 0
        return attempt.score / (syllables + self._endings[attempt.ending].ending.syllables)

    def _first(self, heard: Floats, metre: Metre, most_tokens: int, tried: int) -> list[_Attempt]:
        score, syllables, tokens = _columns(
            (one.score, one.syllables or 0, len(one.tokens)) for one in self._beginnings
        )
        firsts, long, spelt = _columns((one.columns[0], one.ending.syllables, len(one.tokens)) for one in self._endings)
        whole = syllables[:, None] + long
        fits = (whole >= metre.least) & (whole <= metre.most) & (tokens[:, None] + spelt + 1 <= most_tokens)
        place = {one.ending.word.lower(): number for number, one in enumerate(self._endings)}
        for number, beginning in enumerate(self._beginnings):
            fits[number, [place[word] for word in beginning.words if word in place]] = False
        bounds = np.where(fits, score[:, None] + heard[:, firsts.astype(np.int64)], -np.inf)
        bounds /= whole
        most = max(1, tried // len(self._endings))
        return [one for ending in range(len(self._endings)) for one in self._attempts(ending, bounds[:, ending], most)]

    def _attempts(self, ending: int, bounds: Floats, most: int) -> Iterable[_Attempt]:
        """The best beginnings of an ending, one of each stem."""
        by_stem: dict[str, _Attempt] = {}
        for beginning in np.argsort(-bounds, kind="stable").tolist():
            if bounds[beginning] == -np.inf or len(by_stem) == most:
                break
            by_stem.setdefault(self._stems[beginning], self._attempt(beginning, ending))
        return by_stem.values()

    def _attempt(self, beginning: int, ending: int) -> _Attempt:
        start = self._beginnings[beginning]
        score = start.score + float(self._heard[beginning][self._endings[ending].columns[0]])
        return _Attempt(beginning, ending, 1, start.node, score)

    def _key(self, attempt: _Attempt) -> tuple[int, int]:
        return attempt.node, self._endings[attempt.ending].tokens[attempt.taken - 1]

    def _written_on(self, attempt: _Attempt, node: int, heard: Floats) -> _Attempt:
        spelt, taken, mark = self._endings[attempt.ending], attempt.taken, None
        if taken < len(spelt.tokens):
            column, taken = spelt.columns[taken], taken + 1
        else:
            mark, column = max(self._finals, key=lambda final: heard[final[1]])
        return _Attempt(attempt.beginning, attempt.ending, taken, node, attempt.score + float(heard[column]), mark)

    def _line(self, attempt: _Attempt) -> Line:
        assert attempt.mark is not None
        beginning, spelt = self._beginnings[attempt.beginning], self._endings[attempt.ending]
        return Line(attempt.score, (*beginning.tokens, *spelt.tokens, attempt.mark))


def _columns(rows: Iterable[tuple[float, ...]]) -> Floats:
    return np.array(list(rows), dtype=np.float64).T
