"""Rhyme density: the rhymes that detectors find, beside those marked by hand, and how fast they are found.

    python -m benchmarks.rhyme_density --data DIR [--sections fidelity,speed] [--json]

DIR holds ``rhyme_gold.txt`` (``training/rhyme_marks.py`` says how it is written) and ``verses.jsonl.gz``.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from benchmarks.harness import Benchmark, Figures, Goal, Section
from benchmarks.rhyme_density import fidelity, speed
from versebench.transforms.prosody.rhyme_density.registry import DEFAULT

GOLD, VERSES = "rhyme_gold.txt", "verses.jsonl.gz"

SECTIONS = {
    "fidelity": Section(lambda options: fidelity.measure(options.data / GOLD), lambda options: options.data / GOLD),
    "speed": Section(lambda options: speed.measure(options.data / VERSES), lambda options: options.data / VERSES),
}


def goals(sections: Figures) -> Iterator[Goal]:
    """The goals whose figures were measured."""
    if "fidelity" in sections:
        yield from _fidelity(sections["fidelity"]["detectors"])
    if "speed" in sections:
        times, speeds = (sections["speed"][key] for key in ("times_as_fast_as_pair_by_pair", "syllables_per_second"))
        yield Goal("density, times as fast as pair by pair", times, 4)
        yield Goal("syllables per second of a process", speeds[f"density, {DEFAULT}"], 150_000, "{:,.0f}")


def _fidelity(detectors: Figures) -> Iterator[Goal]:
    shape = "{:.3f}"
    ours, others = detectors[DEFAULT], [figures for name, figures in detectors.items() if name != DEFAULT]
    yield Goal("F1 of syllables, thresholds of another file", ours["f1"], 0.85, shape)
    yield Goal("F1 of syllables, thresholds cross-validated", ours["f1_cross_validated"], 0.85, shape)
    if ours["density_of_controls"] is not None:
        yield Goal("density of negative controls", ours["density_of_controls"], 0.10, shape, at_most=True)
    for figure, title in (("f1", "F1"), ("correlation", "correlation of densities")):
        best = max(figures[figure] for figures in others)
        yield Goal(f"{title} above the other detectors", ours[figure], best, shape, strict=True)


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="folder of the marks and the verses")


RHYME_DENSITY = Benchmark("rhyme_density", __doc__ or "", SECTIONS, goals, _add_options)

if __name__ == "__main__":
    sys.exit(RHYME_DENSITY.main())
