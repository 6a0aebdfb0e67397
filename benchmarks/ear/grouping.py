"""Constants of grouping by cross-validation: fitted on all poets but one, measured on that one.

The constants are those of ``Reach``. A search changes one constant at a time and keeps what raises the mean F1 of the
poets that it may look at by a tenth of a percent. The shipped constants are ``SECOND_REACH``, which stand beside those
that are fitted on all poets.

Distances of lines do not depend on the constants, so they are computed once for each stanza.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.ear.rhyme import DEVELOPMENT, TEST, Annotated, Pair, count, stanzas_of
from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.verse_second import SecondVersePronouncer
from versebench.transforms.prosody.rhymes.cluster import Reach, cluster
from versebench.transforms.prosody.rhymes.scheme import SECOND_REACH, Distances, SchemeFinder
from versebench.transforms.prosody.rhymes.settings import VERSE_2

POETS = DEVELOPMENT + TEST
START = Reach(couplets_differ=True)
GRID: dict[str, tuple[float, ...]] = {
    "apart": (0.06, 0.09, 0.12, 0.16, 0.2, 0.25),
    "expected": (0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0),
    "regular": (0.1, 0.18, 0.25, 0.35, 0.5),
    "joining": (0.0, 0.03, 0.05, 0.1),
    "share_left": (0.25, 0.34, 0.4, 0.5, 0.67),
    "returning": (2, 3, 4, 6, 8),
    "near": (2, 3, 4, 5, 6),
    "licensed": (2, 3, 4, 5, 6),
}
"""The values that are tried for each constant."""

LEAST_GAIN = 0.001
"""The least gain in mean F1 for which a constant changes. Without it the search fits what few stanzas happen to do."""

Scorer = Callable[[str, Reach], float]
"""F1 of a poet under constants."""


def measure(data: Path) -> dict[str, Any]:
    """F1 of each poet with constants of the other poets, their mean and spread, and the constants of all."""
    f1 = scorer({poet: stanzas_of(data, poet) for poet in POETS}, SecondVersePronouncer())
    folds: list[dict[str, Any]] = []
    for poet in POETS:
        fitted = fit([other for other in POETS if other != poet], f1)
        folds.append({"poet": poet, "f1": f1(poet, fitted), "before": f1(poet, START), "constants": changed(fitted)})
    scores = [f1(fold["poet"], SECOND_REACH) for fold in folds]
    left_out = [fold["f1"] for fold in folds]
    return {
        "folds": folds,
        "macro_f1": sum(left_out) / len(left_out),
        "lowest": min(left_out),
        "highest": max(left_out),
        "fitted_on_all": changed(fit(POETS, f1)),
        "shipped": {"constants": changed(SECOND_REACH), "macro_f1": sum(scores) / len(scores)},
    }


def scorer(stanzas: dict[str, list[Annotated]], pronouncer: Pronouncer) -> Scorer:
    """The scorer of some poets; it remembers its answers."""
    finder = SchemeFinder(pronouncer, VERSE_2)
    finder.learn(line for of_poet in stanzas.values() for stanza in of_poet for line in stanza.lines)
    distances = {poet: [_remembering(finder.distances(stanza.lines)) for stanza in stanzas[poet]] for poet in stanzas}

    @cache
    def f1(poet: str, reach: Reach) -> float:
        groups = (
            cluster(len(stanza.lines), *apart, reach)
            for stanza, apart in zip(stanzas[poet], distances[poet], strict=True)
        )
        return count(stanzas[poet], (list(_pairs(found)) for found in groups)).f1

    return f1


def fit(poets: Sequence[str], f1: Scorer, grid: dict[str, tuple[float, ...]] = GRID) -> Reach:
    """The constants with the greatest mean F1 over poets, found one constant at a time until none helps."""

    def mean(reach: Reach) -> float:
        return sum(f1(poet, reach) for poet in poets) / len(poets)

    best = START
    while True:
        before = best
        for name, values in grid.items():
            tried = [replace(best, **{name: value}) for value in values]  # type: ignore[arg-type]
            better = max(tried, key=mean)
            if mean(better) >= mean(best) + LEAST_GAIN:
                best = better
        if best == before:
            return best


def changed(reach: Reach) -> dict[str, float]:
    """The constants that differ from those of the first edition."""
    first = asdict(Reach())
    return {name: value for name, value in asdict(reach).items() if value != first[name]}


def _remembering(distances: Distances) -> Distances:
    full, licensed, near = map(cache, distances)
    return Distances(full, licensed, near)


def _pairs(groups: Sequence[int]) -> Iterator[Pair]:
    for second, group in enumerate(groups):
        yield from ((first, second) for first in range(second) if groups[first] == group)
