"""Estimate the cost of scoring a million pairs on Dataflow, from a measured throughput and given prices.

``python -m versebench.pipelines.runners.dataflow.cost --pairs-per-second 50 --worker-hour 0.30
--prices "list prices, 2026-11-01"``
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """Hours and money for some pairs; ``price`` is the price of one worker for an hour, in any currency."""

    pairs: int
    pairs_per_second: float
    workers: int
    price: float
    start_minutes: float

    @property
    def worker_hours(self) -> float:
        """Hours of all workers together, including the paid minutes in which each starts."""
        return self.pairs / self.pairs_per_second / 3600 + self.workers * self.start_minutes / 60

    @property
    def hours(self) -> float:
        """Hours from the start to the end."""
        return self.worker_hours / self.workers

    @property
    def cost(self) -> float:
        """Money for all workers."""
        return self.worker_hours * self.price


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the estimate."""
    options = _parser().parse_args(arguments)
    estimate = Estimate(
        options.pairs, options.pairs_per_second, options.workers, options.worker_hour, options.start_minutes
    )
    sys.stdout.write(
        f"{estimate.pairs:,} pairs at {estimate.pairs_per_second:g} pairs/s a worker, {estimate.workers} workers at "
        f"{estimate.price:g} an hour ({options.prices}):\n"
        f"{estimate.worker_hours:.2f} worker hours, {estimate.hours:.2f} hours, cost {estimate.cost:.2f}\n"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m versebench.pipelines.runners.dataflow.cost", description=__doc__)
    parser.add_argument("--pairs-per-second", type=_positive, required=True, help="Measured throughput of one worker.")
    parser.add_argument("--worker-hour", type=_positive, required=True, help="Price of a worker with its accelerator.")
    parser.add_argument("--prices", required=True, help="Where the price comes from, and its date.")
    parser.add_argument("--pairs", type=int, default=1_000_000, help="How many pairs (%(default)s).")
    parser.add_argument("--workers", type=int, default=1, help="How many workers (%(default)s).")
    parser.add_argument(
        "--start-minutes", type=float, default=0.0, help="Minutes before a worker computes (%(default)s)."
    )
    return parser


def _positive(text: str) -> float:
    value = float(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not greater than 0")
    return value


if __name__ == "__main__":
    main()
