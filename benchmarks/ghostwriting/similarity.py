"""The largest similarities of verses to many others, beside scikit-learn's ``linear_kernel``.

Ours finds the nearest verse and the second; ``linear_kernel`` computes the similarities alone. Both have the
vectors already, and work in one thread. Seconds are those of the processor.
"""

import gzip
import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.measure import in_a_process, peak_mib
from versebench.transforms.ghostwriting.similarity import nearest_vectors
from versebench.transforms.ghostwriting.vectors import vectors
from versebench.transforms.lyrics.tokenizers import flat, tokenized
from versebench.transforms.text.draws import Draws

PEERS = Path(".venv-scoring-peers/bin/python")
"""An environment with scikit-learn; ``make peers`` makes it."""

SCRIPT = Path("benchmarks/peers/similarity.py")
VERSES, ARTIST, ROUNDS = 500, 20_000, 5

Tokens = list[str]


def measure(path: Path, peer: Path | None, verses: int = VERSES, artist: int = ARTIST) -> dict[str, Any]:
    """The figures of the comparison, on verses that are recombined from those of a file. ``peer`` is its Python."""
    originals = _read(path)
    made = [_halves(originals, number) for number in range(verses + artist)]
    ours = in_a_process(compare, made[:verses], made[verses:])
    figures = {"verses": verses, "verses_of_the_artist": artist, **ours}
    largest = figures.pop("largest")
    if peer is None:
        return figures
    given = {"verses": [" ".join(made) for made in made[:verses]], "artist": [" ".join(each) for each in made[verses:]]}
    theirs = _peer(peer, {**given, "rounds": ROUNDS})
    difference = float(np.abs(np.array(theirs["largest"]) - largest).max())
    return {
        **figures,
        "seconds_of_linear_kernel": median(theirs["seconds"]),
        "times_as_fast_as_linear_kernel": median(theirs["seconds"]) / figures["seconds"],
        "greatest_difference": difference,
    }


def compare(verses: Sequence[Tokens], artist: Sequence[Tokens]) -> dict[str, Any]:
    """The seconds of a comparison, the memory beyond the vectors in MiB, and the largest similarities."""
    start = time.process_time()
    of_artist = vectors([[tokens] for tokens in artist])
    rows, lengths = of_artist.of([[tokens] for tokens in verses])
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


def _read(path: Path) -> list[Tokens]:
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        return [flat(tokenized(json.loads(row)["text"])) for row in rows]


def _halves(originals: Sequence[Tokens], number: int) -> Tokens:
    """The first half of a verse and the second of another."""
    draws = Draws(0, "halves of verses", "", number)
    first, second = draws.choice(originals), draws.choice(originals)
    return first[: len(first) // 2] + second[len(second) // 2 :]
