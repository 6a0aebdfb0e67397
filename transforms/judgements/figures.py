"""Rows of the table of results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from versebench.transforms.statistics.accuracy import Interval
from versebench.transforms.statistics.agreement import Estimate


@dataclass(frozen=True)
class Figure:
    """A figure about some judgements, without where it belongs. ``of`` is a model or an artist."""

    measure: str
    value: float | None
    method: str
    low: float | None = None
    high: float | None = None
    of: str = "all"
    why_null: str | None = None

    def row(self, place: Mapping[str, Any], counts: Mapping[str, int]) -> dict[str, Any]:
        """The row of the table. ``place`` holds the columns that say where it belongs."""
        return {**place, **vars(self), **counts}


def of_interval(measure: str, interval: Interval | None, share: float, method: str, *, of: str = "all") -> Figure:
    """A share with its interval, or the reason that there is none."""
    if interval is None:
        return Figure(measure, share, method, of=of, why_null="no interval: fewer than two judges or two poems")
    return Figure(measure, interval.share, method, interval.low, interval.high, of)


def of_estimates(prefix: str, estimates: Mapping[str, Estimate | None]) -> Iterator[Figure]:
    """Figures of agreement, with a reason where there is none."""
    for name, estimate in estimates.items():
        method = f"{_AGREEMENT[name]}; bootstrap over items"
        if estimate is None:
            why = (
                "different numbers of judges, or all answers equal"
                if name == "fleiss"
                else "no item with two judges, or all answers equal"
            )
            yield Figure(f"{prefix}{name}", None, method, why_null=why)
        else:
            yield Figure(f"{prefix}{name}", estimate.value, method, estimate.low, estimate.high)


_AGREEMENT = {
    "raw": "share of pairs of answers that agree",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "Krippendorff's alpha, ordinal",
    "alpha_interval": "Krippendorff's alpha, interval",
    "ac1": "Gwet's AC1",
    "s": "Brennan and Prediger's S",
    "fleiss": "Fleiss' kappa",
}
