"""Distances between the distributions of two releases, beyond what chance explains for this number of poems."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from versebench.expectations.accumulators.distributions import POEMS
from versebench.expectations.counts import Drift

FORMAT = "versebench-distributions.v1"

CHANCE = 1e-4
"""Probability that two samples of one distribution are further apart than the amount deducted for chance."""

MOST_BINS = 12
"""The most bins that a message shows."""

UNWATCHED = ("pairs_by_task",)
"""Dimensions that are not compared: the recipe determines how many pairs a task has."""

_NUMBER = re.compile(r"\d+")

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Distribution:
    """Counts by label, and the number of poems that they come from."""

    counts: Counts
    poems: int


def drifts(before: Mapping[str, Distribution], now: Mapping[str, Distribution], limit: float) -> list[Drift]:
    """The distance in every compared dimension that both releases have."""
    both = sorted(name for name in before.keys() & now.keys() if name not in UNWATCHED)
    return [Drift(name, distance(before[name], now[name]), limit) for name in both]


def distance(before: Distribution, now: Distribution) -> float:
    """Jensen-Shannon distance to base 2, from 0 to 1, less what chance explains; 0 if either side has no counts.

    The amount for chance is deducted from the divergence, the square of the distance. It is the upper quantile of the
    divergence at :data:`CHANCE`, assuming no change. For samples of sizes n and m, the divergence times
    8 ln 2 / (1/n + 1/m) is approximately chi-square, with one degree of freedom fewer than bins. n and m count poems,
    since lines and pairs of one poem are not independent.
    """
    from scipy.spatial.distance import jensenshannon
    from scipy.stats import chi2

    bins = sorted({label for side in (before, now) for label, count in side.counts.items() if count})
    sides = [[side.counts.get(label, 0) for label in bins] for side in (before, now)]
    if len(bins) < 2 or not all(map(sum, sides)):
        return 0.0
    divergence = float(jensenshannon(*sides, base=2)) ** 2
    chance = float(chi2.isf(CHANCE, len(bins) - 1)) * (1 / before.poems + 1 / now.poems) / (8 * math.log(2))
    return math.sqrt(max(0.0, divergence - chance))


def histograms(before: Distribution, now: Distribution) -> list[str]:
    """Both distributions in percent, one line for each of the bins that differ most."""
    shares = {label: (_share(before, label), _share(now, label)) for label in before.counts.keys() | now.counts.keys()}
    most = sorted(shares, key=lambda label: (-abs(shares[label][0] - shares[label][1]), label))[:MOST_BINS]
    shown = sorted(most, key=_natural)
    lines = [f"{label}: {shares[label][0]:.1%} before, {shares[label][1]:.1%} now" for label in shown]
    rest = len(shares) - len(most)
    return [*lines, f"and {rest} more bins"] if rest else lines


def from_counts(counts: Mapping[str, Counts]) -> dict[str, Distribution]:
    """The distributions of accumulated counts."""
    return {name: Distribution(bins, counts[POEMS][name]) for name, bins in counts.items() if name != POEMS}


def to_json(distributions: Mapping[str, Distribution]) -> dict[str, Any]:
    """JSON values from which ``from_json`` restores equal distributions, with the bins in order."""
    return {"format": FORMAT, "dimensions": {name: _to_json(value) for name, value in sorted(distributions.items())}}


def from_json(value: Mapping[str, Any]) -> dict[str, Distribution]:
    """The distributions that ``to_json`` wrote. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for other JSON."""
    if value["format"] != FORMAT:
        raise ValueError(f"the format is {value['format']!r}, not {FORMAT!r}")
    return {
        name: Distribution(dict(zip(entry["bins"], map(int, entry["counts"]), strict=True)), int(entry["poems"]))
        for name, entry in value["dimensions"].items()
    }


def _to_json(distribution: Distribution) -> dict[str, Any]:
    labels = sorted(distribution.counts, key=_natural)
    return {"poems": distribution.poems, "bins": labels, "counts": [distribution.counts[label] for label in labels]}


def _natural(label: str) -> tuple[float, str]:
    """Sort key: the number at the start of a label. Labels without a number come last."""
    number = _NUMBER.match(label)
    return (int(number.group()) if number else math.inf, label)


def _share(side: Distribution, label: str) -> float:
    whole = sum(side.counts.values())
    return side.counts.get(label, 0) / whole if whole else 0.0
