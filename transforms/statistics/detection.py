"""Signal detection: answers to "has this been altered?", free of a judge's leaning to yes."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

_NORMAL = NormalDist()


@dataclass(frozen=True)
class Detection:
    """``d_prime`` is how well altered texts are told apart, ``criterion`` how reluctant the judges are to say yes.

    ``two_choice`` is the accuracy that ``d_prime`` means if original and altered text are shown together.
    """

    hit_rate: float
    false_alarm_rate: float
    d_prime: float
    criterion: float
    two_choice: float


def detection(hits: int, altered: int, false_alarms: int, unaltered: int) -> Detection | None:
    """From "yes" answers to altered and unaltered texts; None if there are none of either.

    d' and criterion are of the rates (count + .5) / (number + 1), which are never 0 or 1 (Hautus 1995, Behavior
    Research Methods 27, 46-51).
    """
    if not altered or not unaltered:
        return None
    hit, alarm = (
        _NORMAL.inv_cdf((count + 0.5) / (number + 1)) for count, number in ((hits, altered), (false_alarms, unaltered))
    )
    d_prime = hit - alarm
    return Detection(
        hits / altered, false_alarms / unaltered, d_prime, -(hit + alarm) / 2, _NORMAL.cdf(d_prime / sqrt(2))
    )
