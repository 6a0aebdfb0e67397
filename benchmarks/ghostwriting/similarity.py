"""The largest similarities of verses to many others, beside scikit-learn's ``linear_kernel``.

Ours finds the nearest verse and the second; ``linear_kernel`` computes the similarities alone. Both have the
vectors already, and work in one thread. Seconds are those of the processor.
"""

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.ghostwriting.texts import read_verses, recombined
from benchmarks.measure import in_a_process, peak_mib
from versebench.transforms.ghostwriting.similarity import nearest_vectors
from versebench.transforms.ghostwriting.vectors import vectors
from versebench.transforms.lyrics.tokenizers import Lines, flat

PEERS = Path(".venv-scoring-peers/bin/python")
"""An environment with scikit-learn; ``make peers`` makes it."""

SCRIPT = Path("benchmarks/peers/similarity.py")
VERSES, ARTIST, ROUNDS = 500, 20_000, 5


def measure(path: Path, peer: Path | None, verses: int = VERSES, artist: int = ARTIST) -> dict[str, Any]:
    """The figures of the comparison, on verses that are recombined from those of a file. ``peer`` is its Python."""
    originals = read_verses(path)
    made = [recombined(originals, number) for number in range(verses + artist)]
    ours = in_a_process(compare, made[:verses], made[verses:])
    figures = {"verses": verses, "verses_of_the_artist": artist, **ours}
    largest = figures.pop("largest")
    if peer is None:
        return figures
    texts = [" ".join(flat(lines)) for lines in made]
    theirs = _peer(peer, {"verses": texts[:verses], "artist": texts[verses:], "rounds": ROUNDS})
    difference = float(np.abs(np.array(theirs["largest"]) - largest).max())
    return {
        **figures,
        "seconds_of_linear_kernel": median(theirs["seconds"]),
        "times_as_fast_as_linear_kernel": median(theirs["seconds"]) / figures["seconds"],
        "greatest_difference": difference,
    }


def compare(verses: Sequence[Lines], artist: Sequence[Lines]) -> dict[str, Any]:
    """The seconds of a comparison, the memory beyond the vectors in MiB, and the largest similarities."""
    start = time.process_time()
    of_artist = vectors(artist)
    rows, lengths = of_artist.of(verses)
    assert len(of_artist.screen.columns)  # prepared once for an artist, as the vectors are
    made = time.process_time() - start
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts from what is held now
    held, seconds = peak_mib(), []
    with threadpool_limits(1):
        for _ in range(ROUNDS):
            start = time.process_time()
            nearest = nearest_vectors(rows, lengths, of_artist)
            seconds.append(time.process_time() - start)
    return {
        "seconds_of_vectors": made,
        "seconds": median(seconds),
        "mib_beyond_the_vectors": peak_mib() - held,
        "largest": nearest.similarity.tolist(),
    }


def _peer(python: Path, given: dict[str, Any]) -> dict[str, Any]:
    command = [str(python), str(SCRIPT)]
    answer = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(answer.stdout)
    return found
