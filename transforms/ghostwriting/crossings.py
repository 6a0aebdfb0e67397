"""How much a generator copies where it rhymes as densely as the artist: where two lines of regression cross.

The line of density reaches the artist's density at x; the result is the line of similarity there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from versebench.transforms.ghostwriting.points import Points, quotients
from versebench.transforms.ghostwriting.vectors import Floats, Integers
from versebench.transforms.statistics.bootstrap import DRAWS, percentile_interval, resamples
from versebench.transforms.statistics.mcnemar import exact_p
from versebench.transforms.statistics.regression import Line, isotonic, least_squares, lines

INSIDE, EXTRAPOLATED, FLAT, IMPOSSIBLE = "inside", "extrapolated", "flat", "impossible"


@dataclass(frozen=True)
class Measured:
    """What is measured of the verses of a generator for an artist; every array is of shape (verses,).

    ``density`` is weighted, ``weight`` that of the verse in a mean of densities. NaN is unknown.
    """

    points: Points
    density: Floats
    weight: Floats
    similarity: Floats


@dataclass(frozen=True)
class Crossing:
    """Where a generator rhymes as densely as the artist, and how similar it is there.

    ``points`` counts those with a density. ``status`` is *inside* if x is among the points, *extrapolated* if it is
    beyond them, *impossible* if the similarity there is below 0 or above 1, and *flat* if there is no crossing: the
    slope of the density is within its standard error, or there are too few points or no target. ``low`` and ``high``
    are the ends of a 95 % interval over ``draws`` bootstrap draws: those whose lines cross at all, however flat.
    """

    points: int
    target: float | None
    density: Line | None
    similarity: Line | None
    status: str
    x: float | None = None
    similarity_at_x: float | None = None
    low: float | None = None
    high: float | None = None
    draws: int = 0
    isotonic_x: float | None = None
    isotonic_similarity: float | None = None


def cross(measured: Measured, target: float | None, key: str, draws: int = DRAWS) -> Crossing:
    """The crossing of a generator for an artist whose density is ``target``.

    The verses of each point are drawn again for the interval; the key, for example the seed, the generator and the
    artist, names these draws.
    """
    x = measured.points.x
    density = measured.points.means(measured.density, measured.weight)
    similarity = measured.points.means(measured.similarity)
    known = np.flatnonzero(~np.isnan(density))
    of_density, of_similarity = least_squares(x, density), least_squares(x, similarity)
    isotonic_x, isotonic_similarity = _isotonic_crossing(x, density, similarity, target)
    crossing = Crossing(
        points=len(known),
        target=target,
        density=of_density,
        similarity=of_similarity,
        status=FLAT,
        isotonic_x=isotonic_x,
        isotonic_similarity=isotonic_similarity,
    )
    if target is None or of_density is None or of_similarity is None or of_density.flat:
        return crossing
    at = (target - of_density.intercept) / of_density.slope
    there = of_similarity.at(at)
    drawn = _drawn(measured, target, key, draws)
    low, high = percentile_interval(drawn) or (None, None)
    return Crossing(
        **{
            **vars(crossing),
            "status": _status(at, there, x[known]),
            "x": at,
            "similarity_at_x": there,
            "low": low,
            "high": high,
            "draws": int((~np.isnan(drawn)).sum()),
        }
    )


def _status(at: float, similarity: float, x: Floats) -> str:
    if not 0 <= similarity <= 1:
        return IMPOSSIBLE
    return INSIDE if x.min() <= at <= x.max() else EXTRAPOLATED


def _drawn(measured: Measured, target: float, key: str, draws: int) -> Floats:
    """The similarity at the crossing in each bootstrap draw, of shape (draws,); NaN without a crossing."""
    shape = (draws, len(measured.points))
    density, similarity = np.full(shape, np.nan), np.full(shape, np.nan)
    plain = np.ones(len(measured.weight))
    for number in range(len(measured.points)):
        verses = np.flatnonzero(measured.points.point == number)
        sample = verses[resamples(f"{key}\x1fpoint {number}", len(verses), draws)]
        density[:, number] = _means(measured.density, measured.weight, sample)
        similarity[:, number] = _means(measured.similarity, plain, sample)
    slope, intercept = lines(measured.points.x, density)
    x = quotients(target - intercept, slope)
    slope, intercept = lines(measured.points.x, similarity)
    return np.asarray(intercept + slope * x)


def _means(values: Floats, weights: Floats, sample: Integers) -> Floats:
    """The weighted mean of each row of a sample, of shape (draws,); NaN if no value has weight."""
    weights = np.where(np.isnan(values), 0.0, weights)[sample]
    return quotients((np.nan_to_num(values)[sample] * weights).sum(1), weights.sum(1))


def _isotonic_crossing(
    x: Floats, density: Floats, similarity: Floats, target: float | None
) -> tuple[float | None, float | None]:
    """The crossing of isotonic fits, linear between points; None if the target is beyond the fitted densities.

    If the fitted density has the target over a stretch of x, the middle of it counts.
    """
    known = ~(np.isnan(density) | np.isnan(similarity))
    if target is None or not known.any():
        return None, None
    x, fitted, beside = x[known], isotonic(density[known]), isotonic(similarity[known])
    if not fitted.min() <= target <= fitted.max():
        return None, None
    rising = fitted if fitted[0] <= fitted[-1] else fitted[::-1]
    along = x if fitted[0] <= fitted[-1] else x[::-1]
    ends = [_reached(along, rising, target), _reached(along[::-1], -rising[::-1], -target)]
    at = sum(ends) / 2
    return at, float(np.interp(at, x, beside))


def _reached(x: Floats, rising: Floats, target: float) -> float:
    """The first x at which values that rise, linear between points, reach the target."""
    place = int(np.searchsorted(rising, target))
    if place == 0:
        return float(x[0])
    before, after = rising[place - 1], rising[place]
    return float(x[place - 1] + (target - before) / (after - before) * (x[place] - x[place - 1]))


@dataclass(frozen=True)
class Verdict:
    """For how many artists which of two generators is less similar at its crossing.

    ``unknown`` counts the artists for whom one has no crossing. ``p`` is that of a two-sided sign test without ties.
    """

    first_lower: int
    second_lower: int
    equal: int
    unknown: int
    p: float


def lower_similarity(first: Sequence[float | None], second: Sequence[float | None]) -> Verdict:
    """The verdict on the similarities of two generators for the same artists, in the same order."""
    pairs = [(one, other) for one, other in zip(first, second, strict=True) if one is not None and other is not None]
    wins, losses = (sum(sign * (one - other) < 0 for one, other in pairs) for sign in (1, -1))
    return Verdict(wins, losses, len(pairs) - wins - losses, len(first) - len(pairs), exact_p(wins, losses))
