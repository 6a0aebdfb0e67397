"""How far the distributions of two releases are apart, beyond what chance makes of as many poems."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from versebench.expectations.accumulators.distributions import POEMS
from versebench.expectations.counts import Drift

FORMAT = "versebench-distributions.v1"

CHANCE = 1e-4
"""So seldom two samples of one distribution are further apart than what is taken off for chance."""

MOST_BINS = 12
"""Bins that a message shows."""

UNWATCHED = ("pairs_by_task",)
"""How many pairs a task has is what the recipe asks for."""

_NUMBER = re.compile(r"\d+")

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Distribution:
    """Counts by label, and of how many poems they are."""

    counts: Counts
    poems: int


def drifts(before: Mapping[str, Distribution], now: Mapping[str, Distribution], limit: float) -> list[Drift]:
    """The distance in every watched dimension that both releases have."""
    both = sorted(name for name in before.keys() & now.keys() if name not in UNWATCHED)
    return [Drift(name, distance(before[name], now[name]), limit) for name in both]


def distance(before: Distribution, now: Distribution) -> float:
    """Jensen-Shannon distance to base 2, from 0 to 1, less what chance explains; 0 where either counted nothing.

    What is taken off, from the divergence, which is the square, is its quantile of :data:`CHANCE` under no change. For
    two samples of n and m the divergence times 8 ln 2 / (1/n + 1/m) is about chi-square with one degree of freedom
    fewer than there are bins. n and m are poems, since lines and pairs of one poem are not independent.
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
    """Both distributions in percent, a line for each of the bins that differ most."""
    shares = {label: (_share(before, label), _share(now, label)) for label in before.counts.keys() | now.counts.keys()}
    most = sorted(shares, key=lambda label: (-abs(shares[label][0] - shares[label][1]), label))[:MOST_BINS]
    shown = sorted(most, key=_natural)
    lines = [f"{label}: {shares[label][0]:.1%} before, {shares[label][1]:.1%} now" for label in shown]
    rest = len(shares) - len(most)
    return [*lines, f"and {rest} more bins"] if rest else lines


def from_counts(counts: Mapping[str, Counts]) -> dict[str, Distribution]:
    """The distributions of accumulated counts."""
    return {name: Distribution(found, counts[POEMS][name]) for name, found in counts.items() if name != POEMS}


def to_json(distributions: Mapping[str, Distribution]) -> dict[str, Any]:
    """JSON values from which ``from_json`` restores equal distributions, the bins in their order."""
    return {"format": FORMAT, "dimensions": {name: _to_json(one) for name, one in sorted(distributions.items())}}


def from_json(value: Mapping[str, Any]) -> dict[str, Distribution]:
    """The distributions that ``to_json`` wrote. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for other JSON."""
    if value["format"] != FORMAT:
        raise ValueError(f"the format is {value['format']!r}, not {FORMAT}")
    return {
        name: Distribution(dict(zip(one["bins"], map(int, one["counts"]), strict=True)), int(one["poems"]))
        for name, one in value["dimensions"].items()
    }


def _to_json(distribution: Distribution) -> dict[str, Any]:
    labels = sorted(distribution.counts, key=_natural)
    return {"poems": distribution.poems, "bins": labels, "counts": [distribution.counts[label] for label in labels]}


def _natural(label: str) -> tuple[float, str]:
    """By the number that a label starts with; labels without one come last."""
    number = _NUMBER.match(label)
    return (int(number.group()) if number else math.inf, label)


def _share(side: Distribution, label: str) -> float:
    whole = sum(side.counts.values())
    return side.counts.get(label, 0) / whole if whole else 0.0
