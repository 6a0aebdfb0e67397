"""How figures of artists go together over the artists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from versebench.transforms.statistics.correlation import Correlation, correlate, critical_correlation
from versebench.transforms.statistics.mcnemar import holm


@dataclass(frozen=True)
class FigureCorrelation:
    """The correlation of two figures over artists.

    ``p_holm`` is the p of Pearson's after Holm, over all pairs of one call. ``needed`` is the least absolute
    correlation with p < .05 for so many artists.
    """

    first: str
    second: str
    correlation: Correlation
    p_holm: float | None
    needed: float | None


def correlate_figures(
    figures: Mapping[str, Sequence[float | None]], pairs: Sequence[tuple[str, str]] | None = None
) -> list[FigureCorrelation]:
    """The correlations of pairs of figures, by default of all; each figure has a value or None for every artist."""
    names = list(combinations(figures, 2)) if pairs is None else pairs
    correlations = [correlate(figures[first], figures[second]) for first, second in names]
    adjusted = iter(holm([each.p for each in correlations if each.p is not None]))
    return [
        FigureCorrelation(first, second, each, None if each.p is None else next(adjusted), critical_correlation(each.n))
        for (first, second), each in zip(names, correlations, strict=True)
    ]
