"""Paired tests of two models on the same pairs, from counts alone."""

from collections.abc import Sequence
from math import erfc, sqrt


def exact_p(only_first: int, only_second: int) -> float:
    """McNemar's test (1947), exact and two-sided: are pairs that one model alone gets right shared as by a fair coin?

    It takes the pairs for independent. Where the models never disagree, 1.
    """
    from scipy.stats import binomtest  # half a second, which a command that compares nothing need not wait

    disagreements = only_first + only_second
    if not disagreements:
        return 1.0
    return float(binomtest(min(only_first, only_second), disagreements).pvalue)


def clustered_p(only_first: int, only_second: int, poems: int, squared_differences: int) -> float:
    """McNemar's test for pairs that share poems (Obuchowski 1998, Statistics in Medicine 17, 1495-1507), two-sided.

    With b and c the pairs of a poem that only the first and only the second model gets right, and K poems, of which
    those without disagreement count too, the statistic is (K-1)/K (sum of b-c)^2 / (sum of (b-c)^2), in the form of
    Yang, Sun and Hardin (2010, Biometrical Journal 52), and has a chi-square distribution with one degree of freedom.
    ``squared_differences`` is its denominator. With one pair a poem it is McNemar's statistic without correction for
    continuity, times (K-1)/K. Where the models differ in no poem, 1.
    """
    if not squared_differences:
        return 1.0
    statistic = (poems - 1) / poems * (only_first - only_second) ** 2 / squared_differences
    return erfc(sqrt(statistic / 2))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values, in the order given (Holm 1979, Scandinavian Journal of Statistics 6, 65-70).

    Comparing each with a level keeps the chance of any false finding among all of them below that level.
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted
