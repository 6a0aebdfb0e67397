"""What the ear is to reach, and whether it does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.ear.rhyme import OURS
from benchmarks.ear.syllables import CMUDICT, EAR, G2P

PROSODIC_TIMES = 20
WORDS_PER_SECOND = 20_000
PROCESSES = 2

Figures = Mapping[str, Any]


@dataclass(frozen=True)
class Goal:
    """A figure and its bound, which is the least that it may be, or the most.

    ``strict``: the bound itself is not enough, as in being better than a peer.
    """

    name: str
    figure: float
    bound: float
    at_most: bool = False
    strict: bool = False
    share: bool = True

    @property
    def met(self) -> bool:
        """Whether the figure is on the right side of its bound."""
        if self.figure == self.bound:
            return not self.strict
        return (self.figure < self.bound) == self.at_most

    @property
    def asked(self) -> str:
        """The bound with its sign."""
        sign = ("<" if self.strict else "<=") if self.at_most else (">" if self.strict else ">=")
        return f"{sign} {self.shown(self.bound)}"

    def shown(self, value: float) -> str:
        """A value in the unit of the goal."""
        return f"{value:.2%}" if self.share else f"{value:,.1f}".removesuffix(".0")


def goals(sections: Figures) -> list[Goal]:
    """The goals whose figures were measured, in the order of the sections."""
    scored = {"pronunciation": _pronunciation, "syllables": _syllables, "lines": _lines, "rhyme": _rhyme, "tags": _tags}
    return [goal for name, scorer in scored.items() if name in sections for goal in scorer(sections[name])]


def _pronunciation(found: Figures) -> Iterator[Goal]:
    ours = found["systems"][G2P]
    yield Goal("phone error rate of held-out words", ours["phone_error_rate"], 0.08, at_most=True)
    yield Goal("held-out words right, without stress", ours["words_right"], 0.70)


def _syllables(found: Figures) -> Iterator[Goal]:
    yield Goal("syllables of held-out words of CMUdict", found["right"][G2P][CMUDICT], 0.96)


def _lines(found: Figures) -> Iterator[Goal]:
    if pope := found["pope"]:
        yield Goal("lines of Pope, as spoken", pope["as_spoken"][EAR], 0.95)
        yield Goal("lines of Pope, can be metrical", pope["can_be_metrical"][EAR], 0.95)


def _rhyme(found: Figures) -> Iterator[Goal]:
    """prosodic is measured in two ways, and the better one counts, in F1 as in speed."""
    by_poet: dict[str, dict[str, float]] = {}
    for one in found["results"]:
        by_poet.setdefault(one["poet"], {})[one["system"]] = one["f1"]
    for poet, scores in by_poet.items():
        if len(scores) > 1:
            best = max(score for system, score in scores.items() if system != OURS)
            yield Goal(f"F1 of rhymes above all peers, {poet}", scores[OURS], best, strict=True)
    times = [ratio for peer, ratio in found["speeds"]["times_as_fast_as"].items() if peer.startswith("prosodic")]
    if times:
        yield Goal("lines a second, times those of prosodic", min(times), PROSODIC_TIMES, share=False)


def _tags(found: Figures) -> Iterator[Goal]:
    if found["ewt_test"] is not None:
        yield Goal("parts of speech, EWT test", found["ewt_test"], 0.94)
    speed = found["words_per_second"][PROCESSES]["clock"]
    yield Goal(f"words tagged a second, {PROCESSES} processes", speed, WORDS_PER_SECOND, share=False)
