"""The goals of ghostwriting, and whether they are met."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.harness import Goal

Figures = Mapping[str, Any]

SPEED = "{:,.0f} tokens/s"


def goals(sections: Figures) -> list[Goal]:
    """The goals whose figures were measured, in the order of the sections."""
    scored = {"ngrams": _ngrams, "similarity": _similarity, "copying": _copying, "lstm": _lstm}
    return [goal for name, scorer in scored.items() if name in sections for goal in scorer(sections[name])]


def _ngrams(found: Figures) -> Iterator[Goal]:
    yield Goal("structure of nine orders", found["structure_seconds"], 0.5, "{:.2f} s", at_most=True)
    yield Goal("bytes a token", found["structure_bytes_a_token"], 150, "{:.0f}", at_most=True)
    for peer, bound in (("markovify", 5), ("nltk", 300)):
        times = [speeds[f"times_{peer}"] for speeds in found["tokens_a_second"].values() if f"times_{peer}" in speeds]
        if times:
            yield Goal(f"writing beside {peer}, slowest order", min(times), bound)
    if "greatest_difference_from_nltk" in found:
        yield Goal("probabilities beside nltk", found["greatest_difference_from_nltk"], 1e-12, "{:.1e}", at_most=True)


def _similarity(found: Figures) -> Iterator[Goal]:
    yield Goal("memory of similarities", found["mib_beyond_the_vectors"], 200, "{:.0f} MiB", at_most=True)
    if "times_as_fast_as_linear_kernel" in found:
        yield Goal("similarities beside linear_kernel", found["times_as_fast_as_linear_kernel"], 0.9)


def _copying(found: Figures) -> Iterator[Goal]:
    slowest = min(figures["tokens_a_second"] for figures in found["verses_of"].values())
    yield Goal("copied runs, slowest text", slowest, 1e6, SPEED)


def _lstm(found: Figures) -> Iterator[Goal]:
    slowest = max(figures["times_the_bare_loop"] for figures in found["widths"].values())
    yield Goal("iteration of the LSTM beside the bare loop", slowest, 1.1, at_most=True)
