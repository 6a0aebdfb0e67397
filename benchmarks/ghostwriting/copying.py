"""Copied runs: tokens that are looked up in a second in the verses of an artist, by how much of a text is copied."""

import time
from pathlib import Path
from statistics import mean, median
from typing import Any

from benchmarks.ghostwriting.corpus import read_verses, tokens_of
from versebench.models.ghostwriters.ngram import NgramModel
from versebench.transforms.ghostwriting.copying import CopyIndex, copied_runs, own_copied_runs

ORDERS = (1, 2, 3, 4, 6, 9)
"""Orders of the n-grams that write the text: from none copied to all."""

ROUNDS, WRITTEN = 5, 4_000


def measure(path: Path) -> dict[str, Any]:
    """The figures on the verses of a file."""
    verses = read_verses(path)
    start = time.process_time()
    index = CopyIndex.of(verses)
    figures: dict[str, Any] = {"tokens": tokens_of(verses), "index_seconds": time.process_time() - start}
    start = time.process_time()
    own_copied_runs(index, range(len(verses)))
    figures["own_verses_tokens_a_second"] = figures["tokens"] / (time.process_time() - start)
    model = NgramModel.of(verses, ORDERS)
    figures["verses_of"] = {f"n = {n}": _looked_up(index, model, n) for n in ORDERS}
    return figures


def _looked_up(index: CopyIndex, model: NgramModel, n: int) -> dict[str, float]:
    written = [lines for lines, _ in model.write(n, 1, WRITTEN, most=2_000)]
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        runs = copied_runs(index, written)
        seconds.append(time.process_time() - start)
    return {
        "tokens_a_second": tokens_of(written) / median(seconds),
        "copied_share": mean(verse.share for verse in runs),
        "longest_run": mean(verse.longest for verse in runs),
    }
