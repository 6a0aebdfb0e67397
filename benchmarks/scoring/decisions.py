"""Whether ``bf16-then-fp32`` decides as fp32 does: a whole run over the shipped model, and how long it takes."""

from typing import Any

import numpy as np

from benchmarks.measure import progress
from benchmarks.scoring.crew import cores, own
from benchmarks.scoring.models import shipped
from benchmarks.scoring.texts import limerick_units, pairs_of
from benchmarks.scoring.twice import Margins, margins, run_twice

DELETIONS = 12


def measure(pairs: int) -> dict[str, Any]:
    """At least so many pairs scored both ways."""
    units = limerick_units(-(-pairs // DELETIONS), DELETIONS)
    with own("causal", shipped(), cores()) as crew:
        for precision in ("fp32", "bf16"):
            crew.score(units[: cores()], precision=precision)
        progress(f"decisions: {pairs_of(units):,} pairs in both precisions")
        twice = run_twice(crew, units)
        progress("decisions: all in fp32")
        fp32 = crew.score(units, precision="fp32")
    return {
        "pairs": pairs_of(units),
        "units": len(units),
        "differing_decisions": differing(margins(twice.sums, twice.tokens), margins(fp32.sums, fp32.tokens)),
        "differing_in_bf16_alone": differing(
            margins(twice.passes[0].sums, twice.tokens), margins(fp32.sums, fp32.tokens)
        ),
        "share_of_units_in_fp32": (twice.sampled + twice.near) / len(units),
        "share_of_units_in_sample": twice.sampled / len(units),
        "bounds_nats": twice.bounds,
        "pairs_per_second": {"fp32": fp32.speed, "bf16 then fp32": pairs_of(units) / twice.seconds},
    }


def differing(one: Margins, other: Margins) -> dict[str, int]:
    """Under each reduction, the pairs that are decided otherwise: preferred, not preferred, or a tie."""
    return {name: int(np.count_nonzero(np.sign(one[name]) != np.sign(other[name]))) for name in one}
