"""``bf16-then-fp32`` as a run does it: bf16 for all, fp32 for the sample and for units with a pair near a tie.

The functions are those of ``versebench.models.scorers.rescore`` and ``versebench.transforms.scoring.decide``, the
sample's share that of ``versebench.pipelines.stages.score``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.scoring.crew import Crew, Timed
from benchmarks.scoring.texts import Units, pairs_of
from versebench.models.scorers.metrics import REDUCTIONS
from versebench.models.scorers.rescore import error_bound, in_sample, units_to_rescore
from versebench.pipelines.stages.score import SAMPLE_PAIRS, SAMPLE_SHARE

REDUCED_BY = ("sum", "mean", "mean_jcls")
"""The reductions of a recipe that names none."""
RUN_PAIRS = 10_000
"""Of the run that is spoken of where one of that size takes too long to be made."""
SEED = 1

Margins = Mapping[str, np.ndarray]
"""Under each reduction the margin of every pair, in the order of units and pairs."""


def margins(sums: Sequence[Sequence[float]], tokens: Sequence[Sequence[int]]) -> Margins:
    """Of every pair of some units, each a text with one word less than the first."""
    measures = {"log_probability": sums, "tokens": tokens}
    original = {name: np.array([unit[0] for unit in of for _ in unit[1:]]) for name, of in measures.items()}
    corrupted = {name: np.array([value for unit in of for value in unit[1:]]) for name, of in measures.items()}
    found = {}
    for reduction in REDUCED_BY:
        other = corrupted
        if reduction == "mean_jcls":
            other = {**corrupted, "tokens": original["tokens"] - 1}
        found[reduction] = REDUCTIONS[reduction].measure(original) - REDUCTIONS[reduction].measure(other)
    return found


def unit_of_pairs(units: Units) -> list[str]:
    """Of every pair the name of its unit."""
    return [str(number) for number, unit in enumerate(units) for _ in unit[1:]]


def sample_share(pairs: int) -> float:
    """The share of the units of a run that its sample takes."""
    return min(1.0, max(SAMPLE_SHARE, SAMPLE_PAIRS / pairs))


def sampled(units: Units) -> list[int]:
    """The units in the sample."""
    share = sample_share(pairs_of(units))
    return [number for number in range(len(units)) if in_sample(str(number), SEED, share)]


def bounds_of(bf16: Margins, fp32: Margins, chosen: np.ndarray) -> dict[str, float]:
    """The bound of each reduction, by the chosen pairs."""
    return {name: error_bound(bf16[name][chosen].tolist(), fp32[name][chosen].tolist()) for name in bf16}


def near_ties(units: Units, bf16: Margins, bounds: Mapping[str, float]) -> list[int]:
    """The units with a pair within a bound of a tie."""
    found = units_to_rescore(unit_of_pairs(units), {name: bf16[name].tolist() for name in bounds}, bounds)
    return [int(unit) for unit in found]


@dataclass(frozen=True)
class Twice:
    """A run in both precisions: what it took, and the scores that decide."""

    passes: tuple[Timed, ...]
    bounds: dict[str, float]
    sampled: int
    near: int
    sums: list[list[float]]
    tokens: list[list[int]]

    @property
    def seconds(self) -> float:
        """Of the clock, for all passes."""
        return sum(one.seconds for one in self.passes)


def run_twice(crew: Crew, units: Units) -> Twice:
    """Every unit in bf16, and again in fp32 what bf16 cannot be trusted with."""
    bf16 = crew.score(units, precision="bf16")
    sample = sampled(units)
    fp32 = crew.score([units[number] for number in sample], precision="fp32")
    sums = dict(zip(sample, fp32.sums, strict=True))
    tokens = list(bf16.tokens)
    first = margins(bf16.sums, tokens)
    part = [bf16.sums[number] for number in sample], [tokens[number] for number in sample]
    bounds = bounds_of(margins(*part), margins(fp32.sums, part[1]), np.arange(pairs_of([units[n] for n in sample])))
    near = [number for number in near_ties(units, first, bounds) if number not in sums]
    again = crew.score([units[number] for number in near], precision="fp32")
    sums.update(zip(near, again.sums, strict=True))
    decided = [sums.get(number, scores) for number, scores in enumerate(bf16.sums)]
    return Twice((bf16, fp32, again), bounds, len(sample), len(near), decided, tokens)


def share_near(units: Units, bf16: Timed, fp32: Timed) -> dict[str, float]:
    """By units scored in both precisions, the share that is near a tie: by the sum alone, and by all reductions."""
    one, other = margins(bf16.sums, bf16.tokens), margins(fp32.sums, fp32.tokens)
    bounds = bounds_of(one, other, np.arange(pairs_of(units)))
    chosen = {"sum": {"sum": bounds["sum"]}, "all": bounds}
    return {name: len(near_ties(units, one, given)) / len(units) for name, given in chosen.items()}


def speed_of_a_run(bf16: float, fp32: float, near: float) -> float:
    """Pairs a second of a run of :data:`RUN_PAIRS` pairs, by the speeds of its passes and the share near a tie.

    Units of the sample may be near a tie too, and are scored once.
    """
    share = sample_share(RUN_PAIRS)
    return 1 / (1 / bf16 + (share + near * (1 - share)) / fp32)
