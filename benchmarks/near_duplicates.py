"""Near-duplicates: how alike poems are, what a threshold finds, and what finding costs.

    python -m benchmarks.near_duplicates [--json] [FILE ...]

Each FILE holds objects with ``limerick``, ``text`` or ``lines``, as JSON or one a line, and may be gzipped; without one
the sample's limericks are taken. All pairs of poems are compared, so of a large file only the first poems are taken.
"""

import gzip
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import command, print_figures
from benchmarks.measure import write_json
from versebench.transforms.near_duplicates.buckets import candidates
from versebench.transforms.near_duplicates.find import entries
from versebench.transforms.near_duplicates.jaccard import similarities
from versebench.transforms.near_duplicates.minhash import band_keys, bands
from versebench.transforms.near_duplicates.shingles import Shingles, shingles

SAMPLE = Path(__file__).parents[1] / "samples" / "limericks.json"
THRESHOLDS = (0.5, 0.6, 0.7, 0.8)
MOST_COMPARED = 2_000
"""Poems of a file, each of which is compared with each."""
MOST_TIMED = 10_000
"""Poems that the times are of, repeated where there are fewer: those of a shard."""


def poems_of(path: Path) -> list[str]:
    """The texts of a file, each once."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode()
    rows = json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]
    texts = (row.get("limerick") or row.get("text") or "\n".join(row.get("lines", [])) for row in rows)
    lines = ("\n".join(line.strip() for line in text.split("\n") if line.strip()) for text in texts)
    return [text for text in dict.fromkeys(lines) if text]


def measure(texts: Sequence[str]) -> dict[str, Any]:
    """The figures of a corpus."""
    compared = list(texts[:MOST_COMPARED])
    pairs = list(combinations(range(len(compared)), 2))
    found = dict(zip(pairs, similarities(shingles(compared), *np.array(pairs).T).tolist(), strict=True))
    return {
        "poems": len(compared),
        "pairs_by_tenth": _tenths(found.values()),
        "one_line_exchanged": _one_line_exchanged(compared),
        "found": {str(threshold): _found(compared, found, threshold) for threshold in THRESHOLDS},
        "microseconds_a_poem": _times((list(texts) * MOST_TIMED)[:MOST_TIMED]),
    }


def _tenths(found: Iterable[float]) -> dict[str, int]:
    counts = Counter(int(similarity * 10) for similarity in found)
    return {f"{tenth / 10:.1f}": counts[tenth] for tenth in sorted(counts)}


def _one_line_exchanged(texts: Sequence[str]) -> dict[str, float]:
    """The share of poems that reach each threshold where one line, each in turn, is that of the next poem."""
    poems = [text.split("\n") for text in texts]
    changed = [
        ("\n".join(poem), "\n".join([*poem[:line], other[line], *poem[line + 1 :]]))
        for poem, other in zip(poems, [*poems[1:], *poems[:1]], strict=True)
        for line in range(min(len(poem), len(other)))
    ]
    own, exchanged = zip(*changed, strict=True)
    first = np.arange(len(changed))
    reached = similarities(shingles([*own, *exchanged]), first, first + len(changed))
    return {str(threshold): round(float((reached >= threshold).mean()), 4) for threshold in THRESHOLDS}


def _found(texts: Sequence[str], every_pair: dict[tuple[int, int], float], threshold: float) -> dict[str, int]:
    """The near-duplicates that there are, those that are found, and all pairs that are compared to find them."""
    there = {pair for pair, similarity in every_pair.items() if similarity >= threshold}
    looked_at = set(candidates(entries(band_keys(shingles(texts), bands(threshold)), 0)).tolist())
    return {"there": len(there), "found": len(there & looked_at), "compared": len(looked_at)}


def _times(texts: Sequence[str]) -> dict[str, float]:
    made: Shingles = shingles(texts)
    timed: dict[str, Callable[[], object]] = {"shingles": partial(shingles, texts)}
    timed |= {f"keys, {threshold}": partial(band_keys, made, bands(threshold)) for threshold in THRESHOLDS}
    return {name: _microseconds(work, len(texts)) for name, work in timed.items()}


def _microseconds(work: Callable[[], object], poems: int) -> float:
    """Processor time of a poem."""
    start = time.process_time()
    work()
    return round((time.process_time() - start) / poems * 1e6, 1)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures of each file."""
    parser = command("benchmarks.near_duplicates", __doc__ or "")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    options = parser.parse_args(argv)
    found = {path.name: measure(poems_of(path)) for path in options.files or [SAMPLE]}
    if options.json:
        write_json(found)
        return
    for name, figures in found.items():
        print_figures(name, figures)


if __name__ == "__main__":
    main()
