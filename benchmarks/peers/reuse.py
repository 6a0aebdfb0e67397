"""Lines of poems looked up by rapidfuzz, datasketch and a suffix array.

    python benchmarks/peers/reuse.py < WORK

Run in the environment that has them. In: JSON with ``lines`` of a database, ``asked`` lines for each of ``rapidfuzz``,
``datasketch`` and ``pydivsufsort``, and ``indexed`` (lines that datasketch indexes). Out: JSON with what each found,
seconds of the processor, and versions.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np


def main() -> None:
    """Read the work and print what was found."""
    work = json.load(sys.stdin)
    asked = work["asked"]
    found = {
        "rapidfuzz": near_by_rapidfuzz(work["lines"], asked["rapidfuzz"]),
        "datasketch": near_by_datasketch(work["lines"][: work["indexed"]], asked["datasketch"]),
        "pydivsufsort": exact_by_suffixes(work["lines"], asked["pydivsufsort"]),
    }
    print(json.dumps({name: {**figures, "version": version(name)} for name, figures in found.items()}))  # noqa: T201


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of some work and the seconds of the processor that it took."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def near_by_rapidfuzz(lines: list[str], asked: list[str]) -> dict[str, Any]:
    """The nearest line to each of some lines, within one substitution."""
    from rapidfuzz import process
    from rapidfuzz.distance import Hamming

    found, seconds = timed(
        lambda: [process.extractOne(line, lines, scorer=Hamming.distance, score_cutoff=1) for line in asked]
    )
    return {"seconds": seconds, "asked": len(asked), "found": sum(each is not None for each in found)}


def near_by_datasketch(lines: list[str], asked: list[str]) -> dict[str, Any]:
    """Lines that share most of their characters by MinHash, of 64 permutations."""
    from datasketch import MinHash, MinHashLSH

    def hashed(line: str) -> Any:
        made = MinHash(num_perm=64)
        made.update_batch([char.encode() for char in line])
        return made

    index = MinHashLSH(threshold=0.6, num_perm=64)
    for number, line in enumerate(lines):
        index.insert(number, hashed(line))
    found, seconds = timed(lambda: [index.query(hashed(line)) for line in asked])
    return {"seconds": seconds, "asked": len(asked), "indexed": len(lines), "found": sum(map(bool, found))}


def exact_by_suffixes(lines: list[str], asked: list[str]) -> dict[str, Any]:
    """Whether each of some lines is a line of the database, by a suffix array of all of them."""
    from pydivsufsort import divsufsort, sa_search

    text = np.array(bytearray(("\n" + "\n".join(lines) + "\n").encode()))
    suffixes, built = timed(lambda: divsufsort(text))
    patterns = [np.array(bytearray(f"\n{line}\n".encode())) for line in asked]
    found, seconds = timed(lambda: [sa_search(text, suffixes, pattern)[0] for pattern in patterns])
    return {"seconds": seconds, "seconds_of_building": built, "asked": len(asked), "found": sum(map(bool, found))}


if __name__ == "__main__":
    main()
