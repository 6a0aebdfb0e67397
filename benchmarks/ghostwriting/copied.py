"""How fast the copied runs of verses are found in the verses of an artist. Seconds are those of the processor."""

import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.ghostwriting.texts import read_verses, recombined
from versebench.transforms.ghostwriting.copying import CopyIndex, copied_runs
from versebench.transforms.lyrics.tokenizers import flat

VERSES, ARTIST, ROUNDS = 2_000, 1_000, 5


def measure(path: Path, verses: int = VERSES, artist: int = ARTIST) -> dict[str, Any]:
    """The tokens per second of verses that are recombined from those of an artist, the first verses of a file."""
    originals = read_verses(path)[:artist]
    made = [recombined(originals, number) for number in range(verses)]
    tokens = sum(len(flat(lines)) for lines in made)
    start = time.process_time()
    index = CopyIndex.of(originals)
    indexed, seconds = time.process_time() - start, []
    for _ in range(ROUNDS):
        start = time.process_time()
        runs = copied_runs(index, made)
        seconds.append(time.process_time() - start)
    return {
        "tokens_of_the_artist": sum(len(flat(lines)) for lines in originals),
        "tokens": tokens,
        "seconds_of_the_index": indexed,
        "seconds": median(seconds),
        "tokens_per_second": tokens / median(seconds),
        "copied_share": sum(run.share for run in runs) / len(runs),
    }
