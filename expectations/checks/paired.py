"""Derived columns of paired tests: do the p-values follow from the counts in the same row?

The p-values are computed here by other methods than in the tests themselves, so that a mistake is not repeated.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows

# A sum of many logarithms loses digits that an incomplete beta function keeps.
TOLERANCE = 1e-6

_SERIES = ("model", "convention")
_OUTCOMES = ("both_correct", "only_first", "only_second", "neither")


def two_series(rows: Rows) -> pa.Array:
    """Whether the two models or the two conventions differ."""
    return pc.or_(*(pc.not_equal(rows.column(f"first_{of}"), rows.column(f"second_{of}")) for of in _SERIES))


def counts_hold(rows: Rows) -> pa.Array:
    """Whether the four outcomes add up to the pairs, and there are at most as many poems as pairs."""
    both, first, second, neither = (rows.column(name) for name in _OUTCOMES)
    complete = pc.equal(pc.add(pc.add(both, first), pc.add(second, neither)), rows.column("pairs"))
    return pc.and_(complete, pc.less_equal(rows.column("poems"), rows.column("pairs")))


def squares_hold(rows: Rows) -> pa.Array:
    """Whether the sum of squares is possible for these disagreements and this number of poems."""
    first, second = rows.column("only_first"), rows.column("only_second")
    squares, difference = rows.column("squared_differences"), pc.subtract(first, second)
    # By Cauchy's inequality the square of a sum is at most the number of terms times the sum of their squares.
    enough = pc.less_equal(pc.multiply(difference, difference), pc.multiply(rows.column("poems"), squares))
    disagreements = pc.add(first, second)
    at_most = pc.multiply(disagreements, disagreements)
    bounded = pc.and_(pc.less_equal(pc.abs(difference), squares), pc.less_equal(squares, at_most))
    return pc.and_(enough, bounded)


def exact_holds(rows: Rows) -> pa.Array:
    """Whether ``p_exact`` is twice the smaller tail of the binomial distribution with probability 1/2."""
    return _close(rows, "p_exact", ("only_first", "only_second"), _twice_the_tail)


def clustered_holds(rows: Rows) -> pa.Array:
    """Whether ``p_clustered`` follows from the squared sum of differences over poems and its estimated variance."""
    return _close(rows, "p_clustered", ("only_first", "only_second", "poems", "squared_differences"), _two_sided)


def holm_holds(rows: Rows) -> pa.Array:
    """Whether ``p_holm`` is at least the larger of the two p-values."""
    larger = pc.max_element_wise(rows.column("p_exact"), rows.column("p_clustered"))
    return pc.greater_equal(rows.column("p_holm"), larger)


def _close(rows: Rows, p_value: str, names: Sequence[str], computed: Callable[..., float]) -> pa.Array:
    counts = zip(*(rows.column(name).to_pylist() for name in names), strict=True)
    given = rows.column(p_value).to_pylist()
    return pa.array(
        p is not None and None not in row and abs(p - computed(*row)) <= TOLERANCE
        for p, row in zip(given, counts, strict=True)
    )


def _twice_the_tail(first: int, second: int) -> float:
    """Twice the smaller binomial tail, from the ratios of neighbouring binomial coefficients."""
    coins, few = first + second, min(first, second)
    if coins < 0 or few < 0:
        return inf
    upwards = np.arange(1, few + 1)
    logarithms = np.concatenate([[0.0], np.cumsum(np.log((coins - upwards + 1) / upwards))])
    return min(1.0, float(2 * np.exp(logarithms - coins * np.log(2)).sum()))


def _two_sided(first: int, second: int, poems: int, squares: int) -> float:
    """Two-sided p-value from the normal distribution, whose square is chi-square."""
    if poems < 2 or squares <= 0:
        return 1.0
    deviation = sqrt(poems / (poems - 1) * squares)
    return 2 * NormalDist().cdf(-abs(first - second) / deviation)
