"""The longest verse of a generator, and when it was written."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Longest:
    """The longest verse of a generator for an artist; of equally long ones, the first.

    ``when`` is its setting in percent of the last one. ``beyond`` says whether it is longer than the mean and the
    standard deviation of the artist's verses together.
    """

    longest: int
    setting: int
    number: int
    when: float
    beyond: bool


def longest_verse(
    verses: Sequence[tuple[int, int, int]], last: int, mean_tokens: float, standard_deviation: float | None
) -> Longest | None:
    """The longest of verses, each with its setting, number and tokens; None if there are none.

    ``last`` is the last setting, such as the number of iterations. An artist with one verse has no standard deviation.
    """
    if not verses:
        return None
    setting, number, tokens = min(verses, key=lambda verse: (-verse[2], verse[0], verse[1]))
    beyond = tokens > mean_tokens + (standard_deviation or 0.0)
    return Longest(tokens, setting, number, 100 * setting / last if last else 100.0, beyond)
