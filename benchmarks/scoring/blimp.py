"""The shipped model on BLiMP (Warstadt et al. 2020) under minicons' convention, by ours and by minicons."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import progress
from benchmarks.scoring.crew import Timed, cores, own
from benchmarks.scoring.models import shipped
from benchmarks.scoring.rounds import fastest, largest_difference
from benchmarks.scoring.texts import Units, blimp_units

TRIED = (2, 20, 100)
TRIED_UNITS = 100


def measure(path: Path, pairs: int, peers: bool) -> dict[str, Any]:
    """The first pairs of every phenomenon; accuracy is the share in which the good sentence has the higher sum."""
    phenomena = blimp_units(path, pairs)
    units = [unit for some in phenomena.values() for unit in some]
    with ExitStack() as stack:
        crew = stack.enter_context(own("causal", shipped(), cores()))
        crew.score(units[: cores()], precision="fp32", convention="minicons")
        progress(f"blimp: {len(units):,} pairs")
        ours = crew.score(units, precision="fp32", convention="minicons")
        figures: dict[str, Any] = {
            "pairs": len(units),
            "phenomena": len(phenomena),
            "accuracy": {"ours": accuracy(ours)},
            "accuracy_by_phenomenon": by_phenomenon(phenomena, ours),
            "pairs_per_second": {"ours": ours.speed},
        }
        if not peers:
            return figures
        found = fastest("minicons", shipped(), units[:: max(1, len(units) // TRIED_UNITS)], TRIED)
        stack.callback(found.crew.close)
        progress(f"blimp: minicons, batches of {found.batch}")
        theirs = found.crew.score(units, batch=found.batch)
    figures["accuracy"]["minicons"] = accuracy(theirs)
    figures["pairs_per_second"]["minicons"] = theirs.speed
    return figures | {
        "differing_decisions": int(np.count_nonzero(preferred(ours) != preferred(theirs))),
        "nats_apart": largest_difference(ours.sums, theirs.sums),
        "minicons": {"arrangement": found.crew.arrangement, "batch": found.batch},
    }


def preferred(timed: Timed) -> np.ndarray:
    """Of every pair, 1 where the first is preferred, -1 where the second is, 0 in a tie."""
    return np.array([np.sign(one - other) for one, other in timed.sums])


def accuracy(timed: Timed) -> float:
    """The share of pairs in which the first is preferred."""
    return float(np.mean(preferred(timed) > 0))


def by_phenomenon(phenomena: dict[str, Units], timed: Timed) -> dict[str, float]:
    """The accuracy of each."""
    right = iter((preferred(timed) > 0).tolist())
    return {name: float(np.mean([next(right) for _ in units])) for name, units in phenomena.items()}
