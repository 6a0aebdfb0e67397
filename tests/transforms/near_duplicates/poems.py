"""Limericks of the sample, and what becomes of them where lines are exchanged."""

import json
from collections.abc import Sequence
from pathlib import Path

from versebench.transforms.near_duplicates.shingles import Shingles

SAMPLE = Path(__file__).parents[3] / "samples" / "limericks.json"


def limericks(count: int) -> list[list[str]]:
    """The lines of the first limericks of the sample that have five."""
    texts = (row["limerick"] for row in json.loads(SAMPLE.read_text()))
    lines = ([line.strip() for line in text.split("\n") if line.strip()] for text in texts)
    return [poem for poem in lines if len(poem) == 5][:count]


def with_lines(poem: Sequence[str], other: Sequence[str], *lines: int) -> list[str]:
    """A poem with some lines, from 0, of another one."""
    return [other[line] if line in lines else own for line, own in enumerate(poem)]


def text(poem: Sequence[str]) -> str:
    """A poem as a text."""
    return "\n".join(poem)


def sets(made: Shingles) -> list[frozenset[int]]:
    """The shingles of each poem as a set."""
    hashes = made.hashes.tolist()
    return [
        frozenset(hashes[start : start + count])
        for start, count in zip(made.starts.tolist(), made.counts.tolist(), strict=True)
    ]
